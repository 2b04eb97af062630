package dev.sluice.replay.act;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.FailureKind;
import dev.sluice.api.Position;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.text.TextTable;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.ResultParts;
import dev.sluice.replay.look.Amounts;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What is written again, counted by name and class of failure, and what is left out; for people and for programs. One thread. */
public final class RedriveReport {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** What is to become of a failed request that was chosen. */
    enum Judgement {
        /** It is written again. */
        WRITE(""),
        /** It was redriven, and that succeeded. */
        SUCCEEDED("were redriven before and have succeeded"),
        /** It was redriven, and that waits. */
        WAITS("were redriven before and wait for their results"),
        /** It was redriven, and that failed too. */
        FAILED_AGAIN("were redriven before and failed again; --again writes them once more"),
        /** A run of a job that has not ended will ask it again itself. */
        UNFINISHED_RUN(
                "belong to runs of jobs that have not ended, which ask them again themselves: continue the run, or give"
                        + " it up (sluice jobs)"),
        /** An event that its service may have taken. */
        UNCERTAIN(
                "are events that the service may have taken though they failed; --uncertain writes them all the same"),
        /** No request. */
        UNREADABLE("cannot be read, so they cannot be written again");

        /** What is said of those that are left out: goes on a number of requests. */
        private final String text;

        Judgement(String text) {
            this.text = text;
        }
    }

    /** Those of one name that failed in one way. */
    private static final class Group {
        private final String name;
        private final FailureKind failure;
        private final Position first;
        private Position last;
        private long requests;
        /** How many of them change something: updates and events. */
        private long updates;

        private Group(String name, FailureKind failure, Position first) {
            this.name = name;
            this.failure = failure;
            this.first = first;
        }

        private void add(RequestKind kind, Position position) {
            requests++;
            updates += kind == RequestKind.UPDATE || kind == RequestKind.SEND ? 1 : 0;
            last = position;
        }
    }

    private final boolean dryRun;
    private final Map<String, Group> groups = new TreeMap<>();
    private final Map<Judgement, Long> counts = new EnumMap<>(Judgement.class);
    private Optional<Position> firstWritten = Optional.empty();
    private Optional<Position> lastWritten = Optional.empty();

    /** @param dryRun whether nothing is written */
    public RedriveReport(boolean dryRun) {
        this.dryRun = dryRun;
    }

    void add(Exchange exchange, Judgement judgement) {
        counts.merge(judgement, 1L, Long::sum);
        if (judgement == Judgement.WRITE) {
            final FailureKind failure = failure(exchange);
            final RequestFrame request = exchange.request().orElseThrow();
            groups.computeIfAbsent(
                            request.name() + " " + failure,
                            key -> new Group(request.name(), failure, exchange.position()))
                    .add(request.kind(), exchange.position());
        }
    }

    void written(Position position) {
        firstWritten = firstWritten.or(() -> Optional.of(position));
        lastWritten = Optional.of(position);
    }

    static FailureKind failure(Exchange exchange) {
        return exchange.answer()
                .flatMap(answer -> ResultParts.of(answer.frame()).failure())
                .orElseThrow()
                .kind();
    }

    private long count(Judgement judgement) {
        return counts.getOrDefault(judgement, 0L);
    }

    /** Where the first of them was written; empty if none was. */
    public Optional<Position> firstWritten() {
        return firstWritten;
    }

    /** Where the last of them was written. */
    public Optional<Position> lastWritten() {
        return lastWritten;
    }

    /**
     * A table, what is left out, and how to go on.
     *
     * @param awaited what came of them, if that was waited for
     */
    public String text(String queues, Optional<Awaited> awaited) {
        final StringBuilder out = new StringBuilder();
        if (!groups.isEmpty()) {
            final TextTable table = new TextTable("NAME", "FAILED WITH", "REQUESTS", "UPDATES", "FIRST", "LAST");
            groups.values()
                    .forEach(group -> table.add(
                            group.name,
                            group.failure.name(),
                            Amounts.count(group.requests),
                            Amounts.count(group.updates),
                            group.first.toString(),
                            group.last.toString()));
            out.append(table.text());
        }
        counts.forEach((judgement, count) -> {
            if (judgement != Judgement.WRITE) {
                line(out, "left out: " + Amounts.count(count) + " " + judgement.text);
            }
        });
        line(out, conclusion());
        if (firstWritten.isPresent() && awaited.isEmpty()) {
            line(
                    out,
                    "their results: sluice cat both --queues " + queues + " --from " + firstWritten.get() + " --to "
                            + lastWritten.orElseThrow());
        }
        awaited.ifPresent(results -> results.counts()
                .forEach((name, outcomes) -> outcomes.forEach(
                        (outcome, count) -> line(out, "'" + name + "' " + outcome + ": " + Amounts.count(count)))));
        return out.toString();
    }

    private String conclusion() {
        final String number = Amounts.count(count(Judgement.WRITE));
        if (dryRun) {
            return number + " would be written again; nothing was written: --dry-run";
        }
        return firstWritten
                .map(first -> number + " written again, from " + first + " to " + lastWritten.orElseThrow())
                .orElse("nothing was written again");
    }

    private static void line(StringBuilder out, String text) {
        out.append(text).append(System.lineSeparator());
    }

    /** One object on one line; members are only ever added. */
    public String json(Optional<Awaited> awaited) {
        final ObjectNode line = MAPPER.createObjectNode();
        line.put("dryRun", dryRun).put("requests", count(Judgement.WRITE));
        firstWritten.ifPresent(first -> line.put("first", first.toString()));
        lastWritten.ifPresent(last -> line.put("last", last.toString()));
        final ArrayNode array = line.putArray("groups");
        groups.values()
                .forEach(group -> array.addObject()
                        .put("name", group.name)
                        .put("failure", group.failure.name())
                        .put("requests", group.requests)
                        .put("updates", group.updates)
                        .put("first", group.first.toString())
                        .put("last", group.last.toString()));
        final ObjectNode leftOut = line.putObject("leftOut");
        for (final Judgement judgement : Judgement.values()) {
            if (judgement != Judgement.WRITE) {
                leftOut.put(judgement.name().toLowerCase(Locale.ROOT), count(judgement));
            }
        }
        awaited.ifPresent(results -> line.set("results", MAPPER.valueToTree(results.counts())));
        return line.toString();
    }
}
