package dev.sluice.kafka;

import dev.sluice.replay.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * What a command of the replay tool said.
 *
 * @param code its exit code
 */
record Said(int code, String out, String err) {

    /** Runs it: its name and options, cut at blanks, and more arguments. */
    static Said by(String command, String... more) {
        final String[] arguments =
                Stream.concat(Stream.of(command.split(" ")), Stream.of(more)).toArray(String[]::new);
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final CommandLine commands =
                Main.commandLine(arguments).setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
        return new Said(commands.execute(arguments), out.toString(), err.toString());
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
