package dev.sluice.faults.simulate.search;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.MutantLoader;
import dev.sluice.testsupport.SeriesLength;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each of these changes to the gateway breaks a promise, and the simulation says which: a simulation that finds nothing
 * proves nothing before it was seen to find something.
 */
@Execution(ExecutionMode.CONCURRENT)
class MutantsTest {

    /** So many seeds have to be enough to find any of them. */
    private static final int SEEDS = Integer.getInteger("mutantSeeds", 4_000);

    private static final List<String> LOADED_AGAIN = List.of("dev.sluice.service.", "dev.sluice.faults.simulate.");

    /** In each build: the next test, which is long, cannot change a line that is gone. */
    @ParameterizedTest
    @MethodSource("dev.sluice.faults.simulate.search.Mutants#all")
    void shouldFindTheLineThatAMutantChanges(Mutant mutant) {
        assertDoesNotThrow(() -> mutant.change().source());
    }

    /** In a nightly build all of them; otherwise a part of them, evenly over all. */
    static Stream<Mutant> tried() {
        final List<Mutant> all = Mutants.all();
        final int tried = SeriesLength.of("mutants", 30, all.size());
        return IntStream.range(0, all.size())
                .filter(number -> number * tried % all.size() < tried)
                .mapToObj(all::get);
    }

    @ParameterizedTest
    @Tag("long")
    @MethodSource("tried")
    void shouldFindTheBrokenPromise(Mutant mutant) throws IOException, ReflectiveOperationException {
        final long begin = System.nanoTime();
        final Map<String, String> broken = broken(
                MutantLoader.of(LOADED_AGAIN, mutant.change()), mutant.broken().name(), mutant.run(), SEEDS);
        System.out.printf("Mutant: %s: %s, %.1f s%n", mutant, broken, (System.nanoTime() - begin) / 1e9);
        assertTrue(broken.containsKey(mutant.broken().name()), mutant + ": " + broken);
    }

    @Test
    @Tag("long")
    void shouldFindNothingWhereNothingIsChanged() throws ReflectiveOperationException {
        assertEquals(Map.of(), broken(MutantLoader.ofNothing(LOADED_AGAIN), "", "", SEEDS / 10));
    }

    /** Returns what {@link Probe} finds in these classes. */
    @SuppressWarnings("unchecked") // classes of the JDK are the same in every loader
    private static Map<String, String> broken(MutantLoader loader, String expected, String run, int seeds)
            throws ReflectiveOperationException {
        final Class<?> probe = loader.loadClass(Probe.class.getName());
        return (Map<String, String>)
                probe.getMethod("broken", String.class, String.class, int.class).invoke(null, expected, run, seeds);
    }
}
