package dev.sluice.service.core;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.text.Plural;
import dev.sluice.internal.wire.RequestFrame;
import java.util.Optional;
import java.util.function.LongFunction;
import org.slf4j.Logger;

/**
 * Precautions against requests that crash the gateway's process. After a crash, the requests that may have been in progress are
 * processed one at a time, so that another crash shows which request is to blame. A request that was alone at a backend
 * during {@code quarantineAfter} crashes is quarantined: answered as failed. No other request is ever quarantined.
 *
 * <p>Belongs to the service thread.
 */
public final class Precautions {

    /** The value of {@code quarantineAfter} with which no request is ever quarantined, and none is processed alone. */
    public static final int NEVER = 0;

    /** A value for {@code mostAlone}: so few requests that they take only a second or two, even one at a time. */
    public static final int FEW = 1_000;

    private static final Logger LOG = MaskedLog.of(Precautions.class);

    /**
     * The outcome of a request that must not be executed.
     *
     * @param outcome the outcome; it does not apply if the request turns out to have been executed before
     * @param former a placeholder for the operation that the request names; empty if the operation is still declared, or if no
     *     database can know whether the request was executed. The placeholder is used only to query that database, and is never
     *     executed
     */
    public record Condemned(Outcome outcome, Optional<Operation> former) {}

    /** The requests that are answered as failed instead of being executed, because an operator decided so. */
    @FunctionalInterface
    public interface Decided {

        /** Nothing was decided. */
        Decided NONE = (index, request) -> Optional.empty();

        /** Returns the answer to a request about which an operator decided; empty for any other request. */
        Optional<Condemned> of(long index, RequestFrame request);
    }

    private final Notes notes;
    private final int quarantineAfter;
    private final Decided decided;
    private final LongFunction<String> position;
    private final int mostAlone;
    private final boolean embedded;
    private final long aloneThrough;
    private final long againThrough;
    private final long suspect;
    private final long ends;
    private long quarantined;
    private long taken;
    private long noted;
    private boolean asked;

    /**
     * Reads the notes of the last run of the gateway.
     *
     * @param notes the notes of earlier runs, which this run continues
     * @param quarantineAfter the number of crashes after which a request is answered as failed, or {@link #NEVER}
     * @param mostAlone the maximum number of requests that are processed one at a time after a first crash; if more were in
     *     progress, they are processed one at a time only after a second crash
     * @param answered the index of the last request with a result, or {@link Notes#NONE}
     * @param decided the requests about which an operator decided
     * @param embedded whether the gateway runs in a job's process. Such a process may end for reasons of the job. Therefore only
     *     a call of {@link #failed} blames the end on the request that was processed alone
     * @param position formats an index for messages
     */
    public Precautions(
            Notes notes,
            int quarantineAfter,
            int mostAlone,
            long answered,
            Decided decided,
            boolean embedded,
            LongFunction<String> position) {
        this.notes = notes;
        this.quarantineAfter = quarantineAfter;
        this.mostAlone = mostAlone;
        this.decided = decided;
        this.embedded = embedded;
        this.position = position;
        this.taken = answered;
        this.noted = notes.get(Notes.Note.TAKEN);
        final long last = notes.get(Notes.Note.ALONE);
        this.suspect = last > answered ? last : Notes.NONE;
        final long left = quarantineAfter == NEVER || noted <= answered ? Notes.NONE : noted;
        // True if the last run already processed requests one at a time, or crashed before it answered any request.
        final boolean endedAgain = last >= answered;
        final boolean alone = endedAgain || noted - answered <= mostAlone;
        this.aloneThrough = alone ? left : Notes.NONE;
        this.againThrough = alone ? Notes.NONE : left;
        final long counted = Math.max(0, notes.get(Notes.Note.ENDS));
        this.ends = suspect == Notes.NONE ? 0 : (counted >>> 1) + (counted & 1);
        notes.set(Notes.Note.ENDS, ends << 1);
        if (suspect == Notes.NONE) {
            notes.set(Notes.Note.ALONE, answered);
        }
    }

    /** Returns precautions that do nothing and store nothing. */
    public static Precautions none() {
        return new Precautions(new Notes() {}, NEVER, FEW, Notes.NONE, Decided.NONE, false, Long::toString);
    }

    /** Returns how this run processes the requests that were in progress at a crash, for the log; empty if there was no crash. */
    public Optional<String> left() {
        if (aloneThrough != Notes.NONE) {
            return Optional.of("the last run ended without being closed; requests up to " + position.apply(aloneThrough)
                    + " were in progress, and are now executed one at a time");
        } else if (againThrough != Notes.NONE) {
            return Optional.of("the last run ended without being closed; requests up to " + position.apply(againThrough)
                    + " were in progress, more than " + mostAlone
                    + ". They are executed in full chunks once more, and one at a time if the process ends again before"
                    + " one of them is answered");
        }
        return Optional.empty();
    }

    /** Whether requests must be processed one at a time, so that the next is read only when none is in progress. */
    public boolean oneAtATime(Window window) {
        return aloneThrough != Notes.NONE
                && (window.size() == 0 ? taken < aloneThrough : window.firstUnwritten() <= aloneThrough);
    }

    /** Notes that requests up to this index were read. */
    public void taken(long index) {
        taken = Math.max(taken, index);
        if (index > noted) {
            noted = index;
            notes.set(Notes.Note.TAKEN, index);
        }
    }

    /** Called before a call is given to a backend, because the process may crash before the backend accepts the call. */
    public void asking(Call call) {
        if (aloneThrough == Notes.NONE) {
            return;
        }
        final long index = call.questions().get(0).index();
        if (index <= aloneThrough) {
            alone(index);
            asked = true;
            if (!embedded) {
                blame();
            }
        }
    }

    private void alone(long index) {
        if (notes.get(Notes.Note.ALONE) != index) {
            notes.set(Notes.Note.ENDS, 0); // first: a crash between the two writes must not count for the new index
            notes.set(Notes.Note.ALONE, index);
        }
    }

    /**
     * Called when an error ends the gateway, before any other code learns of the error. The only request in progress is blamed,
     * whether it was at a backend or its result was being written.
     */
    public void failed(Window window) {
        if (window.size() == 1 && oneAtATime(window)) {
            alone(window.firstUnwritten());
            blame();
        }
    }

    private void blame() {
        notes.set(Notes.Note.ENDS, notes.get(Notes.Note.ENDS) | 1);
    }

    /**
     * Called when the request that is processed alone is no longer at a backend. A crash from now on does not count for this
     * request.
     */
    public void returned() {
        if (asked) {
            asked = false;
            notes.set(Notes.Note.ENDS, notes.get(Notes.Note.ENDS) & ~1);
        }
    }

    /** Called at a clean shutdown. The requests in progress are left for the next run, and none of them is blamed. */
    public void ended(Window window) {
        returned();
        if (!oneAtATime(window)) {
            notes.set(Notes.Note.TAKEN, Notes.NONE);
        }
    }

    /** Returns the answer to a request that must not be executed; empty for any other request. */
    public Optional<Condemned> instead(long index, RequestFrame request) {
        if (index == suspect && quarantineAfter != NEVER && ends >= quarantineAfter) {
            return Optional.of(new Condemned(quarantine(index, request), Optional.empty()));
        }
        return decided.of(index, request);
    }

    private Outcome quarantine(long index, RequestFrame request) {
        quarantined++;
        final String place = position.apply(index);
        final String times = Plural.of(ends, "time", "times");
        LogField.POSITION.in(
                place,
                () -> LOG.error(
                        "Request {}, {} '{}', is quarantined: the process ended {} while this request ran alone."
                                + " It is not run again, but answered as failed; the process's last output, or the"
                                + " system's log, tells why",
                        place,
                        request.kind().event(),
                        NamedOperation.shown(request.name()),
                        times));
        return Outcome.failed(
                FailureKind.INTERNAL,
                "'" + NamedOperation.shown(request.name()) + "', request " + place + ", is quarantined: the gateway's"
                        + " process ended " + times
                        + " while this request ran alone. Unless updates are exactly-once, it may"
                        + " have taken effect. The gateway's log says more");
    }

    /** Returns the number of requests that this run quarantined. */
    public long quarantined() {
        return quarantined;
    }
}
