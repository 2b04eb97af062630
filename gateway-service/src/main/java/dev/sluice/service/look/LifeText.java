package dev.sluice.service.look;

import dev.sluice.api.Failure;
import dev.sluice.api.OtherValue;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchange.Side;
import dev.sluice.service.exchange.ResultParts;
import dev.sluice.service.exchange.ValueJson;
import dev.sluice.service.exchange.Values;
import dev.sluice.service.pending.Decisions.Decision;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The life of a request as text for people: the request, its times one below the other, and its result. */
public final class LifeText {

    private static final String LABEL = "  %-12s %s";

    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

    private final Labelled out = new Labelled(LABEL);
    private final Life life;
    private final Instant now;

    private LifeText(Life life, Instant now) {
        this.life = life;
        this.now = now;
    }

    /**
     * Returns several lines, each with its line end.
     *
     * @param now the current time, from which the waiting time of the request is computed
     */
    public static String of(Life life, Instant now) {
        return new LifeText(life, now).text();
    }

    private String text() {
        final Exchange exchange = life.exchange();
        title("REQUEST", exchange.position().toString());
        exchange.request().ifPresentOrElse(this::request, () -> out.line("unreadable", exchange.unreadable()));
        out.whole("");
        title("TIMES", "");
        final long written = exchange.writtenNanos();
        time("written", written, "");
        exchange.answer().ifPresent(answer -> times(written, answer));
        life.waiting().ifPresent(waiting -> waiting(written, waiting));
        out.whole("");
        exchange.answer().ifPresentOrElse(this::result, this::noResult);
        return out.text();
    }

    private void request(RequestFrame request) {
        out.line(request.kind().event(), shown(request.name()));
        for (int i = 0; i < request.arguments().count(); i++) {
            final String type = ValueJson.name(request.arguments().type(i));
            out.line(
                    "argument " + (i + 1),
                    type + " " + shown(request.arguments().values().get(i)));
        }
        request.headers().forEach((name, value) -> out.line("header", shown(name) + " " + shown(value)));
        out.line("redrive of", life.redriveOf(), position -> position + " (see 'sluice show')");
        out.line(
                "writer",
                Long.toHexString(request.writer()) + ", its request " + request.sequence() + "; " + life.requestBytes()
                        + " bytes");
    }

    private void times(long written, Exchange.Answer answer) {
        long before = time("read", written, answer.readNanos(), Amounts.ifKnown(life.read(), LifeText::readWith));
        final Optional<Exchange.Call> call = answer.call();
        if (call.isPresent()) {
            final String shared = Amounts.ifKnown(life.call(), LifeText::sharedCall);
            before = time("call begun", before, call.get().begunNanos(), "");
            before = time("call ended", before, call.get().endedNanos(), shared);
        } else {
            out.line("no call", answer.asked() == 0 ? "it was answered without a call" : "no call answered it");
        }
        if (answer.asked() > (call.isPresent() ? 1 : 0)) {
            out.line("asked", answer.asked() + (answer.asked() == 1 ? " time" : " times"));
        }
        final String total = written == 0 || answer.writtenNanos() == 0
                ? ""
                : "; " + duration(written, answer.writtenNanos()) + " in all";
        time("answered", before, answer.writtenNanos(), total);
    }

    private static String readWith(Life.Together together) {
        return together.count() == 1
                ? ", alone"
                : ", one of " + Amounts.count(together.count()) + " read in one go, " + range(together);
    }

    private static String sharedCall(Life.Together together) {
        return together.count() == 1 && together.all()
                ? "; the call answered this one alone"
                : "; one of " + (together.all() ? "" : "at least ") + Amounts.count(together.count())
                        + " in this call, " + range(together);
    }

    private void waiting(long written, Life.Waiting waiting) {
        if (written != 0) {
            out.line("waiting", "for " + duration(written, Amounts.sinceEpoch(now)));
        }
        if (waiting.before() == 0) {
            out.line("", "it is the first that waits");
        } else {
            final String others = waiting.before() == 1 ? " other:" : " others, the first of them:";
            out.line("", "behind " + Amounts.count(waiting.before()) + others);
            out.line("", waiting.first().line(Side.requests));
        }
        out.lines("", waiting.unwell(), backend -> Troubles.said(backend, now));
        out.line("decided", waiting.decision(), this::decided);
    }

    private String decided(Decision decision) {
        final Optional<RequestKind> kind = life.exchange().request().map(RequestFrame::kind);
        return "the next gateway answers it as failed, as decided by 'sluice replay resume' at " + decision.decided()
                + (kind.equals(Optional.of(RequestKind.UPDATE))
                        ? ", unless the gateway finds that it was committed"
                        : "");
    }

    private void result(Exchange.Answer answer) {
        title(
                "RESULT",
                answer.position() + " of the output, where positions begin at 0; result number "
                        + answer.frame().sequence() + ", where numbers begin at 1; written by the gateway run "
                        + Long.toHexString(answer.frame().writer()) + "; " + life.resultBytes() + " bytes");
        final ResultParts parts = ResultParts.of(answer.frame());
        out.line(parts.kind().replace('_', ' '), parts.changed(), Amounts::count, "");
        parts.rows().ifPresent(this::rows);
        parts.failure().ifPresent(this::failure);
    }

    private void noResult() {
        title("RESULT", life.isLost() ? "not found, although later requests have results" : "none yet");
        if (life.isLost()) {
            out.line("", "the file of the result was deleted or is damaged: 'sluice replay verify' says more");
        }
    }

    private void rows(Rows rows) {
        final List<String> names = rows.columns().names();
        for (int row = 0; row < rows.size(); row++) {
            for (int i = 0; i < names.size(); i++) {
                final String label = i == 0 ? "row " + (row + 1) : "";
                out.line(
                        label, shown(names.get(i)) + " = " + shown(rows.get(row).get(i)));
            }
        }
    }

    private void failure(Failure failure) {
        out.line("kind", failure.kind() + (failure.code().isEmpty() ? "" : ", code " + shown(failure.code())));
        out.line("message", shown(failure.message()));
        out.line("retryable", failure.retryable() ? "yes" : "no");
    }

    private void title(String title, String text) {
        out.whole(String.format("%-14s %s", title, text).stripTrailing());
    }

    private void time(String label, long nanos, String more) {
        out.line(label, Amounts.instant(nanos), time -> Amounts.text("%-30s %s", time, more), "not known");
    }

    /**
     * Adds the line for a time that comes after another one, and returns the later of the two. The clocks of the writer and the
     * gateway may differ a little, or a clock may have been set back. If the later time therefore seems earlier, the line says
     * how far the clock was behind.
     */
    private long time(String label, long from, long to, String more) {
        if (from == 0 || to == 0) {
            time(label, to, more);
        } else if (to < from) {
            time(label, from, "at the same time, or later: the clock was " + duration(to, from) + " behind" + more);
        } else {
            time(label, to, duration(from, to) + " later" + more);
        }
        return Math.max(from, to);
    }

    /** Returns the duration; 0 if it is negative, because clocks may differ a little or be set back. */
    private static String duration(long from, long to) {
        return Amounts.nanos(Math.max(0, to - from));
    }

    private static String range(Life.Together together) {
        return together.first() + " to " + together.last();
    }

    /** Returns the value as text: bytes in hexadecimal, and control characters, such as line ends, as escapes. */
    private static String shown(Object value) {
        final String text =
                Values.text(value) + (value instanceof OtherValue other ? " (" + other.typeName() + ")" : "");
        return CONTROL.matcher(text.replace("\n", "\\n"))
                .replaceAll(
                        found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
    }
}
