package dev.sluice.faults.corruption;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Where things are in a roll file, read without Chronicle: to damage what hurts most. */
record RollFileMap(int used, List<Integer> documents, List<Integer> pages) {

    private static final int META = 1 << 30;
    private static final int LENGTH = META - 1;

    static RollFileMap of(byte[] file) {
        final ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        final List<Integer> documents = new ArrayList<>();
        final List<Integer> pages = new ArrayList<>();
        int at = 0;
        while (at + 4 <= file.length) {
            final int header = bytes.getInt(at);
            if (header == 0 || header < 0) {
                break;
            }
            ((header & META) == 0 ? documents : pages).add(at);
            at += 4 + ((header & LENGTH) + 3 & -4);
        }
        return new RollFileMap(Math.min(file.length, at + 4), documents, pages);
    }
}
