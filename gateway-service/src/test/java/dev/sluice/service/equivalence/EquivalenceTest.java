package dev.sluice.service.equivalence;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testsupport.MariaDbServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random programs, on each database: results and tables are those of one request at a time. More of them with
 * {@code -Dprograms=N}, others with {@code -Dseed=S}; one that failed is repeated by {@code -Dprograms=1 -Dseed=} its
 * seed and {@code -Ddatabases=} its database.
 */
@Tag("series")
class EquivalenceTest {

    private static final int SHRINKS = 120;
    private static final long FIRST_SEED = 1;

    /** What each database came to, for the end. */
    private static final Map<Product, String> COVERED = Collections.synchronizedMap(new EnumMap<>(Product.class));

    @TempDir
    private Path directory;

    /** Says it in a file, too, which the end of a CI run shows. */
    @AfterAll
    static void sayWhatIsCovered() throws IOException {
        final List<String> lines = new ArrayList<>();
        COVERED.forEach((product, said) -> lines.add("Equivalence on " + product + ": " + said));
        lines.forEach(System.out::println);
        Files.write(Path.of("target/databases-covered.txt"), lines);
    }

    /** One database beside another, and no other class meanwhile: a test of what is logged must find its loggers on. */
    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.CONCURRENT)
    void shouldAnswerAsOneAtATime(Product product) throws SQLException {
        assumeTrue(asked(product), "not one of -Ddatabases");
        COVERED.put(product, "not covered: " + MariaDbServer.none());
        assumeTrue(product != Product.MARIADB || MariaDbServer.given().isPresent(), MariaDbServer::none);
        COVERED.put(product, "FAILED");
        final int programs = product.programs();
        final long seed = Long.getLong("seed", FIRST_SEED);
        try (Bench bench = Bench.open(product, directory)) {
            for (int i = 0; i < programs; i++) {
                check(bench, Program.draw(seed + i, product));
            }
            if (programs >= 100 && seed == FIRST_SEED) { // programs of other seeds may happen to share less
                final Tally tally = bench.tally();
                assertTrue(tally.questionsPerCall() > 2, () -> "calls are not shared: " + tally);
                assertTrue(
                        tally.tripsBesideOneAtATime() < product.trips(), () -> "statements are not shared: " + tally);
                assertTrue(tally.cacheHits() > programs / 25, () -> "caches are not used: " + tally);
            }
            COVERED.put(product, bench.version() + ": " + bench.tally());
        }
    }

    private static boolean asked(Product product) {
        return List.of(System.getProperty("databases", product.name()).split(","))
                .contains(product.name());
    }

    private static void check(Bench bench, Program program) throws SQLException {
        final Optional<String> difference = bench.difference(program);
        if (difference.isPresent()) {
            final Program smallest = shrunk(bench, program);
            final StringBuilder requests = new StringBuilder();
            smallest.requests().forEach(request -> requests.append("\n  ").append(request));
            fail(program + " (repeat with -Dprograms=1 -Dseed=" + program.seed() + ")\n" + difference.get()
                    + "\nThe smallest part that still differs:" + requests + "\n"
                    + bench.difference(smallest).orElse("but not this time"));
        }
    }

    /** Leaves out what is not needed for the difference, larger parts first. */
    private static Program shrunk(Bench bench, Program program) throws SQLException {
        Program smallest = program;
        int left = SHRINKS;
        for (int part = program.requests().size() / 2; part > 0; part /= 2) {
            for (int from = smallest.requests().size() - part; from >= 0 && left > 0; from -= part, left--) {
                final List<Request> fewer = new ArrayList<>(smallest.requests());
                fewer.subList(from, from + part).clear();
                if (bench.difference(smallest.with(fewer)).isPresent()) {
                    smallest = smallest.with(fewer);
                }
            }
        }
        return smallest;
    }
}
