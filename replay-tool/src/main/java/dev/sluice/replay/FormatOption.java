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
            description = "${COMPLETION-CANDIDATES}: text for people, or for programs one JSON object a line (default:"
                    + " ${DEFAULT-VALUE}).")
    private Format format;

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    boolean isJson() {
        return json || format == Format.json;
    }

    /** Prints the JSON object and a line end, or the text, which has its own line ends. */
    void print(PrintWriter out, Supplier<String> json, Supplier<String> text) {
        out.print(isJson() ? json.get() + System.lineSeparator() : text.get());
        out.flush();
    }
}
