package dev.sluice.service.check;

import dev.sluice.internal.text.TextTable;
import dev.sluice.transport.Finding;
import java.util.ArrayList;
import java.util.List;

/** The findings of a check, printed for people. Filled by one thread. */
final class CheckReport {

    private final TextTable queues = new TextTable("QUEUES", "DISK", "STATE");
    private final TextTable backends = new TextTable("BACKEND", "WHAT", "AT", "STATE");
    private final TextTable durability = new TextTable("BACKEND", "COMMITS", "UPDATES");
    private final TextTable asked = new TextTable("NAME", "KIND", "BACKEND", "ASKED AS", "READS", "WRITES");
    private final List<String> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /** Adds the place of the queues. */
    void queues(String path, String disk, String state) {
        queues.add(path, disk, state);
    }

    /** Adds a database or a service. */
    void backend(String name, String what, String at, String state) {
        backends.add(name, what, at, state);
    }

    /** Adds how a backend's commits last, and how often its updates or events happen. */
    void durability(String backend, String commits, String updates) {
        durability.add(backend, commits, updates);
    }

    /** Adds a lookup, a statement or an endpoint. */
    void asked(String name, String kind, String backend, String form, String reads, String writes) {
        asked.add(name, kind, backend, form, reads, writes);
    }

    /** Adds a fault that keeps the gateway from working; begins with the key that it concerns. */
    void problem(String text) {
        problems.add(oneLine(text));
    }

    /** Adds something that works as it should, and is less than it could be. */
    void note(String text) {
        notes.add(oneLine(text));
    }

    /** Adds something that works and should be known. */
    void warning(String text) {
        warnings.add(oneLine(text));
    }

    /** Adds what a transport found, at that key. */
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
