package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Choices;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The steps of a run in their order: always as one number, and as lines if somebody wants to read them. */
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
     * @param detail mostly the place of a request among all
     */
    void add(int step, long turn, Enum<?> what, int who, long detail) {
        hash = (hash ^ (what.ordinal() + 64L * who)) * 0x100000001B3L;
        hash = (hash ^ detail) * 0x100000001B3L;
        if (lines != null) {
            lines.add("step " + step + ", turn " + turn + ", run " + who + ": " + what + " " + detail);
        }
    }

    /** For people only. */
    public void note(Supplier<String> line) {
        if (lines != null) {
            lines.add(line.get());
        }
    }

    /** Equal for equal traces, and, but for a chance of nothing, for no others. */
    public long hash() {
        return Choices.mixed(hash);
    }

    public List<String> lines() {
        return lines == null ? List.of() : lines;
    }
}
