package dev.sluice.internal.queue.document;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.files.FirstMessages;
import dev.sluice.internal.queue.files.RollFile;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.files.RollLog;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.transport.WriterSequences;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NavigableSet;
import java.util.TreeSet;
import net.openhft.chronicle.queue.RollCycle;

/**
 * The last sequence number of each writer before the request with which a reader begins. With these numbers the reader can check
 * the numbers of its first requests, too. So whether a request is accepted does not depend on where the reader began. The files
 * are read without Chronicle. If a file cannot be read, no numbers are known.
 *
 * @param sequences the last number of each writer seen
 * @param fromCycle the cycle of the first file that was read
 */
public record LookBack(WriterSequences sequences, int fromCycle) {

    private static final long MOST_REQUESTS = 1_000;
    private static final int MOST_FILES = 8;

    private record Part(Path file, long from, long to) {}

    /**
     * Returns the look-back for a reader that begins with the first existing message: no earlier number is known.
     *
     * @param fromFirst whether that message is the very first message of the queue
     */
    public static LookBack none(boolean fromFirst) {
        return new LookBack(new WriterSequences(fromFirst), 0);
    }

    /**
     * Reads up to 1,000 requests before {@code index}, from at most 8 files. If these requests include the very first request of
     * the queue, and no file is missing, the first request of every writer must have number 1.
     */
    public static LookBack before(long index, RollFiles files, QueueDirectory input) {
        final RollCycle cycles = input.cycle();
        final int cycle = cycles.toCycle(index);
        try {
            final Deque<Part> parts = new ArrayDeque<>();
            long left = MOST_REQUESTS;
            final RollLog log = RollLog.read(input.path());
            final NavigableSet<Integer> missed = new TreeSet<>(log.cycles());
            missed.addAll(FirstMessages.read(input.path()).checksums().keySet()); // a rewritten log may lack cycles
            boolean all = log.deletedTo() < 0;
            for (final Path file : RollFiles.newestFirst(input.path())) {
                final int its = files.cycle(file);
                if (left == 0 || parts.size() == MOST_FILES) {
                    all = false;
                    break;
                }
                if (its <= cycle) {
                    final long count = its == cycle ? cycles.toSequenceNumber(index) : count(file, cycles);
                    final long from = Math.max(0, count - left);
                    all &= from == 0 && (count == 0 || missed.remove(its));
                    left -= count - from;
                    parts.addFirst(new Part(file, from, count - 1));
                }
            }
            all &= missed.headSet(cycle).isEmpty();
            final WriterSequences sequences = new WriterSequences(all);
            final Documents document = new Documents(input.blockSize());
            parts.forEach(part -> read(part, cycles, document, sequences));
            return new LookBack(sequences, parts.isEmpty() ? cycle : files.cycle(parts.getFirst().file));
        } catch (final QueueException | IllegalArgumentException e) {
            return new LookBack(
                    new WriterSequences(false), cycle); // the reader itself finds damage in the files that it reads
        }
    }

    private static long count(Path file, RollCycle cycles) {
        return RollFile.last(file, cycles)
                .map(last -> last.sequence().orElseThrow(() -> new IllegalArgumentException("no number")) + 1)
                .orElse(0L);
    }

    private static void read(Part part, RollCycle cycles, Documents document, WriterSequences sequences) {
        RollFile.look(part.file, cycles, null, roll -> {
            roll.messages(part.from, part.to, (file, address, length) -> {
                try {
                    document.read(file, address, length);
                    sequences.before(document.request());
                } catch (final WireFormatException e) {
                    sequences.unreadable();
                }
            });
            return null;
        });
    }
}
