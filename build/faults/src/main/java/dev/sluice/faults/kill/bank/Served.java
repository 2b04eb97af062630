package dev.sluice.faults.kill.bank;

import java.nio.file.Path;
import java.util.List;

/** A lane of a round, by its queues: its writer, and what judges it. */
record Served(Path queues, JudgedLane judged, Writer writer) {

    /** The results of all lanes. */
    static long results(List<Served> served) {
        return served.stream().mapToLong(lane -> lane.judged().results()).sum();
    }
}
