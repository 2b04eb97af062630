package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.world.Setup;
import dev.sluice.faults.simulate.world.Tally;
import dev.sluice.faults.simulate.world.Trace;
import dev.sluice.faults.simulate.world.Violation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A run that once broke a promise, or breaks one where the gateway is changed: a seed, or a small program and a script.
 */
record KnownRun(String text) {

    private static final String FILE = "known-runs";
    private static final String SEED = "seed";
    private static final Map<String, Setup> PROGRAMS = SmallPrograms.andLargeOnes();

    /** Those that must stay mended. */
    static List<KnownRun> all() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(KnownRun.class.getResourceAsStream(FILE), FILE), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .map(line -> line.replaceFirst("#.*", "").trim())
                    .filter(line -> !line.isEmpty())
                    .map(KnownRun::new)
                    .toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static KnownRun ofSeed(long seed) {
        return new KnownRun(SEED + " " + seed);
    }

    static KnownRun of(String program, Script script) {
        return new KnownRun(program + " " + script);
    }

    /**
     * Plays it.
     *
     * @throws Violation if a promise is broken
     * @throws IllegalArgumentException if there is no such run
     */
    void play(Trace trace, Tally tally) {
        final String[] words = text.split(" ", 2);
        if (words[0].equals(SEED)) {
            new RandomRun(Long.parseLong(words[1])).play(trace, tally);
            return;
        }
        final Setup setup = PROGRAMS.get(words[0]);
        if (setup == null) {
            throw new IllegalArgumentException(
                    "there is no small program '" + words[0] + "', but " + PROGRAMS.keySet());
        }
        trace.note(setup::toString);
        new ScriptedRun(setup, Script.parse(words.length == 1 ? "" : words[1])).play(trace, tally);
    }

    /** The options of {@code sluice simulate} that play a small program. */
    String options() {
        final String[] words = text.split(" ", 2);
        return "--program " + words[0] + " --script '" + (words.length == 1 ? "" : words[1]) + "'";
    }

    @Override
    public String toString() {
        return text;
    }
}
