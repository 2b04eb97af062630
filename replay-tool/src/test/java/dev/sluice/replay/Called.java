package dev.sluice.replay;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
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

    public List<String> lines() {
        return out.lines().toList();
    }
}
