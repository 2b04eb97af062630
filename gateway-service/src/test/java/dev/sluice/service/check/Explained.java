package dev.sluice.service.check;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine;

/** What {@code sluice explain} printed, and its exit code. */
record Explained(int code, String text) {

    /** Explains a name or SQL of a configuration, in this process. */
    static Explained of(Path config, String... arguments) {
        return run(Stream.concat(Stream.of("--config", config.toString()), Stream.of(arguments))
                .toArray(String[]::new));
    }

    /** The command with these arguments, in this process. */
    static Explained run(String... arguments) {
        final StringWriter out = new StringWriter();
        final CommandLine command = new CommandLine(new ExplainCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(out));
        final int code = command.execute(arguments);
        return new Explained(code, out.toString());
    }
}
