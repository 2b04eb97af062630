package dev.sluice.replay.export;

import dev.sluice.internal.queue.scan.RecordedDocument;
import dev.sluice.internal.queue.scan.RecordedRequests;
import dev.sluice.internal.queue.scan.RecordedResults;
import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.replay.exchange.Exchange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * Takes requests with their results out of a recording, in their order, in constant memory. Results that should not be there
 * come along where they were found. One thread.
 */
public final class Exporter implements AutoCloseable {

    private static final int PROGRESS = 10_000;

    /** Which exchanges are meant. */
    public interface Meant {

        /** Whether they end before that request; it comes without its result. */
        boolean endsBefore(Exchange exchange);

        /** Whether all up to there are meant, so that what cannot be read is taken, too. */
        boolean takesAll();

        /** Whether that one is. */
        boolean takes(Exchange exchange);
    }

    private final Recording source;
    private final RecordedRequests requests;
    private final RecordedResults results;
    private final Treatment treatment;
    private final boolean behindAll;
    private boolean hasResult;

    /**
     * Opens both sides.
     *
     * @param from the index of the first request; empty for the first there is
     * @param treatment what is done with each document on the way
     */
    public Exporter(Recording source, OptionalLong from, Treatment treatment) {
        final OptionalLong first = from.isEmpty() ? from : source.firstRequestFrom(from.getAsLong());
        this.source = source;
        this.treatment = treatment;
        this.behindAll = from.isPresent() && first.isEmpty();
        this.requests = first.isEmpty() ? source.scanRequests() : source.scanRequests(first.getAsLong());
        boolean opened = false;
        try {
            this.results = first.isEmpty() ? source.scanResults() : source.scanResults(first.getAsLong());
            opened = true;
        } finally {
            if (!opened) {
                requests.close();
            }
        }
    }

    /**
     * Takes them to the last that is meant, or the last there is, into a file, which is there once it is whole.
     *
     * @param replace whether it may take the place of another
     * @param madeBy the release of Sluice
     * @param progress told from time to time how many requests were passed
     * @throws dev.sluice.api.QueueException if the recording cannot be read further, or the file not be written
     */
    public Trailer run(
            Path path, boolean replace, String madeBy, Contents contents, Meant meant, LongConsumer progress) {
        try (ExportWriter writer = new ExportWriter(path, replace, Header.of(source, madeBy, contents))) {
            run(meant, writer, progress);
            return writer.finish();
        }
    }

    private void run(Meant meant, ExportWriter target, LongConsumer progress) {
        hasResult = results.next();
        long passed = 0;
        boolean more = !behindAll && requests.next();
        while (more && !meant.endsBefore(Exchange.of(source, requests, Optional.empty()))) {
            take(meant, target);
            if (++passed % PROGRESS == 0) {
                progress.accept(passed);
            }
            more = requests.next();
        }
        if (!more && !behindAll && meant.takesAll()) {
            takeRest(target);
        }
    }

    /** Results of requests that do not exist; a request is there before its result. */
    private void takeRest(ExportWriter target) {
        while (hasResult && !requests.next()) {
            target.add(treatment.result(requests, results));
            hasResult = results.next();
        }
    }

    /** Takes the request, if it is meant, and its result; if all are meant, other results that are found here as well. */
    private void take(Meant meant, ExportWriter target) {
        boolean answered = false;
        boolean taken = meant.takesAll();
        Optional<RecordedDocument<ResultFrame>> answer = Optional.empty();
        final List<RecordedDocument<ResultFrame>> others = new ArrayList<>();
        while (hasResult && belongs()) {
            if (!answered && answers()) {
                answered = true;
                taken |= meant.takes(Exchange.of(source, requests, Optional.of(results)));
                answer = taken ? Optional.of(treatment.result(requests, results)) : Optional.empty();
            } else if (meant.takesAll() && answered) {
                others.add(treatment.result(requests, results));
            } else if (meant.takesAll()) {
                target.add(treatment.result(requests, results));
            }
            hasResult = results.next();
        }
        if (taken || !answered && meant.takes(Exchange.of(source, requests, Optional.empty()))) {
            target.add(treatment.request(requests), answer);
        }
        others.forEach(target::add);
    }

    private boolean answers() {
        return results.unreadable().isEmpty() && results.frame().request().index() == requests.index();
    }

    private boolean belongs() {
        return !results.unreadable().isEmpty() || results.frame().request().index() <= requests.index();
    }

    @Override
    public void close() {
        try (requests;
                results) {
            // closes both
        }
    }
}
