package dev.sluice.replay;

import dev.sluice.replay.exchange.Format;
import dev.sluice.replay.exchange.Lines;
import dev.sluice.replay.exchange.Selection;
import dev.sluice.replay.exchange.Stats;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchange.Side;
import dev.sluice.service.exchange.Exchanges;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cat}: prints requests, results or both with their positions, one line each. */
@Command(
        name = "cat",
        description = {
            "Prints the requests or the results of a pair of queues, or both side by side, one line each. A gateway"
                    + " and jobs may be running.",
            "'cat both --format json' prints everything that the queues contain. 'diff' and the test kit can read a"
                    + " file of these lines, plain or compressed by gzip.",
            "A place is a position, cycle:sequence, or a time in ISO 8601, such as 2026-11-22T03:00:00Z; a time"
                    + " without a zone is local time. A place is found by a search, without reading all requests"
                    + " before it."
        },
        footer = {
            "  sluice cat both -q data/demo/queues --limit 3",
            "  sluice cat both -q data/demo/queues --outcome failed,waiting --format json",
            "  sluice cat both -q data/demo/queues --format json \\",
            "      | gzip > data/demo/monday.jsonl.gz",
            "  sluice cat requests -q data/demo/queues --key 17 --format csv",
            "  sluice cat -q data/demo/queues --last 5",
            "  sluice cat both -q data/demo/queues --stats"
        },
        exitCodeList = {"0:done", "2:wrong command line", "3:there are no queues, or they cannot be read further"})
final class CatCommand extends QueueCommand {

    private static final int LINES = 256;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    @Parameters(
            arity = "0..1",
            paramLabel = "requests|results|both",
            defaultValue = "results",
            description = "What to print.")
    private Side side;

    @Mixin
    private QueuesOption queues;

    @Mixin
    private SelectionOption.ByOutcome selected;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}: for people, for programs, for spreadsheets (default: text).")
    private Format format;

    @Option(names = "--limit", paramLabel = "N", description = "The most lines to print (default: all).")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--last", paramLabel = "N", description = "Print only the last N lines.")
    private Optional<Integer> last = Optional.empty();

    @Option(
            names = "--follow",
            description =
                    "Go on with new lines until Ctrl-C. 'requests' prints a request when it is written; 'results' and"
                            + " 'both' print when the result is written.")
    private boolean follow;

    @Option(
            names = "--stats",
            description = "Print a summary by name instead: the number of requests, their outcomes, and how long they"
                    + " waited, were in a call, were in the gateway, and took in total.")
    private boolean stats;

    @Override
    int run(PrintWriter out) {
        try (Lane lane = queues.open()) {
            run(lane, out);
        }
        return 0;
    }

    private void run(Lane lane, PrintWriter out) {
        if (stats) {
            final Stats sums = new Stats();
            each(lane, out, sums::add);
            if (format == Format.json) {
                sums.json().forEach(out::println);
            } else {
                out.print(sums.text());
            }
        } else {
            print(lane, out);
        }
    }

    private void print(Lane lane, PrintWriter out) {
        format.header(side).ifPresent(out::println);
        if (follow) {
            each(lane, out, exchange -> out.println(format.line(exchange, side, lane.inputId())));
            return;
        }
        try (Lines lines = new Lines(out, format, last)) {
            each(lane, out, exchange -> lines.add(format.line(exchange, side, lane.inputId())));
            lines.end();
        }
    }

    private void each(Lane lane, PrintWriter out, Consumer<Exchange> exchange) {
        final Selection selection = selected.of(lane);
        try (Exchanges exchanges = Exchanges.open(lane, from(lane, selection))) {
            long taken = 0;
            Optional<Exchange> next = next(exchanges, out);
            while (next.isPresent() && taken < limit && !selection.after().test(next.get()) && !isClosed(out, taken)) {
                if (side.takes(next.get()) && selection.choice().takes(next.get())) {
                    exchange.accept(next.get());
                    taken++;
                }
                next = taken < limit ? next(exchanges, out) : Optional.empty();
            }
        }
    }

    /**
     * Whether the reader of the output has gone, as after {@code | head}. The check flushes the output, so it is not made for
     * each line.
     */
    private static boolean isClosed(PrintWriter out, long taken) {
        return taken % LINES == 0 && out.checkError();
    }

    private Optional<Exchange> next(Exchanges exchanges, PrintWriter out) {
        Optional<Exchange> next = take(exchanges);
        while (follow && next.isEmpty() && !Thread.currentThread().isInterrupted() && !out.checkError()) {
            LockSupport.parkNanos(PAUSE_NANOS);
            next = take(exchanges);
        }
        return next;
    }

    private Optional<Exchange> take(Exchanges exchanges) {
        return follow && side != Side.requests ? exchanges.nextAnswered() : exchanges.next();
    }

    /** Starts near the end if {@code --last} is given without a filter. With a filter, the last lines may come from anywhere. */
    private OptionalLong from(Lane lane, Selection selection) {
        final boolean atEnd = last.isPresent()
                && selection.from().isEmpty()
                && selected.isOpen()
                && selection.choice().takesAll();
        return atEnd ? fromEnd(lane) : selection.from();
    }

    private OptionalLong fromEnd(Lane pair) {
        final OptionalLong end = side == Side.results
                ? pair.lastAnswered().stream()
                        .mapToLong(LastAnswered::requestIndex)
                        .findFirst()
                : pair.lastRequest();
        return end.isPresent() && pair.inputPosition(end.getAsLong()).sequence() + 1 >= last.get()
                ? OptionalLong.of(lastOnes(pair, end.getAsLong())) // in the same file
                : OptionalLong.empty();
    }

    /**
     * Returns an index from which at least {@code --last} requests follow; there may be a few more, because indexes have gaps.
     */
    private long lastOnes(Lane pair, long end) {
        final long first = pair.firstRequestFrom(0).orElse(0);
        long from = Math.max(first, end - last.get() + 1);
        while (from > first && pair.requestsBetween(from, end + 1) < last.get()) {
            from = Math.max(first, from - last.get());
        }
        return from;
    }
}
