package dev.sluice.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.perf.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Experiments performed in a tiny form, as their command does it, and what they left. */
public final class Performed {

    private Performed() {}

    /** Performs an experiment; it must end well. */
    public static void run(Path out, String... arguments) {
        assertEquals(0, code(out, arguments));
    }

    /** The exit code of an experiment. */
    public static int code(Path out, String... arguments) {
        final List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--out", out.toString()));
        return Program.execute(Main.commandLine(), all.toArray(String[]::new));
    }

    /** The report of an experiment, which must be there as Markdown, too. */
    public static JsonNode report(Path out, String name) throws IOException {
        assertTrue(Files.readString(out.resolve(name + ".md")).startsWith("## " + name));
        return JsonMapper.builder().build().readTree(out.resolve(name + ".json").toFile());
    }

    /** The first cell of each row. */
    public static List<String> firstCells(JsonNode rows) {
        final List<String> cells = new ArrayList<>();
        rows.forEach(row -> cells.add(row.get(0).asText()));
        return cells;
    }
}
