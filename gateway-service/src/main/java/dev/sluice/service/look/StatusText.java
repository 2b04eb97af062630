package dev.sluice.service.look;

import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.pending.Decisions.Decision;
import dev.sluice.transport.Holder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A status for people: what needs one of them first, then a line for each thing. */
public final class StatusText {

    static final String LINE = "%-15s%s";

    private final Status status;
    private final Labelled out = new Labelled(LINE);

    private StatusText(Status status) {
        this.status = status;
    }

    /**
     * The lines.
     *
     * @param reasons what needs a person
     */
    public static String of(Status status, List<String> reasons) {
        return new StatusText(status).all(reasons);
    }

    /** The lines about a lane, after what needs a person in any. */
    static String ofLane(Status status) {
        return new StatusText(status).rest();
    }

    private String all(List<String> reasons) {
        begin(out, status.waiting().requests(), reasons);
        return rest();
    }

    /** The first lines: what needs a person, or that nothing does. */
    static void begin(Labelled out, long waiting, List<String> reasons) {
        if (reasons.isEmpty()) {
            out.whole("fine: " + (waiting == 0 ? "nothing waits" : count(waiting) + " wait, and a gateway is at it"));
        }
        reasons.forEach(reason -> out.whole("needs a person: " + reason));
    }

    private String rest() {
        out.line("queues", status.queues() + ", input " + status.input() + ", at " + seconds(status.at()));
        out.line("waiting", waiting(status.waiting()));
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
        out.lines("readers", status.readers().stream().map(StatusText::reader).toList());
        out.lines("runs", status.runs().stream().map(StatusText::run).toList());
        out.lines("decided", status.decided().stream().map(StatusText::decision).toList());
        status.holdsUp().ifPresent(words -> out.line("control", words));
        return out.text();
    }

    private String waiting(Status.Waiting waiting) {
        final boolean goesOn = status.isServed() && status.unanswering().isEmpty();
        return count(waiting.requests()) + " requests"
                + waiting.age()
                        .map(age -> ", the oldest for " + Amounts.time(age))
                        .orElse("")
                + waiting.drain()
                        .map(drain -> ", " + Amounts.time(drain) + " at the present rate")
                        .orElse(goesOn && waiting.requests() > 0 ? ", and nothing was answered lately" : "");
    }

    static String rate(Status.Rate rate) {
        return String.format(
                Locale.ROOT,
                "%3d min  written %,10.1f/s  answered %,10.1f/s",
                rate.seconds() / 60,
                rate.writtenPerSecond(),
                rate.answeredPerSecond());
    }

    private void recent(Status.Recent recent) {
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
                        count(chunks.count()) + " of these, p50 " + count(chunks.p50()) + ", p99 " + count(chunks.p99())
                                + ", largest " + count(chunks.max()) + " requests, read at one time each"));
        recent.calls()
                .ifPresent(calls -> out.line(
                        "calls",
                        String.format(
                                Locale.ROOT,
                                "%s answered these, p50 %s, largest %s requests; smallest those of '%s', %.1f on average",
                                count(calls.count()),
                                count(calls.p50()),
                                count(calls.max()),
                                calls.smallest(),
                                calls.smallestMean())));
    }

    private static String disk(Status.Disk disk) {
        return "in " + Amounts.bytes(disk.in()) + ", out " + Amounts.bytes(disk.out()) + ", "
                + Amounts.bytes(disk.left()) + " left, reserve " + Amounts.bytes(disk.reserve());
    }

    private String gateway(Holder holder) {
        return holder.live()
                ? "process " + holder.pid() + " since " + seconds(holder.since()) + " (" + since(holder.since()) + ")"
                : "none; process " + holder.pid() + " held the lock from " + seconds(holder.since())
                        + ", and ended without giving it back";
    }

    private static String unclean(Status.Unclean unclean) {
        return "the last one ended with requests up to " + unclean.through()
                + " in hand; the next asks them one at a time, or many in full chunks first"
                + unclean.suspect()
                        .map(suspect -> ", and " + suspect + " was alone in hand at "
                                + unclean.ends().orElseThrow() + " such ends")
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

    private static String reader(Status.Reader reader) {
        return "'" + reader.name() + "' " + behind(reader.behind()) + open(reader.pid());
    }

    private static String run(Status.Run run) {
        return run.name() + " " + count(run.handled()) + " items handled, " + count(run.failed())
                + " failed, its mark is " + behind(run.behind()) + open(run.pid());
    }

    private static String decision(Decision decision) {
        return decision.from() + ".." + decision.to()
                + (decision.name().isEmpty() ? "" : " for '" + decision.name() + "'")
                + " are answered as failed, decided " + decision.decided();
    }

    private static String behind(long results) {
        return results == 0 ? "at the end" : count(results) + (results == 1 ? " result" : " results") + " behind";
    }

    private static String open(Optional<Long> pid) {
        return pid.map(process -> ", open in process " + process).orElse(", not open");
    }

    private String when(Optional<Instant> time) {
        return time.map(then -> " at " + seconds(then) + ", " + since(then) + " ago")
                .orElse("");
    }

    private String since(Instant time) {
        return Amounts.time(Duration.between(time, status.at()));
    }

    private static String count(long count) {
        return Amounts.count(count);
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
