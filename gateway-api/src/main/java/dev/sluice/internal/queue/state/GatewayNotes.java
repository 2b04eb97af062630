package dev.sluice.internal.queue.state;

import java.nio.file.Path;

/**
 * A few numbers that a gateway keeps beside its output, in a mapped file: to note one costs a store to memory, and the end of
 * the process at any instant takes none away. A power cut may leave older ones. One thread.
 */
public final class GatewayNotes implements AutoCloseable {

    /** How many there are. */
    public static final int SIZE = 3;

    /** What a new one says everywhere. */
    public static final long NONE = -1;

    private static final long FORMAT = 1;
    private static final String ROLE = "gateway";
    private static final String NAME = "notes";

    private final StateFile file;

    private GatewayNotes(StateFile file) {
        this.file = file;
    }

    static GatewayNotes open(Path output) {
        return new GatewayNotes(StateFile.open(output, ROLE, NAME, () -> new long[] {FORMAT, NONE, NONE, NONE}));
    }

    /** The number of that place, whoever has them open. */
    public static long look(Path output, int place) {
        return StateFile.look(output, ROLE, NAME)
                .map(numbers -> numbers[1 + place])
                .orElse(NONE);
    }

    /** The number of that place, from 0. */
    public long get(int place) {
        return file.get(1 + place);
    }

    /** Notes another one there. */
    public void set(int place, long number) {
        file.set(1 + place, number);
    }

    @Override
    public void close() {
        file.close();
    }
}
