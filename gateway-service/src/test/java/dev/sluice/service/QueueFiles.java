package dev.sluice.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The files with a queue's messages. */
public final class QueueFiles {

    private QueueFiles() {}

    /** All there are, the oldest first. */
    public static List<Path> of(Path queue) throws IOException {
        try (Stream<Path> files = Files.list(queue)) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .sorted()
                    .toList();
        }
    }

    /** Waits until a queue with the roll cycle {@code TEST_SECONDLY} begins its next file. */
    public static void awaitNext() {
        final long second = System.currentTimeMillis() / 1000;
        Awaitility.await()
                .pollInterval(Duration.ofMillis(5))
                .pollInSameThread()
                .until(() -> System.currentTimeMillis() / 1000 > second);
    }
}
