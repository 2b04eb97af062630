package dev.sluice.replay.look;

import dev.sluice.internal.queue.NamedPlace;
import dev.sluice.internal.queue.state.LockHolder;
import dev.sluice.replay.look.Status.Rate;
import dev.sluice.service.pending.Decisions.Decision;
import dev.sluice.service.pending.Unwell;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A status for people: what needs one of them first, then a line for each thing. */
public final class StatusText {

    private static final int LABEL = 15;

    private final Status status;
    private final StringBuilder text = new StringBuilder();

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

    private String all(List<String> reasons) {
        if (reasons.isEmpty()) {
            text.append("fine: ").append(inHand()).append(System.lineSeparator());
        }
        reasons.forEach(reason -> text.append("needs a person: ").append(reason).append(System.lineSeparator()));
        line("queues", status.queues() + ", input " + status.input() + ", at " + seconds(status.at()));
        waiting();
        answered();
        status.rates().forEach(this::rate);
        recent();
        line(
                "disk",
                "in " + Amounts.bytes(status.disk().input()) + ", out "
                        + Amounts.bytes(status.disk().output()) + ", "
                        + Amounts.bytes(status.disk().left())
                        + " left, reserve " + Amounts.bytes(status.disk().reserve()));
        holders();
        readers();
        decided();
        return text.toString();
    }

    private String inHand() {
        final long waiting = status.waiting().requests();
        return waiting == 0 ? "nothing waits" : Amounts.count(waiting) + " wait, and a gateway is at it";
    }

    private void waiting() {
        final Status.Waiting waiting = status.waiting();
        line(
                "waiting",
                Amounts.count(waiting.requests()) + " requests"
                        + waiting.oldest()
                                .map(oldest ->
                                        ", the oldest for " + Amounts.time(Duration.between(oldest, status.at())))
                                .orElse("")
                        + waiting.drain()
                                .map(drain -> ", " + Amounts.time(drain) + " at the present rate")
                                .orElse(goesOn() && waiting.requests() > 0 ? ", and nothing was answered lately" : ""));
    }

    private boolean goesOn() {
        return status.isServed() && status.unanswering().isEmpty();
    }

    private void answered() {
        line(
                "last written",
                status.lastWritten()
                        .map(last -> last.position() + when(last.time()))
                        .orElse("nothing yet"));
        line(
                "last answered",
                status.lastAnswered()
                        .map(last ->
                                last.position() + when(last.time()) + ", result " + last.result() + " of its queue")
                        .orElse("nothing yet"));
    }

    private void rate(Rate rate) {
        line(
                rate.equals(status.rates().get(0)) ? "rates" : "",
                String.format(
                        Locale.ROOT,
                        "%3d min  written %,10.1f/s  answered %,10.1f/s",
                        rate.over().toMinutes(),
                        rate.writtenPerSecond(),
                        rate.answeredPerSecond()));
    }

    private void recent() {
        final Status.Recent recent = status.recent();
        final String of = recent.results() == 0
                ? "no result yet"
                : "of the last " + Amounts.count(recent.results()) + " results"
                        + recent.since()
                                .map(since -> ", since " + seconds(since))
                                .orElse("");
        if (recent.failures().isEmpty()) {
            line("failures", recent.results() == 0 ? of : "none " + of);
        } else {
            line("failures", of);
        }
        recent.failures()
                .forEach(failed -> line(
                        "",
                        String.format(
                                Locale.ROOT,
                                "%-11s %,8d  last %s%s",
                                failed.kind(),
                                failed.count(),
                                failed.last(),
                                failed.lastName().isEmpty() ? "" : " '" + failed.lastName() + "'")));
        recent.chunks()
                .ifPresent(chunks -> line(
                        "chunks",
                        Amounts.count(chunks.count()) + " of these, p50 " + Amounts.count(chunks.median()) + ", p99 "
                                + Amounts.count(chunks.most()) + ", largest " + Amounts.count(chunks.largest())
                                + " requests, read at one time each"));
    }

    private void holders() {
        line("gateway", status.gateway().map(this::gateway).orElse("none serves these queues"));
        status.unclean()
                .ifPresent(unclean -> line(
                        "",
                        "the last one ended with requests up to " + unclean.through()
                                + " in hand; the next asks them one at a time"
                                + unclean.suspect()
                                        .map(suspect -> ", and " + suspect + " was alone in hand at " + unclean.ends()
                                                + " such ends")
                                        .orElse("")));
        String label = "backends";
        for (final Unwell.Backend backend : status.unwell()) {
            line(label, Unwells.said(backend, status.at()));
            label = "";
        }
        final String named = status.writers().stream()
                .filter(writer -> writer.pid().isPresent())
                .map(writer ->
                        "'" + writer.name() + "' in process " + writer.pid().get())
                .collect(Collectors.joining(", "));
        final String processes = status.writingProcesses().isEmpty()
                ? "none is open"
                : "open in process "
                        + status.writingProcesses().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(", "));
        line("writers", named.isEmpty() ? processes : processes + ": " + named);
        final List<NamedPlace> closed = status.writers().stream()
                .filter(writer -> writer.pid().isEmpty())
                .toList();
        if (!closed.isEmpty()) {
            line(
                    "",
                    "not open: "
                            + closed.stream()
                                    .map(writer -> "'" + writer.name() + "'")
                                    .collect(Collectors.joining(", ")));
        }
    }

    private String gateway(LockHolder holder) {
        return holder.live()
                ? "process " + holder.pid() + " since " + seconds(holder.since()) + " ("
                        + Amounts.time(Duration.between(holder.since(), status.at())) + ")"
                : "none; process " + holder.pid() + " held the lock from " + seconds(holder.since())
                        + ", and ended without giving it back";
    }

    private void readers() {
        String label = "readers";
        for (final Status.Reader reader : status.readers()) {
            line(label, "'" + reader.name() + "' " + behind(reader.behind()) + open(reader.pid()));
            label = "";
        }
        label = "runs";
        for (final Status.Run run : status.runs()) {
            line(
                    label,
                    run.name() + " " + Amounts.count(run.handled()) + " items handled, " + Amounts.count(run.failed())
                            + " failed, its mark is " + behind(run.behind()) + open(run.pid()));
            label = "";
        }
    }

    private void decided() {
        String label = "decided";
        for (final Decision decision : status.decided()) {
            line(
                    label,
                    decision.from() + ".." + decision.to()
                            + (decision.name().isEmpty() ? "" : " for '" + decision.name() + "'")
                            + " are answered as failed, decided " + decision.decided());
            label = "";
        }
    }

    private static String behind(long results) {
        return results == 0
                ? "at the end"
                : Amounts.count(results) + (results == 1 ? " result" : " results") + " behind";
    }

    private static String open(Optional<Long> pid) {
        return pid.map(process -> ", open in process " + process).orElse(", not open");
    }

    private String when(Optional<Instant> time) {
        return time.map(then ->
                        " at " + seconds(then) + ", " + Amounts.time(Duration.between(then, status.at())) + " ago")
                .orElse("");
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private void line(String label, String what) {
        text.append(label)
                .append(" ".repeat(LABEL - label.length()))
                .append(what)
                .append(System.lineSeparator());
    }
}
