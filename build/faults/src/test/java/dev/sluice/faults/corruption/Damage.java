package dev.sluice.faults.corruption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** One random damage to one file of a queue pair. */
final class Damage {

    private static final int SECTOR = 512;

    private enum Kind {
        FLIP_BIT,
        FLIP_BITS,
        ZERO_BYTES,
        ZERO_SECTORS,
        NOISE,
        TRUNCATE,
        SWAP_BLOCKS,
        REPEAT_BLOCK,
        FILE_HEADER,
        DOCUMENT_HEADER,
        INDEX,
        EMPTY,
        DELETE
    }

    private final Random random;
    private final Path file;
    private final Kind kind;
    private byte[] bytes;
    private String what;

    private Damage(Random random, Path file, Kind kind) {
        this.random = random;
        this.file = file;
        this.kind = kind;
    }

    /** Draws one. */
    static Damage draw(Path pair, Random random) throws IOException {
        final int choice = random.nextInt(100);
        final String pattern = choice < 84
                ? ".cq4"
                : choice < 89 ? ".cq4t" : choice < 93 ? ".properties" : choice < 97 ? ".state" : "rolls.log";
        final List<Path> files;
        try (Stream<Path> all = Files.walk(pair)) {
            files = all.filter(path -> path.toString().endsWith(pattern))
                    .sorted()
                    .toList();
        }
        // Without its state a name is a new one, and without the log a deleted file was never there.
        final int kinds = choice < 93 ? Kind.values().length : Kind.DELETE.ordinal();
        return new Damage(random, files.get(random.nextInt(files.size())), Kind.values()[random.nextInt(kinds)]);
    }

    /** Whether whole files are gone: what is answered may be deleted. */
    boolean filesMissing() {
        return kind == Kind.DELETE || kind == Kind.EMPTY || kind == Kind.TRUNCATE;
    }

    /** Whether a file is gone that only a copy brings back; the oldest one of requests may be noted as deleted. */
    boolean mustBeRefused() {
        final String name = file.getFileName().toString();
        return kind == Kind.DELETE
                && (name.equals("queue.properties") || name.endsWith(".cq4") && !isOldestOfRequests());
    }

    private boolean isOldestOfRequests() {
        final String[] others = file.getParent().toFile().list((queue, name) -> name.endsWith(".cq4"));
        return file.getParent().endsWith("in")
                && Arrays.stream(others)
                        .allMatch(name -> name.compareTo(file.getFileName().toString()) > 0);
    }

    /** Does it, and says what it did. */
    String inflict() throws IOException {
        bytes = Files.readAllBytes(file);
        final boolean roll = file.toString().endsWith(".cq4");
        final RollFileMap map = RollFileMap.of(bytes);
        final int used = roll || file.toString().endsWith(".cq4t") ? map.used() : bytes.length;
        switch (kind) {
            case FLIP_BIT -> flip(random.nextInt(used), 1);
            case FLIP_BITS -> flip(random.nextInt(used), 2 + random.nextInt(30));
            case ZERO_BYTES -> fill(random.nextInt(used), 1 + random.nextInt(64), false);
            case ZERO_SECTORS -> fill(sector(used), SECTOR << random.nextInt(4), false);
            case NOISE -> fill(random.nextInt(used), 1 + random.nextInt(SECTOR), true);
            case TRUNCATE -> truncate(random.nextInt(used));
            case SWAP_BLOCKS -> move(sector(used), sector(used), SECTOR << random.nextInt(4), true);
            case REPEAT_BLOCK -> move(sector(used), sector(used), SECTOR << random.nextInt(4), false);
            case FILE_HEADER -> flip(random.nextInt(Math.min(used, 256)), 1);
            case DOCUMENT_HEADER -> documentHeader(map, used);
            case INDEX -> index(map, used);
            case EMPTY -> truncate(0);
            case DELETE -> {
                Files.delete(file);
                what = "deleted";
                return toString();
            }
        }
        Files.write(file, bytes);
        return toString();
    }

    private int sector(int used) {
        return random.nextInt(used) / SECTOR * SECTOR;
    }

    private void documentHeader(RollFileMap map, int used) {
        if (map.documents().isEmpty()) {
            flip(random.nextInt(used), 1);
        } else {
            flip(map.documents().get(random.nextInt(map.documents().size())) + random.nextInt(4), 1);
        }
    }

    /** An entry of the index that is in use, or the page's own header. */
    private void index(RollFileMap map, int used) {
        final int page = map.pages().isEmpty()
                ? 0
                : map.pages().get(random.nextInt(map.pages().size()));
        flip(Math.min(used - 1, page + random.nextInt(64)), 1);
    }

    private void flip(int at, int bits) {
        for (int i = 0; i < bits; i++) {
            final int where = Math.min(bytes.length - 1, at + (bits == 1 ? 0 : random.nextInt(64)));
            bytes[where] ^= (byte) (1 << random.nextInt(8));
        }
        what = bits + " bits flipped from " + at;
    }

    private void fill(int from, int length, boolean noise) {
        final int to = Math.min(bytes.length, from + length);
        if (noise) {
            final byte[] random16 = new byte[to - from];
            random.nextBytes(random16);
            System.arraycopy(random16, 0, bytes, from, random16.length);
        } else {
            Arrays.fill(bytes, from, to, (byte) 0);
        }
        what = (noise ? "noise" : "zeros") + " from " + from + " to " + to;
    }

    private void truncate(int length) {
        bytes = Arrays.copyOf(bytes, length);
        what = "cut to " + length;
    }

    private void move(int from, int to, int length, boolean swap) {
        final int size = Math.min(length, bytes.length - Math.max(from, to));
        final byte[] one = Arrays.copyOfRange(bytes, from, from + size);
        final byte[] other = Arrays.copyOfRange(bytes, to, to + size);
        System.arraycopy(one, 0, bytes, to, size);
        if (swap) {
            System.arraycopy(other, 0, bytes, from, size);
        }
        what = size + " bytes at " + from + (swap ? " swapped with those at " : " written to ") + to;
    }

    @Override
    public String toString() {
        return kind + " " + file.getParent().getFileName() + "/" + file.getFileName() + ": " + what;
    }
}
