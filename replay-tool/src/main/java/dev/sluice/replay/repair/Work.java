package dev.sluice.replay.repair;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.FirstMessages;
import dev.sluice.internal.queue.files.RollFileSync;
import dev.sluice.internal.queue.files.RollLog;
import dev.sluice.internal.queue.files.SmallFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Replaces files for a repair, and keeps them: a copy first, on disk; then something new is made aside; then it
 * takes the old one's place in one instant. One thread.
 */
final class Work {

    private static final int BLOCK = 1 << 16;
    private static final int PROGRESS = 0xFFF;

    private final Path kept;
    private final LongConsumer progress;
    private final Consumer<String> reached;

    /**
     * @param kept a directory beside the queues, made when it is needed
     * @param reached told of each instant at which it may be broken off
     */
    Work(Path kept, LongConsumer progress, Consumer<String> reached) {
        this.kept = kept;
        this.progress = progress;
        this.reached = reached;
    }

    /** A directory to make something in. */
    private Path aside() {
        return kept.resolve("unfinished");
    }

    /** Keeps a copy of a file of a queue, on disk, if it is there. */
    void keep(Path file) throws IOException {
        if (Files.exists(file)) {
            final Path copy = kept.resolve(file.getParent().getFileName()).resolve(file.getFileName());
            if (Files.notExists(copy)) {
                Files.createDirectories(copy.getParent());
                final Path unfinished = copy.resolveSibling(copy.getFileName() + ".part");
                copy(file, unfinished);
                reached.accept("copied");
                SmallFile.moveTo(unfinished, copy);
                RollFileSync.force(kept);
                RollFileSync.force(kept.toAbsolutePath().getParent());
            }
        }
        reached.accept("kept");
    }

    /** Deletes a file, which is kept. */
    void remove(Path file) throws IOException {
        keep(file);
        Files.deleteIfExists(file);
        RollFileSync.force(file.getParent());
        reached.accept("removed");
    }

    /** Deletes a file whose messages nobody misses any more. */
    void noteDeleted(DamagedQueue queue, SalvagedFile file) throws IOException {
        keep(queue.log());
        RollLog.noteDeleted(queue.directory().path(), file.cycle());
        remove(file.path());
    }

    /**
     * Writes a file anew from what can be read of it, and puts it in that file's place.
     *
     * @param ended whether a later file has messages
     * @param instead the bytes of the document that takes the place of the lost one of that number
     */
    void rewrite(DamagedQueue queue, SalvagedFile file, boolean ended, LongFunction<byte[]> instead)
            throws IOException {
        QueueDirectory.deleteAll(aside());
        remove(queue.table());
        final Path made = written(queue.directory(), file, ended, instead);
        keep(file.path());
        takeAccess(made, file.path());
        SmallFile.moveTo(made, file.path());
        reached.accept("replaced");
        QueueDirectory.deleteAll(aside());
        FirstMessages.replaced(
                queue.directory().path(),
                file.cycle(),
                file.path(),
                queue.directory().cycle());
        RollLog.note(queue.directory().path(), file.cycle(), file.path());
    }

    /** Writes a file anew by Chronicle itself, in a directory of its own, on disk. */
    private Path written(QueueDirectory queue, SalvagedFile file, boolean ended, LongFunction<byte[]> instead)
            throws IOException {
        Files.createDirectories(aside());
        final AtomicLong clock =
                new AtomicLong(file.cycle() * (long) queue.cycle().lengthInMillis());
        try (SingleChronicleQueue chronicle = queue.in(aside()).openChronicle(clock::get);
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
        final Path written = aside().resolve(file.path().getFileName());
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
                new Succession(queue.answers().isPresent(), false),
                bytes -> {});
        if (again.condition() != SalvagedFile.Condition.WHOLE || again.count() != file.count()) {
            throw new QueueException("what was written anew of " + file.path() + " is not as it should be: "
                    + again.condition() + " " + again.faults() + ", " + again.count() + " of " + file.count()
                    + " messages; nothing was replaced");
        }
    }

    /** The group and rights of what it replaces: job and gateway may be two users. */
    private static void takeAccess(Path made, Path file) throws IOException {
        final Path like = Files.exists(file) ? file : file.resolveSibling("queue.properties");
        if (Files.exists(like) && Files.getFileStore(like).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(made, Files.getPosixFilePermissions(like));
            final Object group = Files.getAttribute(like, "posix:group");
            if (!group.equals(Files.getAttribute(made, "posix:group"))) {
                Files.setAttribute(made, "posix:group", group);
            }
        }
    }

    /** A copy with the same holes: a roll file is mostly one. */
    private static void copy(Path from, Path to) throws IOException {
        try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel target = FileChannel.open(
                        to,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            final ByteBuffer block = ByteBuffer.allocate(BLOCK);
            final ByteBuffer zeros = ByteBuffer.allocate(BLOCK);
            final long length = source.size();
            for (long at = 0; at < length; at += block.limit()) {
                block.clear().limit((int) Math.min(BLOCK, length - at));
                while (block.hasRemaining() && source.read(block, at + block.position()) >= 0) {
                    // until it is full
                }
                block.flip();
                if (!block.equals(zeros.duplicate().limit(block.limit())) || at + block.limit() == length) {
                    for (long place = at; block.hasRemaining(); ) {
                        place += target.write(block, place);
                    }
                }
            }
            target.force(true);
        }
    }
}
