package dev.sluice.service.pending;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.sluice.internal.queue.files.DurableFile;
import dev.sluice.internal.queue.files.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A file that the gateway keeps beside its output, as JSON without nulls. */
final class KeptFile {

    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .setDefaultSetterInfo(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL));

    private KeptFile() {}

    static <T> T read(Path file, TypeReference<T> type) throws IOException {
        final T content = MAPPER.readValue(SmallFile.text(file, StandardCharsets.UTF_8), type);
        if (content == null) {
            throw new IOException("it holds nothing");
        }
        return content;
    }

    static void write(Path file, Object content) throws IOException {
        DurableFile.replace(file, MAPPER.writeValueAsBytes(content));
    }
}
