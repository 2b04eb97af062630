package dev.sluice.service.check;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import picocli.CommandLine;

/** What {@code sluice check} printed, and its exit code. */
record Checked(int code, String text) {

    /** Checks a file, in this process. */
    static Checked file(Path config) {
        return run("--config", config.toString());
    }

    /** The command with these arguments, in this process. */
    static Checked run(String... arguments) {
        final StringWriter out = new StringWriter();
        final CommandLine command = new CommandLine(new CheckCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(out));
        final int code = command.execute(arguments);
        return new Checked(code, out.toString());
    }
}
