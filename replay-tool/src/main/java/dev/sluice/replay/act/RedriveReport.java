package dev.sluice.replay.act;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.Position;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.text.TextTable;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Json;
import dev.sluice.service.exchange.ResultParts;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Counts the requests that are written again, by name and class of failure. Also counts the requests left out, by the reason. For
 * one thread.
 */
public final class RedriveReport {

    /** The decision about a selected request. */
    enum Judgement {
        /** The request is written again. */
        WRITE(""),
        /** The request was redriven, and the copy succeeded. */
        SUCCEEDED("were redriven before and have succeeded"),
        /** The request was redriven, and the copy waits for its result. */
        WAITS("were redriven before and wait for their results"),
        /** The request was redriven, and the copy failed, too. */
        FAILED_AGAIN("were redriven before and failed again; --again writes them once more"),
        /** The request belongs to a run of a job that has not ended, and the run will send it again itself. */
        UNFINISHED_RUN(
                "belong to runs of jobs that have not ended; such a run sends them again itself: continue the run, or"
                        + " give it up (sluice jobs)"),
        /** The request is an event that its service may have accepted. */
        UNCERTAIN("are failed events that the service may nevertheless have accepted; --uncertain writes them, too"),
        /** The request comes from a program that uses Chronicle without Sluice, and the gateway does not answer such requests. */
        FOREIGN("come from programs that the gateway does not answer (queues.foreign)"),
        /** The request comes from a process of a run that another process has taken over. */
        FOLLOWED("come from processes whose run another process took over, which sent these requests itself"),
        /** The document is not a readable request. */
        UNREADABLE("cannot be read, so they cannot be written again");

        /** The text that follows the number of requests left out. */
        private final String text;

        Judgement(String text) {
            this.text = text;
        }
    }

    /**
     * The requests of one name that failed with one class of failure.
     *
     * @param failure the class of failure, or {@link #LOST}
     * @param updates the number of updates and events, which change something
     */
    private record Group(String name, String failure, long requests, long updates, Position first, Position last) {

        Group and(Group later) {
            return new Group(name, failure, requests + later.requests, updates + later.updates, first, later.last);
        }
    }

    /** Used instead of a class of failure if an update succeeded, but its database has lost the update. */
    private static final String LOST = "LOST";

    private final boolean dryRun;
    private final Map<String, Group> groups = new TreeMap<>();
    private final Map<Judgement, Long> counts = new EnumMap<>(Judgement.class);
    private Optional<Position> firstWritten = Optional.empty();
    private Optional<Position> lastWritten = Optional.empty();
    private Optional<Map<String, Map<String, Long>>> results = Optional.empty();
    private Optional<WhyNone> read = Optional.empty();

    /** @param dryRun whether nothing is written */
    public RedriveReport(boolean dryRun) {
        this.dryRun = dryRun;
    }

    void add(Exchange exchange, Judgement judgement) {
        counts.merge(judgement, 1L, Long::sum);
        if (judgement == Judgement.WRITE) {
            final RequestFrame request = exchange.request().orElseThrow();
            final String failure =
                    exchange.failure().map(failed -> failed.kind().name()).orElse(LOST);
            final boolean changes = request.kind() == RequestKind.UPDATE || request.kind() == RequestKind.SEND;
            final Position at = exchange.position();
            groups.merge(
                    request.name() + " " + failure,
                    new Group(request.name(), failure, 1, changes ? 1 : 0, at, at),
                    Group::and);
        }
    }

    void written(Position position) {
        firstWritten = firstWritten.or(() -> Optional.of(position));
        lastWritten = Optional.of(position);
    }

    /** Takes what was read. Never called if the queue has no requests. */
    void read(WhyNone requests) {
        read = Optional.of(requests);
    }

    /** Returns why no request was selected; empty if one was. */
    private Optional<String> whyNone() {
        return counts.isEmpty()
                ? Optional.of(read.map(WhyNone::text).orElse("the queue has no requests"))
                : Optional.empty();
    }

    /** Takes the number of copies with each outcome: by name, then by the outcome in the words of {@link ResultParts}. */
    void results(Map<String, Map<String, Long>> counts) {
        results = Optional.of(counts);
    }

    /** Whether some of the copies failed or still wait. */
    public boolean isIncomplete() {
        return results.stream()
                .flatMap(names -> names.values().stream())
                .anyMatch(outcomes -> outcomes.containsKey("failed") || outcomes.containsKey(ResultParts.WAITING));
    }

    private long count(Judgement judgement) {
        return counts.getOrDefault(judgement, 0L);
    }

    /** Returns the position of the first copy; empty if none was written. */
    public Optional<Position> firstWritten() {
        return firstWritten;
    }

    /** Returns the position of the last copy; empty if none was written. */
    public Optional<Position> lastWritten() {
        return lastWritten;
    }

    /** Returns a table of the copies, the requests left out, and the next command. */
    public String text(String queues) {
        final StringBuilder out = new StringBuilder();
        if (!groups.isEmpty()) {
            final TextTable table = new TextTable("NAME", "FAILED WITH", "REQUESTS", "UPDATES", "FIRST", "LAST");
            groups.values()
                    .forEach(group -> table.add(
                            group.name,
                            group.failure,
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
        line(out, conclusion() + whyNone().map(why -> "; " + why).orElse(""));
        if (firstWritten.isPresent() && results.isEmpty()) {
            line(
                    out,
                    "their results: sluice cat both --queues " + queues + " --from " + firstWritten.get() + " --to "
                            + lastWritten.orElseThrow());
        }
        results.ifPresent(names -> names.forEach((name, outcomes) -> outcomes.forEach(
                (outcome, count) -> line(out, "'" + name + "' " + outcome + ": " + Amounts.count(count)))));
        return out.toString();
    }

    private String conclusion() {
        final String number = Amounts.count(count(Judgement.WRITE));
        if (dryRun) {
            return number + " would be written again; --dry-run writes nothing";
        }
        return firstWritten
                .map(first -> number + " written again, from " + first + " to " + lastWritten.orElseThrow())
                .orElse("nothing was written again");
    }

    private static void line(StringBuilder out, String text) {
        out.append(text).append(System.lineSeparator());
    }

    /** Returns one object on one line; new versions only add members. */
    public String json() {
        final ObjectNode line = Json.object();
        line.put("dryRun", dryRun).put("requests", count(Judgement.WRITE));
        whyNone().ifPresent(why -> line.put("reason", why));
        firstWritten.ifPresent(first -> line.put("first", first.toString()));
        lastWritten.ifPresent(last -> line.put("last", last.toString()));
        line.set("groups", Json.of(groups.values()));
        final ObjectNode leftOut = line.putObject("leftOut");
        for (final Judgement judgement : Judgement.values()) {
            if (judgement != Judgement.WRITE) {
                leftOut.put(judgement.name().toLowerCase(Locale.ROOT), count(judgement));
            }
        }
        results.ifPresent(names -> line.set("results", Json.of(names)));
        return line.toString();
    }
}
