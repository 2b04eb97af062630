package dev.sluice.faults.kill.bank;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.Report;
import dev.sluice.faults.kill.RoundOptions;
import dev.sluice.faults.kill.Transport.Scenario;
import dev.sluice.testsupport.Trees;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code .ci/run} has a longer one over PostgreSQL. {@code -Dseed=S} repeats its plan; what a failing run leaves is below {@code target}. */
@Tag("nightly")
class LongRunTest {

    @Test
    void shouldKeepEveryPromiseOverHsqldbAndSayWhatIsUsed() throws Exception {
        final long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        final Path directory = Path.of("target", "crash-long").toAbsolutePath();
        Trees.delete(directory);
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        final KillRun.Plan plan = new KillRun.Plan(
                0,
                Optional.of(Duration.ofSeconds(90)),
                ChronicleTransport.all(Scenario.BANK, true),
                seed,
                DatabaseKind.HSQLDB,
                directory,
                false);
        final Report report = new Report(new PrintStream(said, true, StandardCharsets.UTF_8));
        final boolean clean =
                new KillRun(plan, LongRun.start(plan, RoundOptions.with(plan.mishaps()), report), report).run();
        final String text = said.toString(StandardCharsets.UTF_8);
        assertTrue(clean, text);
        assertTrue(text.contains("found: lost 0, duplicated 0, reordered 0, wrong 0, applied twice 0"), text);
        assertTrue(text.contains("gateway: heap after a full collection, MB"), text);
        Trees.delete(directory);
    }
}
