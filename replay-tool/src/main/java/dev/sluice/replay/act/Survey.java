package dev.sluice.replay.act;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.QueueException;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.files.RollFileSync;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.replay.act.Dispositions.Disposition;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.exchange.Json;
import dev.sluice.service.pending.Waiting;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Counts waiting requests by their fate (what the next gateway will do with them) and by their name. If a report is wanted,
 * writes to the report a line with the fate of each request. For one thread.
 */
final class Survey implements RequestReceiver {

    private static final int AT_A_TIME = 1_000;
    private static final String NO_NAME = "(unreadable)";

    private final Map<Disposition, TreeMap<String, Long>> counts = new EnumMap<>(Disposition.class);
    private final SortedSet<String> updates = new TreeSet<>();
    private final Lane pair;
    private final Dispositions fates;
    private final long before;
    private final Optional<Path> report;
    private final Writer lines;
    private OptionalLong first = OptionalLong.empty();
    private long last;
    private OptionalLong lastSkipped = OptionalLong.empty();
    private long count;
    private long behind;

    private Survey(Lane pair, Dispositions fates, long before, Optional<Path> report, Writer lines) {
        this.pair = pair;
        this.fates = fates;
        this.before = before;
        this.report = report;
        this.lines = lines;
    }

    /**
     * Reads requests to their end.
     *
     * @param before requests from this index on are only counted
     * @param report a file to which one JSON object is written for each request; it is synced to disk at the end. New versions
     *     only add members
     * @param progress receives now and then the number of requests looked at
     */
    static Survey of(
            Lane pair,
            RequestReader requests,
            Dispositions fates,
            long before,
            Optional<Path> report,
            LongConsumer progress) {
        final Survey survey;
        try (Writer lines = report.isPresent() ? Files.newBufferedWriter(report.get()) : Writer.nullWriter()) {
            survey = new Survey(pair, fates, before, report, lines);
            while (requests.poll(survey, AT_A_TIME) > 0) {
                progress.accept(survey.count + survey.behind);
            }
        } catch (final IOException e) {
            throw cannotWrite(report, e);
        }
        report.ifPresent(RollFileSync::force);
        return survey;
    }

    private static QueueException cannotWrite(Optional<Path> report, IOException error) {
        return new QueueException("cannot write the report " + report.orElseThrow() + ": " + error.getMessage(), error);
    }

    @Override
    public void request(long index, long writtenNanos, RequestFrame request) {
        final String name = Waiting.nameOf(request);
        if (request.kind() == RequestKind.UPDATE && index < before) {
            updates.add(name);
        }
        count(index, writtenNanos, Optional.of(request), name);
    }

    @Override
    public void undecodable(long index, long writtenNanos, String why) {
        count(index, writtenNanos, Optional.empty(), NO_NAME);
    }

    private void count(long index, long writtenNanos, Optional<RequestFrame> request, String name) {
        if (index >= before) {
            behind++;
            return;
        }
        final Disposition fate = request.map(frame -> fates.of(index, frame)).orElse(Disposition.UNREADABLE);
        first = first.isPresent() ? first : OptionalLong.of(index);
        last = index;
        lastSkipped = fates.skips(index) ? OptionalLong.of(index) : lastSkipped;
        count++;
        counts.computeIfAbsent(fate, key -> new TreeMap<>()).merge(name, 1L, Long::sum);
        if (report.isPresent()) {
            report(index, writtenNanos, request, fate);
        }
    }

    private void report(long index, long writtenNanos, Optional<RequestFrame> request, Disposition fate) {
        final ObjectNode line =
                Json.object().put("position", pair.inputPosition(index).toString());
        request.ifPresent(frame -> line.put("method", frame.kind().event())
                .put("name", frame.name())
                .put("writer", Long.toHexString(frame.writer()))
                .put("sequence", frame.sequence()));
        Amounts.instant(writtenNanos).ifPresent(written -> line.put("written", written.toString()));
        line.put("fate", fate.name().toLowerCase(Locale.ROOT));
        try {
            lines.write(line + System.lineSeparator());
        } catch (final IOException e) {
            throw cannotWrite(report, e);
        }
    }

    /** Returns the number of requests whose fate was determined. */
    long count() {
        return count;
    }

    /** Returns the number of requests that wait after those whose fate was determined. */
    long behind() {
        return behind;
    }

    /** Returns the index of the first request whose fate was determined; empty if there is none. */
    OptionalLong first() {
        return first;
    }

    /** Returns the index of the last skipped request; empty if none is skipped. */
    OptionalLong lastSkipped() {
        return lastSkipped;
    }

    /** Returns the names of the updates among the requests whose fate was determined. */
    SortedSet<String> updates() {
        return updates;
    }

    /** Whether any request has the given fate. */
    boolean has(Disposition fate) {
        return counts.containsKey(fate);
    }

    /** Whether any request has a fate that an operator has to accept. */
    boolean doubtful() {
        return counts.keySet().stream().anyMatch(Disposition::doubtful);
    }

    /** Prints the counts. */
    void print(PrintWriter out) {
        if (first.isPresent()) {
            out.printf(
                    Locale.ROOT,
                    "%,d requests, from %s to %s:%n",
                    count,
                    pair.inputPosition(first.getAsLong()),
                    pair.inputPosition(last));
        }
        counts.forEach((fate, names) -> {
            final long all = names.values().stream().mapToLong(Long::longValue).sum();
            final String each = names.entrySet().stream()
                    .map(name -> String.format(Locale.ROOT, "%s %,d", name.getKey(), name.getValue()))
                    .collect(Collectors.joining(", "));
            out.printf(Locale.ROOT, "%,12d  %s: %s%n", all, fate.words(), each);
        });
    }
}
