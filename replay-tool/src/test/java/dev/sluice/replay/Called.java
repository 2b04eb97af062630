package dev.sluice.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * A command that was run.
 *
 * @param code its exit code
 */
public record Called(int code, String out, String err) {

    public static Called with(String... arguments) {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final CommandLine commandLine = Main.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err, true));
        return new Called(commandLine.execute(arguments), out.toString(), err.toString());
    }

    /** By one text, cut at blanks. */
    public static Called line(String arguments) {
        return with(arguments.split(" "));
    }

    /** On these queues. */
    public static Called on(Path queues, String arguments) {
        return with(Stream.concat(Stream.of(arguments.split(" ")), Stream.of("--queues", queues.toString()))
                .toArray(String[]::new));
    }

    public List<String> lines() {
        return out.lines().toList();
    }

    /** All of it as one value. */
    public JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out);
    }

    /** A value in each line. */
    public List<JsonNode> jsonLines() {
        return out.lines().map(Called::json).toList();
    }

    private static JsonNode json(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (final JsonProcessingException e) {
            throw new AssertionError(line, e);
        }
    }

    @Override
    public String toString() {
        return "exit code " + code + "\n" + out + err;
    }
}
