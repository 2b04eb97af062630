package dev.sluice.replay.repair.salvage;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.RollFileSync;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/** Writes a roll file anew from what can be read of it, by Chronicle itself, in a directory of its own. One thread. */
public final class RollFileRewriter {

    private static final int PROGRESS = 0xFFF;

    private RollFileRewriter() {}

    /**
     * Writes it.
     *
     * @param ended whether it gets the mark that a later file was begun
     * @param instead the bytes of the document that takes the place of the lost one of that number
     * @param work a directory, which is made
     * @return the new file, on disk
     */
    public static Path rewrite(
            QueueDirectory queue,
            SalvagedFile file,
            boolean ended,
            LongFunction<byte[]> instead,
            Path work,
            LongConsumer progress)
            throws IOException {
        Files.createDirectories(work);
        final AtomicLong clock =
                new AtomicLong(file.cycle() * (long) queue.cycle().lengthInMillis());
        try (SingleChronicleQueue chronicle = queue.in(work).openChronicle(clock::get);
                ExcerptAppender appender = chronicle.createAppender();
                SalvagedDocuments documents = new SalvagedDocuments(queue, List.of(file), 0)) {
            while (documents.next()) {
                write(
                        appender,
                        documents.document().isPresent() ? documents.bytes() : instead.apply(documents.number()));
                if ((documents.number() & PROGRESS) == 0) {
                    progress.accept(documents.number());
                }
            }
            if (ended) {
                clock.addAndGet(queue.cycle().lengthInMillis());
                write(appender, Documents.lost("")); // in the next file: that ends this one
            }
        }
        final Path written = work.resolve(file.path().getFileName());
        check(queue, file, ended, written);
        RollFileSync.force(written);
        return written;
    }

    private static void write(ExcerptAppender appender, byte[] bytes) {
        try (DocumentContext document = appender.writingDocument()) {
            document.wire().bytes().write(bytes);
        }
    }

    /** Nothing takes a file's place that is not better. */
    private static void check(QueueDirectory queue, SalvagedFile file, boolean ended, Path written) {
        final SalvagedFile again = RollFileSalvage.look(
                written,
                file.cycle(),
                queue,
                ended,
                new SalvageOrder(queue.answers().isPresent(), false),
                bytes -> {});
        if (again.condition() != SalvagedFile.Condition.WHOLE || again.count() != file.count()) {
            throw new QueueException("what was written anew of " + file.path() + " is not as it should be: "
                    + again.condition() + " " + again.faults() + ", " + again.count() + " of " + file.count()
                    + " messages; nothing was replaced");
        }
    }
}
