package dev.sluice.service.core;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.RequestFrame;
import java.util.Optional;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Precautions against requests that end the gateway's process. If it ended without being closed, what it may have had
 * in hand is taken one at a time when it starts again, so that the end, if it comes again, says which request is to
 * blame; one that a backend had, alone in hand, at so many ends is answered as failed. Its neighbours never are.
 *
 * <p>Belongs to the service thread.
 */
public final class Precautions {

    /** For {@code quarantineAfter}: no request is ever quarantined, and none is taken alone. */
    public static final int NEVER = 0;

    /** For {@code mostAlone}: as many as take a second or two one at a time. */
    public static final int FEW = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(Precautions.class);

    /**
     * The outcome of a request that is not asked.
     *
     * @param outcome unless it turns out that it was run before
     * @param former what it asked for, if the catalog does not know that any more but somebody may know that it was run;
     *     never asked
     */
    public record Condemned(Outcome outcome, Optional<Operation> former) {}

    /** Requests of which somebody decided that they are answered as failed instead of being asked. */
    @FunctionalInterface
    public interface Decided {

        /** None at all. */
        Decided NONE = (index, request) -> Optional.empty();

        /** Returns the answer to a request, if it is one of them. */
        Optional<Condemned> of(long index, RequestFrame request);
    }

    private final Notes notes;
    private final int quarantineAfter;
    private final Decided decided;
    private final LongFunction<String> position;
    private final int mostAlone;
    private final long aloneThrough;
    private final long againThrough;
    private final long suspect;
    private final long ends;
    private long quarantined;
    private long taken;
    private long noted;
    private boolean asked;

    /**
     * Reads what the last run left.
     *
     * @param notes of the runs before, and for the next one
     * @param quarantineAfter at how many ends a request is answered as failed; {@link #NEVER}
     * @param mostAlone so many requests at most are taken one at a time after a first end; more only after a second one
     * @param answered the index of the request answered last, or {@link Notes#NONE}
     * @param decided requests that somebody decided about
     * @param position an index as text, for messages
     */
    public Precautions(
            Notes notes,
            int quarantineAfter,
            int mostAlone,
            long answered,
            Decided decided,
            LongFunction<String> position) {
        this.notes = notes;
        this.quarantineAfter = quarantineAfter;
        this.mostAlone = mostAlone;
        this.decided = decided;
        this.position = position;
        this.taken = answered;
        this.noted = notes.get(Notes.Note.TAKEN);
        final long last = notes.get(Notes.Note.ALONE);
        this.suspect = last > answered ? last : Notes.NONE;
        final long left = quarantineAfter == NEVER || noted <= answered ? Notes.NONE : noted;
        // Then one was alone already, or none was answered since that run began.
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

    /** None: nothing is remembered. */
    public static Precautions none() {
        return new Precautions(new Notes() {}, NEVER, FEW, Notes.NONE, Decided.NONE, Long::toString);
    }

    /** Says how what was in hand is taken, after an end without being closed. */
    public Optional<String> left() {
        if (aloneThrough != Notes.NONE) {
            return Optional.of("the last run ended without being closed; requests up to " + position.apply(aloneThrough)
                    + ", which it had in hand, are asked one at a time");
        } else if (againThrough != Notes.NONE) {
            return Optional.of("the last run ended without being closed; requests up to " + position.apply(againThrough)
                    + ", more than " + mostAlone
                    + ", which it had in hand, are asked in full chunks once more, and one at a time if it ends again before"
                    + " one is answered");
        }
        return Optional.empty();
    }

    /** Whether a request may only be taken when none is in hand, and then one alone. */
    public boolean oneAtATime(Window window) {
        return aloneThrough != Notes.NONE
                && (window.size() == 0 ? taken < aloneThrough : window.firstUnwritten() <= aloneThrough);
    }

    /** Requests up to that index are in hand. */
    public void taken(long index) {
        taken = Math.max(taken, index);
        if (index > noted) {
            noted = index;
            notes.set(Notes.Note.TAKEN, index);
        }
    }

    /** A backend is about to be given a call; the process may end before it says whether it took it. */
    public void asking(Call call) {
        if (aloneThrough == Notes.NONE) {
            return;
        }
        final long index = call.questions().get(0).index();
        if (index <= aloneThrough) {
            if (notes.get(Notes.Note.ALONE) != index) {
                notes.set(Notes.Note.ENDS, 0); // first: an end in between must not count for the new one
                notes.set(Notes.Note.ALONE, index);
            }
            notes.set(Notes.Note.ENDS, notes.get(Notes.Note.ENDS) | 1);
            asked = true;
        }
    }

    /** No backend has it any more: if the process ends now, it is not its fault. */
    public void returned() {
        if (asked) {
            asked = false;
            notes.set(Notes.Note.ENDS, notes.get(Notes.Note.ENDS) & ~1);
        }
    }

    /** The gateway ends, and not because of a request: what is in hand is left for the next run. */
    public void ended(Window window) {
        returned();
        if (!oneAtATime(window)) {
            notes.set(Notes.Note.TAKEN, Notes.NONE);
        }
    }

    /** Returns the answer to a request that must not be asked. */
    public Optional<Condemned> instead(long index, RequestFrame request) {
        if (index == suspect && quarantineAfter != NEVER && ends >= quarantineAfter) {
            return Optional.of(new Condemned(quarantine(index, request), Optional.empty()));
        }
        return decided.of(index, request);
    }

    private Outcome quarantine(long index, RequestFrame request) {
        quarantined++;
        final String place = position.apply(index);
        LogField.POSITION.in(
                place,
                () -> LOG.error(
                        "Request {}, {} '{}', is quarantined: the process ended {} times while it was asked alone. It is not asked"
                                + " again, but answered as failed; what the process said at its end, or the system of it, tells why",
                        place,
                        request.kind().event(),
                        NamedOperation.shown(request.name()),
                        ends));
        return Outcome.failed(
                FailureKind.INTERNAL,
                "'" + NamedOperation.shown(request.name()) + "', request " + place + ", is quarantined: the gateway's"
                        + " process ended " + ends
                        + " times while it was asked alone; it may have taken effect where that"
                        + " does not happen exactly once. The gateway's log says more");
    }

    /** How many requests were quarantined by this run. */
    public long quarantined() {
        return quarantined;
    }
}
