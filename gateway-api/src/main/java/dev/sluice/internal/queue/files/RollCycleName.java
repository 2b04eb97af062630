package dev.sluice.internal.queue.files;

import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;

/** Chronicle's roll cycles by name, but for those that index so seldom that finding a message would take seconds. */
public final class RollCycleName {

    private static final int LARGEST_SPACING = 0xFFFF;

    private RollCycleName() {}

    /**
     * The roll cycle of that name.
     *
     * @throws IllegalArgumentException if there is none; the message lists the names there are
     */
    public static RollCycle parse(String name) {
        final List<String> known = new ArrayList<>();
        for (final RollCycle cycle : RollCycles.all()) {
            if (cycle.defaultIndexSpacing() > LARGEST_SPACING) {
                continue;
            }
            if (cycle.toString().equals(name)) {
                return cycle;
            }
            known.add(cycle.toString());
        }
        for (final RollCycle cycle : TestRollCycles.values()) {
            if (cycle.toString().equals(name)) {
                return cycle;
            }
        }
        throw new IllegalArgumentException("unknown roll cycle '" + name + "': use one of " + known);
    }
}
