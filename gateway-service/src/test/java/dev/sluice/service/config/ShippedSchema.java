package dev.sluice.service.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The schema that is shipped, as a validator understands it. */
final class ShippedSchema {

    static final Path FILE = Path.of("../config/sluice.schema.json");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Schema SCHEMA = load();

    private ShippedSchema() {}

    private static Schema load() {
        final Dialect draft7 = Dialect.builder(Dialects.getDraft7())
                .keyword(new NonValidationKeyword("patternErrorMessage")) // of editors
                .build();
        try {
            return SchemaRegistry.withDialect(draft7).getSchema(Files.readString(FILE), InputFormat.JSON);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong with a configuration, as the schema says. */
    static List<String> problems(String yaml) {
        final Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        return SCHEMA.validate(JSON.<JsonNode>valueToTree(document)).stream()
                .map(Object::toString)
                .toList();
    }
}
