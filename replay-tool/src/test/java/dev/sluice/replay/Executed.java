package dev.sluice.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** A command that was executed on queues. */
record Executed(int code, String out, String err) {

    static Executed of(Path queues, String line) {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final CommandLine commandLine = Main.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err, true));
        final List<String> arguments = new ArrayList<>(List.of(line.split(" ")));
        arguments.addAll(List.of("--queues", queues.toString()));
        final int code = commandLine.execute(arguments.toArray(new String[0]));
        return new Executed(code, out.toString(), err.toString());
    }

    /** Its only line. */
    JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out);
    }
}
