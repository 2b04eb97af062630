package dev.sluice.replay.prove;

import dev.sluice.internal.queue.document.Documents;
import dev.sluice.service.QueueFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

/** A queue of one file whose documents are written anew, at the same indexes, after they were tampered with. */
public final class RewrittenQueue {

    private RewrittenQueue() {}

    public static void tamper(Path directory, Consumer<List<byte[]>> change) throws IOException {
        final List<byte[]> documents = new ArrayList<>();
        final int cycle;
        final long length;
        try (SingleChronicleQueue queue = builder(directory).build();
                ExcerptTailer tailer = queue.createTailer()) {
            cycle = queue.firstCycle();
            length = queue.rollCycle().lengthInMillis();
            boolean more = true;
            while (more) {
                try (DocumentContext document = tailer.readingDocument()) {
                    more = document.isPresent();
                    if (more) {
                        documents.add(document.wire().bytes().toByteArray());
                    }
                }
            }
        }
        change.accept(documents);
        for (final Path file : QueueFiles.of(directory)) {
            Files.delete(file);
        }
        final SetTimeProvider clock = new SetTimeProvider();
        clock.currentTimeMillis(cycle * length);
        try (SingleChronicleQueue queue = builder(directory).timeProvider(clock).build();
                ExcerptAppender appender = queue.createAppender()) {
            for (final byte[] bytes : documents) {
                try (DocumentContext document = appender.writingDocument()) {
                    document.wire().bytes().write(bytes);
                }
            }
        }
    }

    private static SingleChronicleQueueBuilder builder(Path directory) throws IOException {
        final String properties = Files.readString(directory.resolve("queue.properties"));
        return SingleChronicleQueueBuilder.binary(directory)
                .sourceId(properties.contains("answers=") ? Documents.OUTPUT : Documents.INPUT)
                .rollCycle(rollCycle(value(properties, "rollCycle")))
                .blockSize(Long.parseLong(value(properties, "blockSize")));
    }

    private static RollCycle rollCycle(String name) {
        for (final RollCycle cycle : RollCycles.all()) {
            if (cycle.toString().equals(name)) {
                return cycle;
            }
        }
        throw new IllegalArgumentException(name);
    }

    private static String value(String properties, String key) {
        return properties
                .lines()
                .filter(line -> line.startsWith(key + "="))
                .findFirst()
                .orElseThrow()
                .substring(key.length() + 1);
    }
}
