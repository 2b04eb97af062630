package dev.sluice.examples.manual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command of a document's console blocks, with what the document says it prints. There {@code …} stands for anything in a
 * line, and for any lines where it is alone in one.
 *
 * @param line of the document, from 1
 * @param command what a shell is to run
 * @param printed the lines below it
 */
record ConsoleStep(int line, String command, List<String> printed) {

    private static final String FENCE = "```";
    private static final String CONSOLE = FENCE + "console";
    private static final String PROMPT = "$ ";
    private static final String ANYTHING = "…";

    ConsoleStep {
        printed = List.copyOf(printed);
    }

    /** Returns the steps of a document, in their order. */
    static List<ConsoleStep> of(Path document) throws IOException {
        final List<ConsoleStep> steps = new ArrayList<>();
        final List<String> printed = new ArrayList<>();
        boolean inside = false;
        String command = "";
        int at = 0;
        int number = 0;
        for (final String line : Files.readAllLines(document)) {
            number++;
            final boolean ends = inside && line.equals(FENCE);
            if (!command.isEmpty() && (ends || line.startsWith(PROMPT))) {
                steps.add(new ConsoleStep(at, command, printed));
                command = "";
                printed.clear();
            }
            if (inside && line.startsWith(PROMPT)) {
                command = line.substring(PROMPT.length());
                at = number;
            } else if (inside && !ends) {
                printed.add(line);
            }
            inside = line.equals(CONSOLE) || inside && !ends;
        }
        return steps;
    }

    /** Whether that is what the document says. */
    boolean takes(String output) {
        return Pattern.matches(pattern(), output.stripTrailing());
    }

    private String pattern() {
        return printed.stream()
                .map(text -> text.equals(ANYTHING) ? "(?s:.*)" : "(?m:^)" + inLine(text) + "[ \\t]*(?:\\R|\\z)")
                .collect(Collectors.joining());
    }

    private static String inLine(String text) {
        return Arrays.stream(text.split(ANYTHING, -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    }
}
