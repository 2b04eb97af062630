package dev.sluice.replay.export;

import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.replay.exchange.Selection;
import dev.sluice.replay.exchange.Selection.Choice;
import dev.sluice.replay.export.mask.Mask;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchanges;
import dev.sluice.transport.Recording;
import dev.sluice.transport.Recording.RecordedDocument;
import dev.sluice.transport.Recording.RecordedRequests;
import dev.sluice.transport.Recording.RecordedResults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * Takes requests with their results out of a recording, in their order, in constant memory. Results that should not be there
 * come along where they were found. One thread.
 */
public final class Exporter implements AutoCloseable {

    private static final int PROGRESS = 10_000;

    private final Exchanges.Sides sides;
    private final RecordedRequests requests;
    private final RecordedResults results;
    private final Predicate<Exchange> after;
    private final Choice choice;
    private final Optional<Mask> mask;
    private boolean hasResult;

    /**
     * Opens both sides.
     *
     * @param selection which requests are meant; its end is asked about them without their results, and if its choice takes
     *     all, what cannot be read is taken, too
     * @param mask what is done to each document on the way; empty if nothing is
     */
    public Exporter(Recording source, Selection selection, Optional<Mask> mask) {
        this.sides = Exchanges.Sides.open(source, selection.from());
        this.requests = sides.requests();
        this.results = sides.results();
        this.after = selection.after();
        this.choice = selection.choice();
        this.mask = mask;
    }

    /**
     * Takes them to the last that is meant, or the last there is, into a file, which is there once it is whole.
     *
     * @param replace whether it may take the place of another
     * @param madeBy the release of Sluice
     * @param progress told from time to time how many requests were passed
     * @throws dev.sluice.api.QueueException if the recording cannot be read further, or the file not be written
     */
    public Trailer run(Path path, boolean replace, String madeBy, Header.Contents contents, LongConsumer progress) {
        try (ExportWriter writer = new ExportWriter(path, replace, Header.of(sides.recording(), madeBy, contents))) {
            run(writer, progress);
            return writer.finish();
        }
    }

    private void run(ExportWriter target, LongConsumer progress) {
        hasResult = results.next();
        long passed = 0;
        boolean more = !sides.afterAll() && requests.next();
        while (more && !after.test(sides.exchange(false))) {
            take(target);
            if (++passed % PROGRESS == 0) {
                progress.accept(passed);
            }
            more = requests.next();
        }
        if (!more && !sides.afterAll() && choice.takesAll()) {
            takeRest(target);
        }
    }

    /** Results of requests that do not exist; a request is there before its result. */
    private void takeRest(ExportWriter target) {
        while (hasResult && !requests.next()) {
            target.add(result());
            hasResult = results.next();
        }
    }

    /** Takes the request, if it is meant, and its result; if all are meant, other results that are found here as well. */
    private void take(ExportWriter target) {
        boolean answered = false;
        boolean taken = choice.takesAll();
        Optional<RecordedDocument<ResultFrame>> answer = Optional.empty();
        final List<RecordedDocument<ResultFrame>> others = new ArrayList<>();
        while (hasResult && isUpTo(requests.index())) {
            if (!answered && answers()) {
                answered = true;
                taken |= choice.takes(sides.exchange(true));
                answer = taken ? Optional.of(result()) : Optional.empty();
            } else if (choice.takesAll() && answered) {
                others.add(result());
            } else if (choice.takesAll()) {
                target.add(result());
            }
            hasResult = results.next();
        }
        if (taken || !answered && choice.takes(sides.exchange(false))) {
            target.add(mask.map(its -> its.request(requests)).orElseGet(requests::recorded), answer);
        }
        others.forEach(target::add);
    }

    private RecordedDocument<ResultFrame> result() {
        return mask.map(its -> its.result(requests, results)).orElseGet(results::recorded);
    }

    private boolean answers() {
        return results.unreadable().isEmpty() && results.frame().request().index() == requests.index();
    }

    private boolean isUpTo(long request) {
        return !results.unreadable().isEmpty() || results.frame().request().index() <= request;
    }

    @Override
    public void close() {
        sides.close();
    }
}
