package dev.sluice.internal.queue.files;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;

/**
 * Chronicle's roll cycles by name. Two kinds of roll cycle are left out. With sparse indexes, finding a message would take
 * seconds. With files that are named by the week, Chronicle cannot derive the cycle from the name, and weeks differ by locale.
 */
public final class RollCycleName {

    private static final int LARGEST_SPACING = 0xFFFF;
    private static final String DAY = "yyyyMMdd";
    /** A roll cycle with a smaller maximum number of messages for each file is meant for tests. */
    private static final long LEAST_MESSAGES = 1 << 26;

    private static final Map<String, RollCycle> CYCLES = cycles();

    private RollCycleName() {}

    private static Map<String, RollCycle> cycles() {
        final List<RollCycle> all = new ArrayList<>();
        RollCycles.all().forEach(all::add);
        all.addAll(List.of(TestRollCycles.values()));
        final Map<String, RollCycle> cycles = new LinkedHashMap<>();
        all.stream()
                .filter(cycle -> cycle.defaultIndexSpacing() <= LARGEST_SPACING)
                .forEach(cycle -> cycles.put(cycle.toString(), cycle));
        return cycles;
    }

    /**
     * Returns the roll cycle with this name.
     *
     * @throws IllegalArgumentException if there is none, or its files are named by the week; the message lists the usable names
     */
    public static RollCycle parse(String name) {
        if (isByWeek(name)) {
            throw new IllegalArgumentException("roll cycle '" + name
                    + "' names its files by the week, so that they are not found again: use one of "
                    + String.join(", ", usable()));
        }
        final RollCycle cycle = CYCLES.get(name);
        if (cycle == null) {
            throw new IllegalArgumentException(
                    "unknown roll cycle '" + name + "': use one of " + String.join(", ", usable()));
        }
        return cycle;
    }

    /** Whether a roll cycle has this name, and its files have no day in their names. */
    public static boolean isByWeek(String name) {
        final RollCycle cycle = CYCLES.get(name);
        return cycle != null && !isByDay(cycle);
    }

    private static boolean isByDay(RollCycle cycle) {
        return cycle.format().startsWith(DAY);
    }

    /** Returns the names of the usable roll cycles. */
    public static List<String> usable() {
        return CYCLES.values().stream()
                .filter(RollCycleName::isByDay)
                .filter(cycle -> cycle.maxMessagesPerCycle() >= LEAST_MESSAGES)
                .map(RollCycle::toString)
                .toList();
    }
}
