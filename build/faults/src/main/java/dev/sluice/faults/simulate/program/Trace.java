package dev.sluice.faults.simulate.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The steps of a run in order: always as a hash, and on request also as lines. */
public final class Trace {

    private final List<String> lines;
    private long hash = 0xCBF29CE484222325L;

    private Trace(List<String> lines) {
        this.lines = lines;
    }

    public static Trace ofHash() {
        return new Trace(null);
    }

    public static Trace ofLines() {
        return new Trace(new ArrayList<>());
    }

    /**
     * @param who the process or backend
     * @param detail a number for the reader, mostly the place of a request
     */
    public void add(int step, long turn, Enum<?> what, int who, long detail) {
        hash = (hash ^ (what.ordinal() + 64L * who)) * 0x100000001B3L;
        hash = (hash ^ detail) * 0x100000001B3L;
        if (lines != null) {
            lines.add("step " + step + ", turn " + turn + ", process " + who + ": " + what + " " + detail);
        }
    }

    /** Adds a line for people, which does not change the hash. */
    public void note(Supplier<String> line) {
        if (lines != null) {
            lines.add(line.get());
        }
    }

    /** Returns a hash, which is equal for equal traces, and differs for different ones with near certainty. */
    public long hash() {
        return Choices.mixed(hash);
    }

    public List<String> lines() {
        return lines == null ? List.of() : lines;
    }
}
