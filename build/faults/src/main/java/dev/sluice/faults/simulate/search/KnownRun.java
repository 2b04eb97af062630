package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.mishap.Mishaps;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.faults.simulate.program.Trace;
import dev.sluice.faults.simulate.world.Run;
import dev.sluice.faults.simulate.world.RunCounts;
import dev.sluice.faults.simulate.world.Setup;
import dev.sluice.faults.simulate.world.Violation;
import dev.sluice.faults.simulate.world.World;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A run that can be repeated bit for bit from its text: a seed, or a small program and the script of its mishaps. */
record KnownRun(String text) {

    private static final String FILE = "known-runs";
    private static final String SEED = "seed";
    private static final String LANES = "lanes";
    private static final Map<String, Setup> PROGRAMS = SmallPrograms.andLargeOnes();

    /** An arbitrary number, which decides how long the calls of a script take; it must always be the same. */
    private static final long SCRIPT_SEED = 20_261_121;

    /** Returns the runs that once broke a promise, or that break one with a deliberately changed gateway. */
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

    /** Returns the run of a seed with a number of lanes; 1 means the queues of one machine. */
    static KnownRun ofSeed(int lanes, long seed) {
        return new KnownRun((lanes == 1 ? SEED : LANES + " " + lanes) + " " + seed);
    }

    static KnownRun of(String program, Script script) {
        return new KnownRun(program + " " + script);
    }

    /**
     * Plays the run.
     *
     * @throws Violation if a promise is broken
     * @throws IllegalArgumentException if there is no such run
     */
    void play(Trace trace, RunCounts tally) {
        final String[] words = text.split(" ", 2);
        if (words[0].equals(SEED)) {
            playSeed(Long.parseLong(words[1]), trace, tally);
            return;
        }
        if (words[0].equals(LANES)) {
            final String[] numbers = words[1].split(" ");
            LanesRun.play(Integer.parseInt(numbers[0]), Long.parseLong(numbers[1]), trace, tally);
            return;
        }
        final Setup setup = PROGRAMS.get(words[0]);
        if (setup == null) {
            throw new IllegalArgumentException(
                    "there is no small program '" + words[0] + "'; there are " + PROGRAMS.keySet());
        }
        trace.note(setup::toString);
        play(setup, Script.parse(words.length == 1 ? "" : words[1]), trace, tally);
    }

    /** Plays a run that depends only on its seed. */
    private static void playSeed(long seed, Trace trace, RunCounts tally) {
        final Choices choices = new Choices(Choices.mixed(seed));
        final Setup setup = RandomSetups.any(choices);
        final Mishaps mishaps = new RandomMishaps(choices, setup.program().size());
        trace.note(setup::toString);
        final Run run = new Run(new World(setup, choices, mishaps, trace, tally));
        run.play();
        if (choices.oneIn(4)) {
            run.replay(choices.below(setup.program().size() + 1));
        }
        tally.countRun(setup.program().size(), trace.hash());
    }

    /**
     * Plays a program with the mishaps of a script.
     *
     * @return the places of its steps
     * @throws Violation if a promise is broken
     */
    static List<Place> play(Setup setup, Script script, Trace trace, RunCounts tally) {
        final Script.Played mishaps = new Script.Played(script);
        final Run run = new Run(new World(setup, new Choices(SCRIPT_SEED), mishaps, trace, tally));
        run.play();
        script.olderOutput().ifPresent(run::replay);
        tally.countRun(setup.program().size(), trace.hash());
        return mishaps.places();
    }

    /** Returns the options of {@code sluice simulate} that play this run of a small program. */
    String options() {
        final String[] words = text.split(" ", 2);
        return "--program " + words[0] + " --script '" + (words.length == 1 ? "" : words[1]) + "'";
    }

    @Override
    public String toString() {
        return text;
    }
}
