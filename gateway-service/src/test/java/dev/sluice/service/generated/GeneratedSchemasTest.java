package dev.sluice.service.generated;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.testsupport.MariaDbServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random programs, on random schemas and on known tables: results and tables are those of plain JDBC, one statement at a
 * time. More of them with {@code -Dprograms=N}, others with {@code -Dseed=S}, and no end at the first that fails with
 * {@code -Dfailures=N}; one that failed is repeated by {@code -Dprograms=1 -Dseed=} its seed and {@code -Ddatabases=} its
 * database.
 */
@Tag("series")
class GeneratedSchemasTest {

    private static final int SHRINKS = 150;
    private static final long FIRST_SEED = 1;
    private static final Path DOCUMENTS = Path.of("../docs");

    /** What each database came to, for the end. */
    private static final Map<Product, String> COVERED = new EnumMap<>(Product.class);

    @TempDir
    private Path directory;

    /** Says it in a file, too, which the end of a CI run shows. */
    @AfterAll
    static void sayWhatIsCovered() throws IOException {
        final List<String> lines = new ArrayList<>();
        COVERED.forEach((product, said) -> lines.add("Programs on " + product + ": " + said));
        lines.forEach(System.out::println);
        Files.write(Path.of("target/databases-covered.txt"), lines);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerAsPlainJdbcDoes(Product product) throws SQLException {
        assumeTrue(
                List.of(System.getProperty("databases", product.name()).split(","))
                        .contains(product.name()),
                "not one of -Ddatabases");
        COVERED.put(product, "not covered: " + MariaDbServer.none());
        assumeTrue(product != Product.MARIADB || MariaDbServer.given().isPresent(), MariaDbServer::none);
        COVERED.put(product, "FAILED");
        final long seed = Long.getLong("seed", FIRST_SEED);
        final int programs = product.programs();
        final int enough = Integer.getInteger("failures", 1);
        final List<String> failures = new ArrayList<>();
        final Map<Feature, Integer> features = new EnumMap<>(Feature.class);
        final long start = System.nanoTime();
        try (Bench bench = new Bench(product, directory)) {
            for (long i = seed; i < seed + programs && failures.size() < enough; i++) {
                check(bench, Case.draw(i, product), features).ifPresent(failure -> {
                    System.out.println(failure); // an hour's run need not end to be read
                    failures.add(failure);
                });
            }
            System.out.printf(
                    "%s: %d programs from seed %d on in %d s, %d differ; of them had %s%n",
                    product, programs, seed, (System.nanoTime() - start) / 1_000_000_000, failures.size(), features);
            assertTrue(failures.isEmpty(), () -> String.join("\n\n", failures));
            if (programs >= 100 && seed == FIRST_SEED) { // programs of other seeds may happen to share less
                assertShared(bench.tally(), product, programs);
            }
            COVERED.put(product, bench.said());
        }
    }

    private static void assertShared(Tally tally, Product product, int programs) {
        assertTrue(tally.questionsPerCall() > 2, () -> "calls are not shared: " + tally);
        assertTrue(
                !product.drawsSchemas() || tally.tripsBesideOneAtATime() < 0.95,
                () -> "statements are not shared: " + tally);
        assertTrue(tally.answersFromCaches() > programs / 25, () -> "caches are not used: " + tally);
    }

    /** Nothing is left out that users are not told. */
    @Test
    void shouldLeaveOutWhatTheDocumentsNameAsALimit() throws IOException {
        final String told = (Files.readString(DOCUMENTS.resolve("explanation/promises.md"))
                        + Files.readString(DOCUMENTS.resolve("reference/messages.md")))
                .replaceAll("\\s+", " ");
        for (final LeftOut left : LeftOut.values()) {
            assertTrue(told.contains(left.limit()), () -> "no document says: " + left.limit());
        }
    }

    private static Optional<String> check(Bench bench, Case drawn, Map<Feature, Integer> features) throws SQLException {
        final String repeat = "seed " + drawn.seed() + " (repeat with -Dprograms=1 -Dseed=" + drawn.seed() + ")\n";
        try (CapturedLog log = new CapturedLog()) {
            try {
                final Bench.Tried tried = bench.compare(drawn);
                Feature.count(tried.program(), features);
                if (tried.difference().isEmpty()) {
                    return Optional.empty();
                }
                final Case smallest = bench.shrunk(tried.program(), SHRINKS);
                return Optional.of(repeat + tried.difference().get() + "\nThe smallest part that still differs: "
                        + smallest + "\n" + bench.compare(smallest).difference().orElse("but not this time"));
            } catch (final AssertionError e) {
                return Optional.of(repeat + e.getMessage() + "\n" + drawn + "\n" + String.join("\n", log.lines()));
            }
        }
    }
}
