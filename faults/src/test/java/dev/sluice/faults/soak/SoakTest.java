package dev.sluice.faults.soak;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.testsupport.Trees;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code .ci/run} has a longer one over PostgreSQL. {@code -Dseed=S} repeats its plan; what a failing run leaves is below {@code target}. */
@Tag("nightly")
class SoakTest {

    @Test
    void shouldKeepEveryPromiseOverHsqldbAndReport() throws Exception {
        final long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        final Path directory = Path.of("target", "soak").toAbsolutePath();
        Trees.delete(directory);
        final Path report = directory.resolveSibling("soak.txt");
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        final Soak.Plan plan =
                new Soak.Plan(Duration.ofSeconds(120), seed, DatabaseKind.HSQLDB, directory, Optional.of(report));
        final boolean clean = new Soak(plan, new PrintStream(said, true, StandardCharsets.UTF_8)).run();
        final String text = said.toString(StandardCharsets.UTF_8);
        assertTrue(clean, text);
        final String kept = Files.readString(report);
        assertTrue(kept.contains("found: lost 0, duplicated 0, reordered 0, wrong 0, applied twice 0"), kept);
        assertTrue(kept.contains("gateway steady: heap after a full collection, MB"), kept);
        assertTrue(Files.size(report.resolveSibling("soak.txt.csv")) > 0);
        Trees.delete(directory);
    }
}
