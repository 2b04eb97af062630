package dev.sluice.perf;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What an experiment came to: shown, and kept as Markdown and JSON.
 *
 * @param name the experiment
 * @param title what it compares, in one line
 * @param conditions machine, versions, sizes: whatever the figures depend on, in the order shown
 * @param tables the figures as shown
 * @param measurements the figures behind them, every repetition
 */
public record Report(
        String name, String title, Map<String, String> conditions, List<Table> tables, List<Measurement> measurements) {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** The whole report as text. */
    public String markdown() {
        final StringBuilder text = new StringBuilder("## ");
        text.append(name).append(": ").append(title).append("\n\n");
        conditions.forEach((key, value) ->
                text.append("- ").append(key).append(": ").append(value).append('\n'));
        tables.forEach(table -> text.append('\n').append(table.markdown()));
        return text.toString();
    }

    /** Writes {@code <name>.md} and {@code <name>.json}. */
    public void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(name + ".md"), markdown());
        JSON.writeValue(directory.resolve(name + ".json").toFile(), this);
    }
}
