package dev.sluice.service.rest;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.rest.answer.ItemAnswer;
import dev.sluice.service.rest.answer.ItemAnswer.Answered;
import dev.sluice.service.rest.answer.ItemAnswer.Unproved;
import dev.sluice.service.rest.template.RestItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Whether what a chunk leaves out is not there. A service may take only one of repeated parameters, give a page of twenty
 * and say nothing, or an empty list. So a chunk that leaves something out is believed only if the service has given more,
 * to as many keys, in one response that is known to be whole: because it had all that was asked, or all of a trial, whose
 * keys were found before; and if keys that chunks left out were not found alone either. See {@code docs/decisions/0017}.
 *
 * <p>A proof holds for some time and calls, and not beyond an outage. Belongs to the service thread.
 */
public final class ChunkProof {

    /** The keys, left out by chunks, that are asked alone for each proof, and are not found. */
    static final int SAMPLE = 16;

    /** A proof is made anew after so many calls, */
    static final int CALLS = 1_000;

    /** or after so long. */
    static final long NANOS = TimeUnit.MINUTES.toNanos(10);

    /** Keys that are found are at both ends of a trial: some services take the first only, others the last. */
    private static final int ENDS = 2;

    private final boolean many;
    private final int most;
    private final LongSupplier clockNanos;
    /** The rows of keys that were found lately, by {@link #given}: a trial asks these keys again. */
    private final Map<Arguments, Integer> present = new LinkedHashMap<>();

    private boolean holds;
    private long sinceNanos;
    private int calls;
    private int asked;
    private int given;
    private int sampled;
    private long believed;
    private boolean trying;

    /**
     * @param many whether a key may have several rows, so that a chunk may have some of them
     * @param most the most keys of a call
     */
    ChunkProof(boolean many, int most, LongSupplier clockNanos) {
        this.many = many;
        this.most = most;
        this.clockNanos = clockNanos;
    }

    /** The answers of a chunk, those that it may lack something of as {@link Unproved}. */
    List<ItemAnswer> weigh(List<RestItem> items, List<ItemAnswer> answers) {
        renew();
        final int size = items.size();
        final int all = given(answers);
        final boolean leavesOut = answers.stream().anyMatch(ItemAnswer.Missing.class::isInstance);
        if (!leavesOut && !many) {
            proved(size, all);
        }
        final boolean proved = covers(size, all);
        final List<ItemAnswer> weighed = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            final ItemAnswer answer = answers.get(i);
            if (answer instanceof ItemAnswer.Missing) {
                weighed.add(proved ? new Answered(Outcome.NOT_FOUND) : new Unproved(Outcome.NOT_FOUND, size, all));
                believed += proved ? 1 : 0;
            } else if (many && !proved && answer instanceof Answered its && its.outcome() instanceof Outcome.Found) {
                weighed.add(new Unproved(its.outcome(), size, all));
            } else {
                weighed.add(answer);
                remember(items.get(i).arguments(), given(answer));
            }
        }
        return weighed;
    }

    /** Whether that is believed now. */
    boolean covers(Unproved chunk) {
        return covers(chunk.asked(), chunk.given());
    }

    private boolean covers(int size, int all) {
        return sampled >= SAMPLE && size <= asked && all < given;
    }

    /** Counts a key that was left to be asked alone and is believed after all. */
    void believe() {
        believed++;
    }

    /** How many keys were not found by the word of chunks, since the proof began. */
    long believed() {
        return believed;
    }

    /** A key was asked alone of which a chunk had so much; returns whether there is more. */
    boolean compare(Arguments key, Unproved chunk, Outcome alone) {
        if (alone instanceof Outcome.Failed) {
            return false;
        }
        final int rows = given(alone);
        remember(key, rows);
        if (rows == 0) {
            present.remove(key);
        }
        sampled++;
        return rows > given(chunk.outcome());
    }

    /**
     * How what a chunk lacks is asked, the next of it.
     *
     * @param outcomes what it comes to if the chunk is believed, of each item that is left to be asked
     * @param keys the most keys of a call
     */
    Way way(Unproved chunk, List<Outcome> outcomes, int keys) {
        if (sampled < SAMPLE) {
            return new Way.Together(1);
        }
        final int left = outcomes.size();
        final List<Arguments> known = known();
        final int whole = Math.min(known.size(), keys);
        if (mayTry(whole) && rows(known, whole) > chunk.given() && Math.min(keys, whole + left) >= chunk.asked()) {
            return trial(known, whole, keys);
        }
        if (left > asked) {
            final int some = Math.min(known.size(), Math.max(ENDS, keys - left));
            if (mayTry(some) && Math.min(keys, some + left) > asked) {
                return trial(known, some, keys);
            }
        }
        final int together = Math.min(left, asked);
        final int expected =
                outcomes.stream().limit(together).mapToInt(ChunkProof::given).sum();
        return new Way.Together(covers(together, expected) ? Math.max(1, together) : 1);
    }

    /** How what a chunk lacks is asked. */
    sealed interface Way {

        /** Some of it in one call: one item alone, or as many as were shown to be answered wholly. */
        record Together(int items) implements Way {}

        /**
         * First a trial: what it lacks between keys that are known to be there.
         *
         * @param before keys at its beginning
         * @param after keys at its end
         * @param room how many fit between
         */
        record Trial(List<Arguments> before, List<Arguments> after, int room) implements Way {}
    }

    private boolean mayTry(int found) {
        return !trying && found >= ENDS;
    }

    /** The keys that are known to be there, those with most rows first. */
    private List<Arguments> known() {
        final List<Arguments> known = new ArrayList<>(present.keySet());
        if (many) {
            known.sort(Comparator.comparing(present::get).reversed());
        }
        return known;
    }

    private int rows(List<Arguments> known, int first) {
        return known.stream().limit(first).mapToInt(present::get).sum();
    }

    private Way trial(List<Arguments> known, int found, int keys) {
        trying = true;
        return new Way.Trial(
                List.copyOf(known.subList(0, found / 2)), List.copyOf(known.subList(found / 2, found)), keys - found);
    }

    /** Nothing came of a trial: other keys will be tried. */
    void untried() {
        trying = false;
        present.clear();
    }

    /** Takes a trial's answers; returns the place of the first key with fewer rows than before, if there is one. */
    OptionalInt tried(List<RestItem> items, List<ItemAnswer> answers) {
        trying = false;
        OptionalInt less = OptionalInt.empty();
        for (int i = items.size() - 1; i >= 0; i--) {
            final Arguments key = items.get(i).arguments();
            final int rows = given(answers.get(i));
            if (rows < present.getOrDefault(key, 0)) {
                less = OptionalInt.of(i);
                present.remove(key);
            } else {
                remember(key, rows);
            }
        }
        if (less.isEmpty()) {
            proved(items.size(), given(answers));
        }
        return less;
    }

    /** Ends the proof: the next chunk begins another one. */
    void end() {
        holds = false;
    }

    private void renew() {
        final long now = clockNanos.getAsLong();
        calls++;
        if (holds && calls <= CALLS && now - sinceNanos < NANOS) {
            return;
        }
        holds = true;
        sinceNanos = now;
        calls = 1;
        asked = 0;
        given = 0;
        sampled = 0;
        believed = 0;
    }

    private void proved(int size, int all) {
        if (size >= ENDS) {
            asked = Math.max(asked, size);
            given = Math.max(given, all);
        }
    }

    private void remember(Arguments key, int rows) {
        if (rows > 0 && (present.size() < most || present.containsKey(key))) {
            present.put(key, rows);
        }
    }

    /** How much a response has: rows, or one for what is said of a key otherwise. */
    static int given(List<ItemAnswer> answers) {
        return answers.stream()
                .mapToInt(answer -> answer instanceof ItemAnswer.Missing ? 0 : Math.max(1, given(answer)))
                .sum();
    }

    private static int given(ItemAnswer answer) {
        return answer instanceof Answered its ? given(its.outcome()) : 0;
    }

    private static int given(Outcome outcome) {
        return outcome instanceof Outcome.Found found ? found.rows().count() : 0;
    }
}
