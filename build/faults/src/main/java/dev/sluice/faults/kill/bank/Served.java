package dev.sluice.faults.kill.bank;

import java.nio.file.Path;
import java.util.List;

/** A lane of a round: its queues, its checks, and its writer. */
record Served(Path queues, JudgedLane judged, Writer writer) {

    /** Returns the number of results of all lanes. */
    static long results(List<Served> served) {
        return served.stream().mapToLong(lane -> lane.judged().results()).sum();
    }
}
