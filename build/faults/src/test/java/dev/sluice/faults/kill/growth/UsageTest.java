package dev.sluice.faults.kill.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.faults.kill.KilledProgram;
import dev.sluice.testsupport.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that leaks some of everything, read as the steady gateway is. */
class UsageTest {

    @TempDir
    private Path directory;

    @BeforeEach
    void needAllOfIt() {
        assumeTrue(Usage.unavailable().isEmpty(), () -> Usage.unavailable().toString());
    }

    @Test
    void shouldFindEveryKindOfLeakWhenAProcessLeaksOfEach() throws Exception {
        assertEquals(
                Set.of(
                        "leak: heap after a full collection, MB",
                        "leak: open files and sockets",
                        "leak: threads",
                        "the queues: disk, MB"),
                grown(LeakProgram.LEAK));
    }

    @Test
    void shouldFindNothingWhenAProcessMakesGarbageAlone() throws Exception {
        assertEquals(Set.of(), grown(LeakProgram.GARBAGE));
    }

    /** What has grown after the process has done that. */
    private Set<String> grown(String order) throws IOException, InterruptedException {
        final Path queues = Files.createDirectory(directory.resolve("queues"));
        final BlockingQueue<String> said = new LinkedBlockingQueue<>();
        try (Child child = KilledProgram.of("leak", directory.resolve("leak.log"), "", LeakProgram.class, queues)
                .lines(said::add)
                .start()) {
            said.take();
            final Map<String, ProcessHandle> processes =
                    Map.of("leak", child.process().toHandle());
            final Usage before = Usage.read(processes, queues);
            child.tell(order);
            said.take();
            return Set.copyOf(new Growth(before, Usage.read(processes, queues), Growth.SHORTEST).found());
        }
    }
}
