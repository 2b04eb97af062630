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
 * Replaces files for a repair, and keeps copies of the old files. First writes a copy of the old file and syncs it to disk. Then
 * writes the new file in another directory. Then moves the new file atomically to the place of the old file. For one thread.
 */
final class Work {

    private static final int BLOCK = 1 << 16;
    private static final int PROGRESS = 0xFFF;

    private final Path kept;
    private final LongConsumer progress;
    private final Consumer<String> reached;

    /**
     * @param kept a directory beside the queues, created when it is needed
     * @param reached receives the name of each point at which tests interrupt the repair
     */
    Work(Path kept, LongConsumer progress, Consumer<String> reached) {
        this.kept = kept;
        this.progress = progress;
        this.reached = reached;
    }

    /** Returns the directory for unfinished files. */
    private Path aside() {
        return kept.resolve("unfinished");
    }

    /** If a queue's file exists, keeps a copy of it that is synced to disk. */
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

    /** Keeps a copy of a file, and deletes the file. */
    void remove(Path file) throws IOException {
        keep(file);
        Files.deleteIfExists(file);
        RollFileSync.force(file.getParent());
        reached.accept("removed");
    }

    /** Deletes a file whose messages nobody needs, after keeping a copy, and records the deletion in the log of roll files. */
    void noteDeleted(DamagedQueue queue, SalvagedFile file) throws IOException {
        keep(queue.log());
        RollLog.noteDeleted(queue.directory().path(), file.cycle());
        remove(file.path());
    }

    /**
     * Rewrites a file from its readable documents, and replaces the old file.
     *
     * @param ended whether a later file has messages, so that the new file needs the mark of its end
     * @param instead returns the bytes that replace the lost document with a given number
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

    /** Writes the new file with Chronicle itself, in a separate directory, and syncs it to disk. */
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
                write(appender, Documents.lost("")); // into the next file, so that Chronicle ends this file
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

    /** Checks that the new file is whole and complete, before it replaces the old one. */
    private static void check(QueueDirectory queue, SalvagedFile file, boolean ended, Path written) {
        final SalvagedFile again = RollFileSalvage.look(
                written,
                file.cycle(),
                queue,
                ended,
                new Succession(queue.answers().isPresent(), false),
                bytes -> {});
        if (again.condition() != SalvagedFile.Condition.WHOLE || again.count() != file.count()) {
            throw new QueueException("the rewritten file for " + file.path() + " is wrong: "
                    + again.condition() + " " + again.faults() + ", " + again.count() + " of " + file.count()
                    + " messages; nothing was replaced");
        }
    }

    /** Gives the new file the group and permissions of the old one, because job and gateway may run as different users. */
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

    /** Copies a sparse file without filling its holes, because a roll file consists mostly of holes. */
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
                    // read until the block is full
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
