package dev.sluice.service.generated;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.testsupport.SeriesLength;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random programs on random schemas: results and tables are those of plain JDBC, one statement at a time. More of them with
 * {@code -Dprograms=N}, others with {@code -Dseed=S}, and no end at the first that fails with {@code -Dfailures=N}; one that
 * failed is repeated by {@code -Dprograms=1 -Dseed=} its seed.
 */
@Tag("series")
class GeneratedSchemasTest {

    private static final int SHRINKS = 150;
    private static final Path DOCUMENTS = Path.of("../docs");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void shouldAnswerAsPlainJdbcDoes(Product product) throws SQLException {
        assumeTrue(
                List.of(System.getProperty("databases", product.name()).split(","))
                        .contains(product.name()),
                "not one of -Ddatabases");
        final long seed = Long.getLong("seed", 1);
        final int programs = SeriesLength.of("programs", 80, 2_000);
        final int enough = Integer.getInteger("failures", 1);
        final List<String> failures = new ArrayList<>();
        final Map<Feature, Integer> features = new EnumMap<>(Feature.class);
        final long start = System.nanoTime();
        try (Bench bench = new Bench(product.open(), directory)) {
            for (long i = seed; i < seed + programs && failures.size() < enough; i++) {
                check(bench, Case.draw(i, product), features).ifPresent(failure -> {
                    System.out.println(failure); // an hour's run need not end to be read
                    failures.add(failure);
                });
            }
        }
        System.out.printf(
                "%s: %d programs from seed %d on in %d s, %d differ; of them had %s%n",
                product, programs, seed, (System.nanoTime() - start) / 1_000_000_000, failures.size(), features);
        assertTrue(failures.isEmpty(), () -> String.join("\n\n", failures));
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
