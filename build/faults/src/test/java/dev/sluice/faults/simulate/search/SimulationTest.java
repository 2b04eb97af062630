package dev.sluice.faults.simulate.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.world.RunCounts;
import dev.sluice.faults.simulate.world.RunCounts.Count;
import dev.sluice.faults.simulate.world.Setup;
import dev.sluice.faults.simulate.world.Trace;
import dev.sluice.testsupport.SeriesLength;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The quick form of {@code sluice simulate}. More of it with {@code -Dseeds=N}, another part with {@code -Dseed=S}. */
@Tag("series")
class SimulationTest {

    /** So many of the small programs are so small that a test may take the time for pairs of crashes. */
    private static final int SMALLEST = SeriesLength.of("pairs", 1, 2);

    /** So many programs, in each of which a database loses updates and then the output is set back. */
    private static final int SET_BACK_TWICE = SeriesLength.of("setBacks", 12, 12);

    /** The places that few random runs come to: those of many requests, whose outcomes pile up. */
    private static final Set<Place> SYNCS = EnumSet.of(Place.SYNC, Place.SYNCED);

    @Test
    void shouldKeepEveryPromiseInRandomRuns() throws InterruptedException {
        final long seed = Long.getLong("seed", 1);
        final long seeds = SeriesLength.of("seeds", 4_000, 10_000);
        final Simulation simulation = run(1, seed, seeds);
        System.out.println(simulation.tally().report("Simulation, seeds from " + seed));
        assertEquals(seeds, simulation.tally().of(Count.RUNS));
        if (seeds >= 4_000) {
            assertEverythingHappened(simulation.tally());
        }
    }

    @Test
    void shouldKeepEveryPromiseWhereSeveralGatewaysBelieveThatALaneIsTheirs() throws InterruptedException {
        final long seeds = SeriesLength.of("lanesSeeds", 300, 20_000);
        final Simulation simulation = run(2, Long.getLong("seed", 1), seeds);
        System.out.println(simulation.tally().report("Simulation of two lanes"));
        assertEquals(seeds, simulation.tally().of(Count.RUNS));
        for (final Place place : Place.values()) {
            assertTrue(!place.onLanes() || simulation.tally().crashes(place) > 0, "crashes at " + place);
        }
        for (final Fault fault : Fault.values()) {
            assertTrue(!fault.onLanes() || simulation.tally().of(fault) > 0, fault.toString());
        }
        assertNotEquals(0, simulation.tally().of(RunCounts.Stop.FENCED));
        assertNotEquals(0, simulation.tally().of(RunCounts.Stop.CLAIMED_LATE));
    }

    private static Simulation run(int lanes, long seed, long seeds) throws InterruptedException {
        final Simulation simulation = new Simulation(lanes, seed, seeds);
        simulation.run(Runtime.getRuntime().availableProcessors());
        simulation.failure().ifPresent(failure -> {
            throw new AssertionError(
                    "seed " + failure.seed() + ": repeat it with ./sluice simulate --lanes " + lanes + " --seed "
                            + failure.seed(),
                    failure.cause());
        });
        return simulation;
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.faults.simulate.search.KnownRun#all")
    void shouldKeepEveryPromiseInRunsThatFailedOnce(KnownRun run) {
        run.play(Trace.ofHash(), new RunCounts());
    }

    @Test
    void shouldKeepEveryPromiseWithACrashAtEachStepOfSmallProgramsAndTwoInTheSmallest() {
        final RunCounts tally = new RunCounts();
        final Map<String, Setup> all = SmallPrograms.all();
        final int tried = SeriesLength.of("smallPrograms", all.size(), all.size());
        final Map<String, Setup> programs = new LinkedHashMap<>();
        int number = 0;
        for (final Map.Entry<String, Setup> program : all.entrySet()) {
            if (number++ * tried % all.size() < tried) { // evenly over all
                programs.put(program.getKey(), program.getValue());
            }
        }
        programs.forEach((name, setup) -> new Exhaustive(name, setup, tally).singles());
        programs.keySet().stream()
                .filter(SmallPrograms::setBack)
                .forEach(name -> new Exhaustive(name, programs.get(name), tally).setBacks());
        programs.keySet().stream()
                .filter(SmallPrograms::setBack)
                .limit(SET_BACK_TWICE)
                .forEach(name -> new Exhaustive(name, programs.get(name), tally).setBacksOfBoth());
        programs.keySet().stream()
                .limit(SMALLEST)
                .forEach(name -> new Exhaustive(name, programs.get(name), tally).pairs());
        System.out.println(tally.report("Simulation, " + programs.size() + " small programs"));
        assertTrue(programs.size() >= 30, "only " + programs.size());
    }

    @ParameterizedTest
    @Tag("nightly")
    @ValueSource(strings = {"many-calls", "large-calls", "many-reads"})
    void shouldKeepEveryPromiseWithAMishapAtEachSyncOfALargeProgram(String program) {
        final RunCounts tally = new RunCounts();
        new Exhaustive(program, SmallPrograms.andLargeOnes().get(program), tally).singlesAt(SYNCS);
        for (final Place place : SYNCS) {
            assertNotEquals(0, tally.crashes(place), "crashes at " + place);
        }
    }

    /** Crashes that nothing ever meets prove nothing. */
    private static void assertEverythingHappened(RunCounts tally) {
        for (final Place place : Place.values()) {
            if (place.onLanes() || SYNCS.contains(place)) {
                continue;
            }
            assertNotEquals(0, tally.crashes(place), "crashes at " + place);
            assertTrue(!place.onConnection() || tally.of(Mishap.CONNECTION_LOST, place) > 0, "lost at " + place);
        }
        for (final Fault fault : Fault.values()) {
            assertTrue(fault.onLanes() || tally.of(fault) > 0, fault.toString());
        }
        for (final Mishap mishap : Mishap.values()) {
            assertTrue(mishap == Mishap.NONE || tally.of(mishap) > 0, mishap.toString());
        }
        assertNotEquals(0, tally.of(Count.QUARANTINED));
        for (final RunCounts.Stop stop : RunCounts.Stop.values()) {
            assertTrue(stop == RunCounts.Stop.CLAIMED_LATE || tally.of(stop) > 0, stop.toString());
        }
    }

    @Test
    void shouldRepeatASeedBitForBit() {
        for (long seed = 1; seed <= 50; seed++) {
            final Trace first = traceOf(seed);
            final Trace second = traceOf(seed);
            assertEquals(first.lines(), second.lines());
            assertEquals(first.hash(), second.hash());
            final Trace hashed = Trace.ofHash();
            KnownRun.ofSeed(1, seed).play(hashed, new RunCounts());
            assertEquals(first.hash(), hashed.hash());
            assertNotEquals(first.hash(), traceOf(seed + 1).hash());
        }
    }

    private static Trace traceOf(long seed) {
        final Trace trace = Trace.ofLines();
        KnownRun.ofSeed(1, seed).play(trace, new RunCounts());
        return trace;
    }

    @Test
    void shouldRepeatAScriptThatIsReadBack() {
        final Setup setup = SmallPrograms.all().get("written-4-none");
        final Script script = Script.of(
                new Script.Line(40, Mishap.PROCESS_CRASH, false),
                new Script.Line(70, Mishap.POWER_CUT, false),
                new Script.Line(90, Mishap.CONNECTION_LOST, true));
        final Script read = Script.parse(script.toString());
        assertEquals(script, read);
        assertEquals(steps(setup, script), steps(setup, read));
    }

    private static List<Place> steps(Setup setup, Script script) {
        return KnownRun.play(setup, script, Trace.ofHash(), new RunCounts());
    }
}
