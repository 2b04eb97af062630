package dev.sluice.replay.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.replay.Called;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes the golden files of this release; run by hand only, as their README says. */
class MakeGolden {

    @TempDir
    private Path directory;

    @Test
    void shouldMakeTheFilesOfThisRelease() throws Exception {
        final String release = System.getProperty("golden");
        assumeTrue(release != null, "-Dgolden names no release");
        final Path golden = GoldenFiles.of(release);
        Files.createDirectories(golden);
        final Path queues = directory.resolve("queues");
        try (GoldenQueues made = new GoldenQueues()) {
            made.make(queues);
        }
        GoldenFiles.pack(queues, golden.resolve(GoldenFiles.QUEUES));
        Files.writeString(golden.resolve(GoldenFiles.QUEUE_LINES), lines(queues));
    }

    private static String lines(Path of) {
        final Called called = Called.line("cat both --format json --queues " + of);
        assertEquals(0, called.code(), called::err);
        return called.out();
    }
}
