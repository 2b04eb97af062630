package dev.sluice.service.look;

import static dev.sluice.service.exchange.Amounts.count;
import static dev.sluice.service.exchange.Amounts.ifKnown;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A status as text for people. It begins with what needs an operator's attention. */
public final class StatusText {

    private static final int FEW = 5;
    private static final String NOTHING = "nothing yet";
    private static final String[] NAMES = {
        "NAME", "REQUESTS", "FAILED", "RESULTS/S", "HALF", "99 OF 100", "CALLS/S", "REQUESTS/CALL", "WHY A CALL"
    };

    private final Labelled out = new Labelled("%-15s%s");

    private StatusText() {}

    /** Returns the lines, each with its line end. */
    public static String of(Status status) {
        return new StatusText().text(status);
    }

    private String text(Status status) {
        needs(status);
        status.gateway().ifPresent(gateway -> gateway(gateway, status.at()));
        final boolean several = status.lanes().size() > 1;
        final boolean fromGateway = status.gateway().isPresent();
        if (several) {
            out.line("all lanes", status.lanes().size() + " in " + status.queues());
        }
        if (several || fromGateway) {
            out.line("waiting", status.waiting(), StatusText::requests, "unknown at the moment");
        }
        if (several) {
            out.lines("rates", status.rates(), StatusText::rate);
        }
        for (final OfLane lane : status.lanes()) {
            if (several) {
                out.whole("");
                out.line("lane " + lane.number(), ifKnown(lane.served(), StatusText::served));
            }
            out.line("queues", lane.unread(), why -> "cannot be read: " + why);
            lane.queues().ifPresent(queues -> queues(queues, fromGateway));
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
                    ifKnown(row.since(), Amounts::time),
                    count(row.held()),
                    Amounts.decimal(row.callsPerSecond()),
                    ifKnown(row.requestsPerCall(), Amounts::decimal),
                    SafeText.of(row.reason()));
        }
        final TextTable names = new TextTable(NAMES);
        for (final Name row : gateway.names()) {
            names.add(
                    SafeText.of(row.name()),
                    count(row.requests()),
                    count(row.failed()),
                    Amounts.decimal(row.minute().resultsPerSecond()),
                    ifKnown(row.minute().medianNanos(), Amounts::nanos),
                    ifKnown(row.minute().mostNanos(), Amounts::nanos),
                    Amounts.decimal(row.callsPerSecond()),
                    ifKnown(row.minute().requestsPerCall(), Amounts::decimal),
                    shares(row.reasons()));
        }
        for (final TextTable table : List.of(backends, names)) {
            if (!table.isEmpty()) {
                out.whole("");
                out.whole(table.text().stripTrailing());
            }
        }
        out.whole("");
        out.lines("last failures", gateway.failures().stream().limit(FEW).toList(), StatusText::failed);
    }

    private static String shares(Map<String, Double> shares) {
        return shares.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(share -> Amounts.text("%s %.0f%%", share.getKey(), 100 * share.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String failed(Failed failed) {
        return failed.position() + (failed.lane().isEmpty() ? "" : " lane " + failed.lane()) + " '" + failed.name()
                + "' " + failed.failure().kind() + " " + failed.failure().message();
    }

    private static String did(Times did) {
        return Amounts.decimal(did.requestsPerSecond()) + " requests read a second, "
                + Amounts.decimal(did.resultsPerSecond()) + " results, "
                + Amounts.decimal(did.failuresPerSecond()) + " of them failures"
                + ifKnown(did.medianNanos(), nanos -> ", half within " + Amounts.nanos(nanos))
                + ifKnown(did.mostNanos(), nanos -> ", 99 of 100 within " + Amounts.nanos(nanos))
                + ifKnown(did.requestsPerCall(), mean -> ", " + Amounts.decimal(mean) + " requests a call");
    }

    private static String served(Served served) {
        return served.backlog().map(Amounts::count).orElse("unknown number") + " waiting, " + count(served.inHand())
                + " in progress" + ifKnown(served.oldest(), age -> ", the oldest for " + Amounts.time(age))
                + ", " + count(served.results()) + " results"
                + served.why().stream().map(why -> "; " + why).collect(Collectors.joining());
    }

    private static String requests(Waiting waiting) {
        return count(waiting.requests()) + " requests"
                + ifKnown(waiting.age(), age -> ", the oldest for " + Amounts.time(age))
                + ifKnown(waiting.drain(), drain -> ", " + Amounts.time(drain) + " at the present rate");
    }

    private static String rate(Queues.Rate rate) {
        return Amounts.text(
                "%3d min  written %,10.1f/s  answered %,10.1f/s",
                rate.seconds() / 60, rate.writtenPerSecond(), rate.answeredPerSecond());
    }

    /** @param counted whether the gateway has counted the waiting requests; if not, the count in the queues is shown */
    private void queues(Queues its, boolean counted) {
        final Instant now = its.at();
        out.line("queues", its.address() + ", input " + its.input() + ", at " + seconds(now));
        if (!counted) {
            out.line("waiting", waiting(its));
        }
        out.line("last written", its.lastWritten(), last -> last.position() + when(last.time(), now), NOTHING);
        out.line("last answered", its.lastAnswered(), last -> answered(last, now), NOTHING);
        out.lines("rates", its.rates(), StatusText::rate);
        recent(its.recent());
        out.line(
                "disk",
                "in " + Amounts.bytes(its.disk().in()) + ", out "
                        + Amounts.bytes(its.disk().out()) + ", "
                        + Amounts.bytes(its.disk().left()) + " left, reserve "
                        + Amounts.bytes(its.disk().reserve()));
        out.line("gateway", its.gateway(), holder -> holder(holder, now), "none serves these queues");
        out.line("", its.unclean(), StatusText::unclean);
        out.lines("backends", its.unwell(), backend -> Troubles.said(backend, now));
        final Stream<String> processes = its.writingProcesses().stream().map(String::valueOf);
        out.line(
                "writers",
                its.writingProcesses().isEmpty()
                        ? "none is open"
                        : "open in process " + processes.collect(Collectors.joining(", ")));
        out.lines("", its.writers(), writer -> "'" + writer.name() + "'" + open(writer.pid()));
        out.lines("readers", its.readers(), StatusText::reader);
        out.lines("runs", its.runs(), StatusText::run);
        out.lines("decided", its.decided(), StatusText::decision);
        out.line("control", its.holdsUp(), words -> words);
    }

    private static String answered(Queues.Answered last, Instant now) {
        return last.position() + when(last.time(), now) + ", result " + last.result() + " of its queue";
    }

    private static String waiting(Queues its) {
        final boolean stands = its.isServed()
                && its.unanswering().isEmpty()
                && its.waiting().requests() > 0
                && its.waiting().drain().isEmpty();
        return requests(its.waiting()) + (stands ? ", and none was answered within the last 15 minutes" : "");
    }

    private void recent(Queues.Recent recent) {
        final String of = "of the last " + count(recent.results()) + " results"
                + ifKnown(recent.since(), time -> ", since " + seconds(time));
        out.line(
                "failures",
                recent.results() == 0 ? "no result yet" : recent.failures().isEmpty() ? "none " + of : of);
        out.lines("", recent.failures(), StatusText::failures);
        out.line("chunks", recent.chunks(), StatusText::chunks);
        out.line("calls", recent.calls(), StatusText::calls);
    }

    private static String chunks(Queues.Chunks its) {
        return count(its.count()) + " in these results, each read in one go: p50 " + count(its.p50()) + ", p99 "
                + count(its.p99()) + ", largest " + count(its.max()) + " requests";
    }

    private static String calls(Queues.Calls its) {
        return count(its.count()) + " for these results: p50 " + count(its.p50()) + ", largest " + count(its.max())
                + " requests; smallest for '" + its.smallest() + "', mean " + Amounts.text("%.1f", its.smallestMean());
    }

    private static String failures(Queues.Failures its) {
        return Amounts.text("%-11s %,8d  last %s", its.kind(), its.count(), its.lastPosition())
                + (its.lastName().isEmpty() ? "" : " '" + its.lastName() + "'");
    }

    private static String holder(Holder holder, Instant now) {
        final String since = seconds(holder.since());
        final String age = Amounts.time(Duration.between(holder.since(), now));
        return holder.live()
                ? "process " + holder.pid() + " since " + since + " (" + age + ")"
                : "none; process " + holder.pid() + " held the lock from " + since
                        + ", and ended without giving it back";
    }

    private static String unclean(Queues.Unclean unclean) {
        return "the last one crashed with requests up to " + unclean.through()
                + " in progress; the next sends them one at a time, but first in full chunks if they are many"
                + ifKnown(unclean.suspect(), suspect -> "; " + suspect + " was alone in progress at ")
                + ifKnown(unclean.ends(), ends -> ends + " such crashes");
    }

    private static String reader(Queues.Reader reader) {
        return "'" + reader.name() + "' " + behind(reader.behind()) + open(reader.pid());
    }

    private static String run(Queues.Run run) {
        return run.name() + " " + count(run.handled()) + " items handled, " + count(run.failed())
                + " failed, its mark is " + behind(run.behind()) + open(run.pid());
    }

    private static String behind(long results) {
        return results == 0 ? "at the end" : count(results) + (results == 1 ? " result" : " results") + " behind";
    }

    private static String open(Optional<Long> pid) {
        return pid.map(process -> ", open in process " + process).orElse(", not open");
    }

    private static String decision(Decision decision) {
        return decision.from() + ".." + decision.to()
                + (decision.name().isEmpty() ? "" : " for '" + decision.name() + "'")
                + " will be answered as failed, as decided at " + decision.decided();
    }

    private static String when(Optional<Instant> time, Instant now) {
        return ifKnown(time, its -> " at " + seconds(its) + ", " + Amounts.time(Duration.between(its, now)) + " ago");
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
