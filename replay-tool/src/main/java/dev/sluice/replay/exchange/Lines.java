package dev.sluice.replay.exchange;

import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Prints all lines or the last ones. The last line of JSON contains the number of lines, so that a reader detects missing lines.
 * Therefore each line is held back until it is known whether it is the last. For one thread.
 */
public final class Lines implements AutoCloseable {

    private final PrintWriter out;
    private final Format format;
    private final Optional<Integer> last;
    private final Deque<String> held = new ArrayDeque<>();
    private long printed;

    /** @param last the number of lines to print; empty for all */
    public Lines(PrintWriter out, Format format, Optional<Integer> last) {
        this.out = out;
        this.format = format;
        this.last = last;
    }

    /** Prints the line, or holds it back. */
    public void add(String line) {
        held.add(line);
        if (held.size() > last.orElse(1)) {
            final String first = held.remove();
            if (last.isEmpty()) {
                print(first);
            }
        }
    }

    /** Prints the lines held back. To be called after the last line, if no line is missing. */
    public void end() {
        while (held.size() > 1) {
            print(held.remove());
        }
        if (!held.isEmpty()) {
            final String line = held.remove();
            print(
                    format == Format.json
                            ? line.substring(0, line.length() - 1) + ",\"" + ExchangeFile.LINES + "\":" + (printed + 1)
                                    + "}"
                            : line);
        }
    }

    private void print(String line) {
        out.println(line);
        printed++;
    }

    /** Prints the line that is held back. If {@link #end} was not called, lines are missing, and their number is not added. */
    @Override
    public void close() {
        if (last.isEmpty()) {
            held.forEach(out::println);
        }
    }
}
