package dev.sluice.replay.repair;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.FileWindow;
import dev.sluice.internal.queue.files.FirstMessages;
import dev.sluice.internal.queue.files.RollFile;
import dev.sluice.internal.queue.files.RollFileHeader;
import dev.sluice.replay.repair.SalvagedFile.Condition;
import dev.sluice.replay.repair.SalvagedFile.Part;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import net.openhft.chronicle.queue.RollCycle;

/**
 * Reads a roll file document by document, and continues after an unreadable part with the next whole document. Determines this
 * document's number from the index, from the file's header or, in an output, from the running number in the document. A file with
 * messages of another queue is reported as misplaced. Memory use is constant, except for the documents of one damaged stretch.
 * For one thread.
 */
final class RollFileSalvage {

    /** The maximum number of documents of a damaged stretch, which are held in memory. */
    private static final int MOST = 2_000_000;

    private static final int PROGRESS = 0xFFFF;

    private final Path path;
    private final int number;
    private final RollCycle cycle;
    private final boolean asBegun;
    private final boolean results;
    private final Succession succession;
    private final LongConsumer progress;
    private final DocumentProbe probe;
    private final FileWindow file;
    private final List<String> faults = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private LooseIndex index;
    private Optional<RollFile.Last> said = Optional.empty();
    private boolean intact = true;
    private boolean onlyUnended;
    private Optional<String> misplaced = Optional.empty();
    private long next;
    private long at;
    private long lastAddress = -1;

    private RollFileSalvage(
            DocumentProbe probe,
            Path path,
            int number,
            QueueDirectory queue,
            Succession succession,
            LongConsumer progress) {
        this.probe = probe;
        this.file = probe.file();
        this.path = path;
        this.number = number;
        this.cycle = queue.cycle();
        this.results = queue.answers().isPresent();
        this.succession = succession;
        this.progress = progress;
        this.asBegun = succession.beginFile(
                !results && FirstMessages.read(queue.path()).isAsNoted(number, path, cycle));
    }

    /**
     * Reads a file.
     *
     * @param over whether a later file has messages
     * @param succession the checker that has received the messages of all earlier files, and receives those of this file
     * @param progress receives from time to time the number of bytes read
     */
    static SalvagedFile look(
            Path path, int number, QueueDirectory queue, boolean over, Succession succession, LongConsumer progress) {
        try (DocumentProbe probe = DocumentProbe.open(path, queue).orElse(null)) {
            if (probe == null) {
                return SalvagedFile.without(path, number, Condition.GONE, "is gone");
            }
            final SalvagedFile found = new RollFileSalvage(probe, path, number, queue, succession, progress).look(over);
            return found.count() == found.lost() && holdsOtherKind(path, queue)
                    ? found.misplaced("holds requests, where results belong, or the other way round")
                    : found;
        }
    }

    /** Whether the file belongs to the pair's other queue: it has results instead of requests, or requests instead of results. */
    private static boolean holdsOtherKind(Path path, QueueDirectory queue) {
        try (DocumentProbe probe =
                DocumentProbe.open(path, queue, queue.answers().isEmpty()).orElse(null)) {
            return probe != null
                    && probe.nextFrom(RollFileHeader.firstMessageAt(queue.cycle()))
                            .filter(document -> !document.lost())
                            .isPresent();
        }
    }

    private SalvagedFile look(boolean over) {
        at = RollFileHeader.firstMessageAt(cycle);
        try (RollFile roll = RollFile.open(path, cycle).orElse(null)) {
            if (roll == null || roll.isHalfMade() && probe.nextFrom(at).isEmpty()) {
                return SalvagedFile.without(path, number, Condition.NONE, "has no header");
            }
            checkStrictly(roll, over);
        }
        index = new LooseIndex(probe, cycle);
        if (!index.isWhole() && faults.isEmpty()) {
            faults.add("a page of its index is not as it was written");
        }
        walk();
        if (probe.metNewer()) {
            return SalvagedFile.without(
                    path,
                    number,
                    Condition.NEWER,
                    "holds messages of a later release of Sluice, which cannot be read here");
        }
        final SalvagedFile found = new SalvagedFile(path, number, condition(), faults, parts);
        return misplaced.map(found::misplaced).orElse(found);
    }

    private Condition condition() {
        final boolean all = results ? parts.stream().noneMatch(Part::lost) : intact;
        if (all && faults.isEmpty()) {
            return Condition.WHOLE;
        }
        return all && onlyUnended && faults.size() == 1 ? Condition.UNENDED : Condition.DAMAGED;
    }

    private void checkStrictly(RollFile roll, boolean over) {
        final byte[] bytes = new byte[RollFileHeader.SIZE];
        file.get(0, bytes, bytes.length);
        final ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        final boolean asWritten = RollFileHeader.difference(header, cycle) < 0;
        final OptionalLong sequence = RollFileHeader.sequence(header, cycle);
        final long address = RollFileHeader.address(header);
        // The sequence in the header repeats part of the address. If the two agree, both are right, even if other parts
        // of the header are damaged.
        if (address > 0 && address % Integer.BYTES == 0 && (asWritten || sequence.isPresent())) {
            said = Optional.of(new RollFile.Last(address, sequence));
        }
        fault(roll, over).ifPresent(faults::add);
        onlyUnended = !faults.isEmpty() && fault(roll, false).isEmpty();
    }

    private static Optional<String> fault(RollFile roll, boolean over) {
        try {
            roll.verify(over);
            return Optional.empty();
        } catch (final CorruptQueueException e) {
            return Optional.of(e.how());
        } catch (final QueueException e) {
            return Optional.of(e.getMessage());
        }
    }

    private void walk() {
        long walked = 0;
        boolean more = true;
        while (more) {
            final Optional<SalvagedDocument> document = probe.documentAt(at);
            if (document.isPresent()) {
                take(document.get());
                if ((++walked & PROGRESS) == 0) {
                    progress.accept(at);
                }
                continue;
            }
            final long afterPage = probe.afterPageAt(at);
            if (afterPage > 0) {
                at = afterPage;
            } else if (isEnd()) {
                more = false;
            } else {
                more = salvage();
            }
        }
    }

    private void take(SalvagedDocument document) {
        if (!index.agrees(next, document.address()) && faults.isEmpty()) {
            faults.add("its index leads elsewhere for message " + next);
        }
        if (!succession.take(document) && !asBegun && misplaced.isEmpty()) {
            misplaced = Optional.of(
                    "its message " + next + " does not follow those before it: it, or the file before it, was"
                            + " exchanged, renamed, restored from another time, or belongs to other queues");
        }
        final Part last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        if (last == null || last.lost()) {
            parts.add(new Part(next, 1, document.address(), false));
        } else {
            parts.set(parts.size() - 1, new Part(last.first(), last.count() + 1, last.address(), false));
        }
        next++;
        lastAddress = document.address();
        at = document.end();
    }

    private void lose(long count) {
        if (count > 0) {
            succession.lost(count);
            parts.add(new Part(next, count, 0, true));
            next += count;
        }
    }

    /** Whether no document comes after the last one read, according to the header or else to a search of the file's rest. */
    private boolean isEnd() {
        return file.intAt(at) <= 0
                && (said.isPresent()
                        ? said.get().address() <= lastAddress
                        : probe.nextFrom(at).isEmpty());
    }

    /**
     * Reads a damaged stretch, which ends at a document whose number is in the index. Returns false if there is no such document,
     * so that the stretch reaches to the end of the file.
     */
    private boolean salvage() {
        final List<SalvagedDocument> found = new ArrayList<>();
        Optional<SalvagedDocument> document = probe.nextFrom(at);
        while (document.isPresent() && found.size() < MOST) {
            found.add(document.get());
            final long known = index.numberAt(document.get().address(), next);
            if (known >= 0 && anchored(found, known)) {
                return true;
            }
            document = probe.nextFrom(document.get().end());
        }
        if (found.size() == MOST) {
            throw CorruptQueueException.file(
                    path, "so much of its index and of its messages that the messages cannot be numbered");
        }
        end(found);
        return false;
    }

    /**
     * Determines the numbers of the found documents. Returns false if the last document cannot have the number from the index.
     */
    private boolean anchored(List<SalvagedDocument> found, long known) {
        final SalvagedStretch stretch = stretch(found);
        final boolean placed = known - next >= found.size() - 1 && stretch.place(OptionalLong.of(known + 1), false);
        if (placed) {
            settle(stretch);
        }
        return placed;
    }

    private void end(List<SalvagedDocument> found) {
        final SalvagedStretch stretch = stretch(found);
        final long lastFound =
                found.isEmpty() ? lastAddress : found.get(found.size() - 1).address();
        final OptionalLong total = said.filter(last -> last.address() >= lastFound)
                .map(last -> last.sequence())
                .map(last -> last.isPresent() ? OptionalLong.of(last.getAsLong() + 1) : last)
                .orElse(OptionalLong.empty());
        final boolean more = said.filter(last -> last.address() > lastFound)
                .filter(last -> last.sequence().isPresent() || file.intAt(last.address()) > 0)
                .isPresent();
        stretch.endsAt(more ? said.get().address() : lastFound);
        if (stretch.place(total, more) || stretch.place(OptionalLong.empty(), more)) {
            settle(stretch);
        } else {
            misplaced = Optional.of(SalvagedFile.count(found.size(), results ? "result" : "request")
                    + " of it can be read, but their positions in it are unknown");
        }
    }

    private SalvagedStretch stretch(List<SalvagedDocument> found) {
        return new SalvagedStretch(probe, succession, results, at, next, found);
    }

    private void settle(SalvagedStretch stretch) {
        intact &= stretch.isIntact();
        stretch.deliver(this::lose, this::takeAll);
    }

    private void takeAll(List<SalvagedDocument> documents) {
        at = documents.get(0).address();
        documents.forEach(this::take);
    }

    /** The readable part of a roll file's index, which has the address of every n-th document, where n is the index spacing. */
    private static final class LooseIndex {

        private static final String PAGES = "index2index";

        private final int spacing;
        private final long[] addresses;
        private final boolean whole;

        LooseIndex(DocumentProbe probe, RollCycle cycle) {
            spacing = cycle.defaultIndexSpacing();
            final FileWindow file = probe.file();
            final int count = cycle.defaultIndexCount();
            final long pages = probe.entriesOfPage(RollFileHeader.SIZE, PAGES);
            final LongStream.Builder found = LongStream.builder();
            boolean good = pages > 0;
            for (int p = 0; good && p < count; p++) {
                final long page = file.longAt(pages + (long) p * Long.BYTES);
                if (page == 0) {
                    break;
                }
                good = page > 0 && page < file.length() && probe.afterPageAt(page) > 0;
                final long entries = good ? probe.entriesOfPage(page, "index") : 0;
                for (int i = 0; good && i < count; i++) {
                    found.add(file.longAt(entries + (long) i * Long.BYTES));
                }
            }
            whole = good;
            addresses = found.build().toArray();
        }

        /** Whether all pages of the index have the form that Chronicle writes. */
        boolean isWhole() {
            return whole;
        }

        /** Whether the index has this address for a document, or no entry for the document. */
        boolean agrees(long number, long address) {
            final long entry = number / spacing;
            return number % spacing != 0
                    || entry >= addresses.length
                    || addresses[(int) entry] == 0
                    || addresses[(int) entry] == address;
        }

        /** Returns the number of the document at an address, if it is in the index and at least {@code from}; otherwise -1. */
        long numberAt(long address, long from) {
            for (long entry = (from + spacing - 1) / spacing; entry < addresses.length; entry++) {
                final long known = addresses[(int) entry];
                if (known >= address) {
                    return known == address ? entry * spacing : -1;
                }
            }
            return -1;
        }
    }
}
