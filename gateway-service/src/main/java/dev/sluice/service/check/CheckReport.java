package dev.sluice.service.check;

import dev.sluice.internal.text.TextTable;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.transport.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The findings of a check, printed for people. Filled by one thread. */
final class CheckReport {

    private static final int MILLION = 1_000_000;

    private final TextTable queues = new TextTable("QUEUES", "DISK", "STATE");
    private final TextTable backends = new TextTable("BACKEND", "WHAT", "AT", "STATE");
    private final TextTable durability = new TextTable("BACKEND", "COMMITS", "UPDATES");
    private final TextTable asked = new TextTable("NAME", "KIND", "BACKEND", "ASKED AS", "READS", "WRITES");
    private final TextTable waits =
            new TextTable("LOOKUP", "ROUND TRIP", "A MILLION ONE AT A TIME", "A MILLION AS ASKED HERE");
    private final List<String> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /** Adds the row on the queues. */
    void queues(String path, String disk, String state) {
        queues.add(path, disk, state);
    }

    /** Adds the row on a database or a service. */
    void backend(String name, String what, String at, String state) {
        backends.add(name, what, at, state);
    }

    /** Adds the durability of a backend's commits, and the guarantee for its updates or events. */
    void durability(String backend, String commits, String updates) {
        durability.add(backend, commits, updates);
    }

    /** Adds the row on a lookup, a statement or an endpoint. */
    void asked(String name, String kind, String backend, String form, String reads, String writes) {
        asked.add(name, kind, backend, form, reads, writes);
    }

    /**
     * Adds the time that a million requests of a lookup wait for round trips.
     *
     * @param each the number of requests that share a round trip
     */
    void waits(String name, Duration roundTrip, int each) {
        waits.add(
                name,
                Amounts.nanos(roundTrip.toNanos()),
                Amounts.time(roundTrip.multipliedBy(MILLION)),
                Amounts.time(roundTrip.multipliedBy((MILLION + each - 1) / each)));
    }

    /** Adds a fault that keeps the gateway from working. The text begins with the configuration key. */
    void problem(String text) {
        problems.add(oneLine(text));
    }

    /** Adds a hint on something that works, but could be better. */
    void note(String text) {
        notes.add(oneLine(text));
    }

    /** Adds a fact that an operator should know, although everything works. */
    void warning(String text) {
        warnings.add(oneLine(text));
    }

    /** Adds a transport's finding about a configuration key. */
    void add(String key, Finding finding) {
        final String text = key + ": " + finding.text();
        switch (finding.kind()) {
            case NOTE -> note(text);
            case WARNING -> warning(text);
            case PROBLEM -> problem(text);
        }
    }

    boolean right() {
        return problems.isEmpty();
    }

    String text() {
        final String line = System.lineSeparator();
        final StringBuilder out = new StringBuilder();
        for (final TextTable table : List.of(queues, backends, durability, asked)) {
            if (!table.isEmpty()) {
                out.append(line).append(table.text());
            }
        }
        if (!waits.isEmpty()) {
            out.append(line).append(waits.text());
            out.append(
                    "  These are the round trips alone. The backend's own work for each request comes on top of both.");
            out.append(line);
        }
        list("Notes", notes, out);
        list("Warnings", warnings, out);
        list("Problems", problems, out);
        return out.append(line)
                .append(count(problems.size(), "problem"))
                .append(", ")
                .append(count(warnings.size(), "warning"))
                .append(line)
                .toString();
    }

    private static void list(String heading, List<String> lines, StringBuilder out) {
        if (!lines.isEmpty()) {
            final String line = System.lineSeparator();
            out.append(line).append(heading).append(line);
            lines.forEach(text -> out.append("  ").append(text).append(line));
        }
    }

    private static String count(int number, String what) {
        return (number == 0 ? "no" : number) + " " + what + (number == 1 ? "" : "s");
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s*\\R\\s*", " ");
    }
}
