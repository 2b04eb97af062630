package dev.sluice.replay.exchange;

import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Prints lines, all or the last ones. The last line of JSON says how many there are, so that who reads them sees whether some are
 * missing: it is held back until it is known to be the last. One thread.
 */
public final class Lines implements AutoCloseable {

    private final PrintWriter out;
    private final Format format;
    private final Optional<Integer> last;
    private final Deque<String> held = new ArrayDeque<>();
    private long printed;

    /** @param last how many to print; empty for all */
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

    /** Prints what is held back: no line comes any more, and none is missing. */
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

    /** Without {@link #end} lines are missing: those that are there are printed, and the last one says no number. */
    @Override
    public void close() {
        if (last.isEmpty()) {
            held.forEach(out::println);
        }
    }
}
