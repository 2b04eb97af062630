package dev.sluice.replay;

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

    boolean isJson() {
        return format == Format.json;
    }
}
