package dev.sluice.replay;

import java.io.PrintWriter;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Whether a command prints for people or for programs. */
final class FormatOption {

    enum Format {
        text,
        json
    }

    @Option(
            names = "--format",
            paramLabel = "NAME",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}: for people, or for programs as objects, one a line (default:"
                    + " ${DEFAULT-VALUE}).")
    private Format format;

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    boolean isJson() {
        return json || format == Format.json;
    }

    /** Prints one or the other: an object as a line, or lines with their ends. */
    void print(PrintWriter out, Supplier<String> json, Supplier<String> text) {
        out.print(isJson() ? json.get() + System.lineSeparator() : text.get());
        out.flush();
    }
}
