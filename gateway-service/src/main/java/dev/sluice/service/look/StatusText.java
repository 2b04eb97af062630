package dev.sluice.service.look;

import dev.sluice.internal.text.SafeText;
import dev.sluice.internal.text.TextTable;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.look.Queues.Failed;
import dev.sluice.service.look.Queues.Waiting;
import dev.sluice.service.look.Status.Backend;
import dev.sluice.service.look.Status.Gateway;
import dev.sluice.service.look.Status.Name;
import dev.sluice.service.look.Status.Need;
import dev.sluice.service.look.Status.OfLane;
import dev.sluice.service.look.Status.Served;
import dev.sluice.service.look.Status.Times;
import dev.sluice.service.pending.Decisions.Decision;
import dev.sluice.transport.Holder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A status as text for people. It begins with what needs an operator's attention. */
public final class StatusText {

    private static final String LINE = "%-15s%s";
    private static final int FEW = 5;

    private final Labelled out = new Labelled(LINE);

    private StatusText() {}

    /** Returns the lines, each with its line end. */
    public static String of(Status status) {
        return new StatusText().text(status);
    }

    private String text(Status status) {
        needs(status);
        status.gateway().ifPresent(gateway -> gateway(gateway, status.at()));
        final boolean several = status.lanes().size() > 1;
        if (several) {
            out.line("all lanes", status.lanes().size() + " in " + status.queues());
        }
        if (several || status.gateway().isPresent()) {
            out.line("waiting", status.waiting().map(StatusText::requests).orElse("unknown at the moment"));
        }
        if (several) {
            out.lines("rates", status.rates().stream().map(StatusText::rate).toList());
        }
        for (final OfLane lane : status.lanes()) {
            if (several) {
                out.whole("");
                out.line(
                        "lane " + lane.number(),
                        lane.served().map(StatusText::served).orElse(""));
            }
            lane.unread().ifPresent(why -> out.line("queues", "cannot be read: " + why));
            lane.queues()
                    .ifPresent(queues ->
                            new OfQueues(queues).lines(status.gateway().isEmpty()));
        }
        return out.text();
    }

    private void needs(Status status) {
        if (status.fine()) {
            final long waiting = status.waiting().map(Waiting::requests).orElse(0L);
            out.whole("fine: " + (waiting == 0 ? "nothing waits" : count(waiting) + " waiting, being answered"));
        }
        for (final Need need : status.needs()) {
            out.whole(SafeText.of((need.urgent() ? "needs a person: " : "worth knowing: ") + need.why()));
            if (!need.act().isEmpty()) {
                out.line("", need.act());
            }
        }
    }

    private void gateway(Gateway gateway, Instant now) {
        out.line(
                "gateway",
                gateway.name() + ", process " + gateway.process() + ", up for " + Amounts.time(gateway.up())
                        + ", Sluice " + gateway.version() + ", " + seconds(now));
        out.line("last minute", did(gateway.minute()));
        final TextTable backends =
                new TextTable("BACKEND", "STATE", "FOR", "WAITING", "CALLS/S", "REQUESTS/CALL", "IT SAID");
        for (final Backend row : gateway.backends()) {
            backends.add(
                    SafeText.of(row.name()),
                    row.condition(),
                    row.since().map(Amounts::time).orElse(""),
                    count(row.held()),
                    Amounts.decimal(row.callsPerSecond()),
                    row.requestsPerCall().map(Amounts::decimal).orElse(""),
                    SafeText.of(row.reason()));
        }
        final TextTable names = new TextTable(
                "NAME",
                "REQUESTS",
                "FAILED",
                "RESULTS/S",
                "HALF",
                "99 OF 100",
                "CALLS/S",
                "REQUESTS/CALL",
                "WHY A CALL");
        for (final Name row : gateway.names()) {
            names.add(
                    SafeText.of(row.name()),
                    count(row.requests()),
                    count(row.failed()),
                    Amounts.decimal(row.minute().resultsPerSecond()),
                    row.minute().medianNanos().map(Amounts::nanos).orElse(""),
                    row.minute().mostNanos().map(Amounts::nanos).orElse(""),
                    Amounts.decimal(row.callsPerSecond()),
                    row.minute().requestsPerCall().map(Amounts::decimal).orElse(""),
                    shares(row.reasons()));
        }
        for (final TextTable table : List.of(backends, names)) {
            if (!table.isEmpty()) {
                out.whole("");
                out.whole(table.text().stripTrailing());
            }
        }
        out.whole("");
        final List<String> failures =
                gateway.failures().stream().limit(FEW).map(StatusText::failed).toList();
        out.lines("last failures", failures);
    }

    private static String shares(Map<String, Double> shares) {
        return shares.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(share -> String.format(Locale.ROOT, "%s %.0f%%", share.getKey(), 100 * share.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String failed(Failed failed) {
        return failed.position() + (failed.lane().isEmpty() ? "" : " lane " + failed.lane()) + " '" + failed.name()
                + "' " + failed.failure().kind() + " " + failed.failure().message();
    }

    private static String did(Times did) {
        final List<String> parts = new ArrayList<>();
        parts.add(Amounts.decimal(did.requestsPerSecond()) + " requests read a second");
        parts.add(Amounts.decimal(did.resultsPerSecond()) + " results, " + Amounts.decimal(did.failuresPerSecond())
                + " of them failures");
        did.medianNanos().ifPresent(nanos -> parts.add("half within " + Amounts.nanos(nanos)));
        did.mostNanos().ifPresent(nanos -> parts.add("99 of 100 within " + Amounts.nanos(nanos)));
        did.requestsPerCall().ifPresent(mean -> parts.add(Amounts.decimal(mean) + " requests a call"));
        return String.join(", ", parts);
    }

    private static String served(Served served) {
        return served.backlog().map(Amounts::count).orElse("unknown number") + " waiting, " + count(served.inHand())
                + " in progress"
                + served.oldest()
                        .map(age -> ", the oldest for " + Amounts.time(age))
                        .orElse("")
                + ", " + count(served.results()) + " results"
                + served.why().stream().map(why -> "; " + why).collect(Collectors.joining());
    }

    private static String requests(Waiting waiting) {
        return count(waiting.requests()) + " requests"
                + waiting.age()
                        .map(age -> ", the oldest for " + Amounts.time(age))
                        .orElse("")
                + waiting.drain()
                        .map(drain -> ", " + Amounts.time(drain) + " at the present rate")
                        .orElse("");
    }

    static String rate(Queues.Rate rate) {
        return String.format(
                Locale.ROOT,
                "%3d min  written %,10.1f/s  answered %,10.1f/s",
                rate.seconds() / 60,
                rate.writtenPerSecond(),
                rate.answeredPerSecond());
    }

    private static String behind(long results) {
        return results == 0 ? "at the end" : count(results) + (results == 1 ? " result" : " results") + " behind";
    }

    private static String open(Optional<Long> pid) {
        return pid.map(process -> ", open in process " + process).orElse(", not open");
    }

    private static String count(long count) {
        return Amounts.count(count);
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** The lines of one lane's queues. */
    private final class OfQueues {

        private final Queues status;

        private OfQueues(Queues status) {
            this.status = status;
        }

        /** @param counted whether to add a line about the waiting requests, as they are counted in the queues */
        private void lines(boolean counted) {
            out.line("queues", status.address() + ", input " + status.input() + ", at " + seconds(status.at()));
            if (counted) {
                out.line("waiting", waiting(status.waiting()));
            }
            out.line(
                    "last written",
                    status.lastWritten()
                            .map(last -> last.position() + when(last.time()))
                            .orElse("nothing yet"));
            out.line(
                    "last answered",
                    status.lastAnswered()
                            .map(last ->
                                    last.position() + when(last.time()) + ", result " + last.result() + " of its queue")
                            .orElse("nothing yet"));
            out.lines("rates", status.rates().stream().map(StatusText::rate).toList());
            recent(status.recent());
            out.line("disk", disk(status.disk()));
            out.line("gateway", status.gateway().map(this::gateway).orElse("none serves these queues"));
            status.unclean().ifPresent(unclean -> out.line("", unclean(unclean)));
            out.lines(
                    "backends",
                    status.unwell().stream()
                            .map(backend -> Troubles.said(backend, status.at()))
                            .toList());
            writers();
            out.lines("readers", status.readers().stream().map(OfQueues::reader).toList());
            out.lines("runs", status.runs().stream().map(OfQueues::run).toList());
            out.lines(
                    "decided", status.decided().stream().map(OfQueues::decision).toList());
            status.holdsUp().ifPresent(words -> out.line("control", words));
        }

        private String waiting(Queues.Waiting waiting) {
            final boolean goesOn = status.isServed() && status.unanswering().isEmpty();
            return requests(waiting)
                    + (waiting.drain().isEmpty() && goesOn && waiting.requests() > 0
                            ? ", and none was answered within the last 15 minutes"
                            : "");
        }

        private void recent(Queues.Recent recent) {
            final String since =
                    recent.since().map(time -> ", since " + seconds(time)).orElse("");
            final String of = "of the last " + count(recent.results()) + " results" + since;
            out.line(
                    "failures",
                    recent.results() == 0 ? "no result yet" : recent.failures().isEmpty() ? "none " + of : of);
            recent.failures()
                    .forEach(failed -> out.line(
                            "",
                            String.format(
                                    Locale.ROOT,
                                    "%-11s %,8d  last %s%s",
                                    failed.kind(),
                                    failed.count(),
                                    failed.lastPosition(),
                                    failed.lastName().isEmpty() ? "" : " '" + failed.lastName() + "'")));
            recent.chunks()
                    .ifPresent(chunks -> out.line(
                            "chunks",
                            count(chunks.count()) + " in these results, each read in one go: p50 " + count(chunks.p50())
                                    + ", p99 " + count(chunks.p99()) + ", largest " + count(chunks.max())
                                    + " requests"));
            recent.calls()
                    .ifPresent(calls -> out.line(
                            "calls",
                            String.format(
                                    Locale.ROOT,
                                    "%s for these results: p50 %s, largest %s requests; smallest for '%s', mean %.1f",
                                    count(calls.count()),
                                    count(calls.p50()),
                                    count(calls.max()),
                                    calls.smallest(),
                                    calls.smallestMean())));
        }

        private static String disk(Queues.Disk disk) {
            return "in " + Amounts.bytes(disk.in()) + ", out " + Amounts.bytes(disk.out()) + ", "
                    + Amounts.bytes(disk.left()) + " left, reserve " + Amounts.bytes(disk.reserve());
        }

        private String gateway(Holder holder) {
            return holder.live()
                    ? "process " + holder.pid() + " since " + seconds(holder.since()) + " (" + since(holder.since())
                            + ")"
                    : "none; process " + holder.pid() + " held the lock from " + seconds(holder.since())
                            + ", and ended without giving it back";
        }

        private static String unclean(Queues.Unclean unclean) {
            return "the last one crashed with requests up to " + unclean.through()
                    + " in progress; the next sends them one at a time, but first in full chunks if they are many"
                    + unclean.suspect()
                            .map(suspect -> "; " + suspect + " was alone in progress at "
                                    + unclean.ends().orElseThrow() + " such crashes")
                            .orElse("");
        }

        private void writers() {
            final String processes =
                    status.writingProcesses().stream().map(String::valueOf).collect(Collectors.joining(", "));
            final String open = status.writers().stream()
                    .filter(writer -> writer.pid().isPresent())
                    .map(writer ->
                            "'" + writer.name() + "' in process " + writer.pid().get())
                    .collect(Collectors.joining(", "));
            final String closed = status.writers().stream()
                    .filter(writer -> writer.pid().isEmpty())
                    .map(writer -> "'" + writer.name() + "'")
                    .collect(Collectors.joining(", "));
            out.line(
                    "writers",
                    (processes.isEmpty() ? "none is open" : "open in process " + processes)
                            + (open.isEmpty() ? "" : ": " + open));
            if (!closed.isEmpty()) {
                out.line("", "not open: " + closed);
            }
        }

        private static String reader(Queues.Reader reader) {
            return "'" + reader.name() + "' " + behind(reader.behind()) + open(reader.pid());
        }

        private static String run(Queues.Run run) {
            return run.name() + " " + count(run.handled()) + " items handled, " + count(run.failed())
                    + " failed, its mark is " + behind(run.behind()) + open(run.pid());
        }

        private static String decision(Decision decision) {
            return decision.from() + ".." + decision.to()
                    + (decision.name().isEmpty() ? "" : " for '" + decision.name() + "'")
                    + " will be answered as failed, as decided at " + decision.decided();
        }

        private String when(Optional<Instant> time) {
            return time.map(then -> " at " + seconds(then) + ", " + since(then) + " ago")
                    .orElse("");
        }

        private String since(Instant time) {
            return Amounts.time(Duration.between(time, status.at()));
        }
    }
}
