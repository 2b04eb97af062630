package dev.sluice.replay.repair.salvage;

import dev.sluice.internal.queue.files.FileWindow;
import dev.sluice.internal.queue.files.RollFileHeader;
import java.util.Arrays;
import net.openhft.chronicle.queue.RollCycle;

/** The entries of a roll file's index that can be read: the addresses of every so many documents. */
final class LooseIndex {

    private static final String PAGES = "index2index";

    private final int spacing;
    private long[] addresses = new long[64];
    private int used;
    private boolean whole;

    LooseIndex(FileWindow file, DocumentProbe probe, RollCycle cycle) {
        spacing = cycle.defaultIndexSpacing();
        final int count = cycle.defaultIndexCount();
        final long pages = probe.entriesOfPage(RollFileHeader.SIZE, PAGES);
        whole = pages > 0;
        for (int p = 0; pages > 0 && p < count; p++) {
            final long page = file.longAt(pages + (long) p * Long.BYTES);
            if (page == 0) {
                return;
            }
            if (page < 0 || page >= file.length() || probe.behindPageAt(page) == 0) {
                whole = false;
                return;
            }
            final long entries = probe.entriesOfPage(page, "index");
            for (int i = 0; i < count; i++) {
                add(file.longAt(entries + (long) i * Long.BYTES));
            }
        }
    }

    private void add(long address) {
        if (used == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * used);
        }
        addresses[used++] = address;
    }

    /** Whether all of its pages are as Chronicle makes them. */
    boolean isWhole() {
        return whole;
    }

    /** Whether it says nothing else of where that document is. */
    boolean agrees(long number, long address) {
        final long entry = number / spacing;
        return number % spacing != 0
                || entry >= used
                || addresses[(int) entry] == 0
                || addresses[(int) entry] == address;
    }

    /** The number of the document at that address; -1 if it does not say. Those met grow, so it looks from a number on. */
    long numberAt(long address, long from) {
        for (long entry = (from + spacing - 1) / spacing; entry < used; entry++) {
            final long known = addresses[(int) entry];
            if (known == address) {
                return entry * spacing;
            }
            if (known > address) {
                return -1;
            }
        }
        return -1;
    }
}
