package dev.sluice.faults.soak.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.faults.kill.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that leaks some of everything, sampled as a gateway of a soak is. */
@Tag("nightly")
class SamplerTest {

    private static final int STEPS = 40;

    @TempDir
    private Path directory;

    @BeforeEach
    void needAllSamples() {
        assumeTrue(Sampler.unavailable().isEmpty(), () -> Sampler.unavailable().toString());
    }

    @Test
    void shouldFindEveryKindOfLeakInAProcessThatLeaksOfEach() throws Exception {
        assertEquals(EnumSet.allOf(Measure.class), growing(true));
    }

    @Test
    void shouldFindNothingInAProcessThatLeaksNothing() throws Exception {
        assertEquals(Set.of(), growing(false));
    }

    private Set<Measure> growing(boolean leaks) throws IOException, InterruptedException {
        final Path queues = Files.createDirectory(directory.resolve("queues"));
        try (Samples samples = new Samples(directory.resolve("samples.csv"));
                Child child = Child.start(
                        "leak",
                        directory.resolve("leak.log"),
                        List.of("-XX:+UseSerialGC", "-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch"),
                        Map.of(),
                        LeakProgram.class,
                        List.of(queues.toString(), Boolean.toString(leaks)),
                        line -> {})) {
            sample(child, queues, samples);
            return samples.all().entrySet().stream()
                    .filter(series -> Verdict.of(
                                    Trend.of(series.getValue()),
                                    series.getKey().measure().allowed())
                            == Verdict.GROWS)
                    .map(series -> series.getKey().measure())
                    .collect(Collectors.toSet());
        }
    }

    /** Has it go on as samples come, so that it leaks at an even pace of them. */
    private static void sample(Child child, Path queues, Samples samples) throws IOException {
        try (Sampler sampler = new Sampler(samples, queues, Duration.ofMillis(200))) {
            sampler.watch("leak", child.process().toHandle());
            sampler.watch("leak", queues);
            for (int step = 0; step < STEPS; step++) {
                child.tell("");
                final int heaps = heaps(samples);
                Awaitility.await().until(() -> heaps(samples) > heaps);
            }
            assertEquals("", sampler.failure());
        }
    }

    private static int heaps(Samples samples) {
        return samples.all()
                .getOrDefault(new Samples.Series("leak", Measure.HEAP), List.of())
                .size();
    }
}
