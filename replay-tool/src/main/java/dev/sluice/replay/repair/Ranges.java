package dev.sluice.replay.repair;

import dev.sluice.replay.repair.salvage.DamagedQueue;
import dev.sluice.replay.repair.salvage.SalvagedFile;
import java.util.List;

/** Positions in words. */
final class Ranges {

    private Ranges() {}

    /** Those of a file's lost messages. */
    static List<String> lost(DamagedQueue queue, SalvagedFile file) {
        return file.parts().stream()
                .filter(SalvagedFile.Part::lost)
                .map(part -> range(queue, file.cycle(), part.first(), part.count()))
                .toList();
    }

    static String range(DamagedQueue queue, int cycle, long first, long count) {
        final String from = queue.path().getFileName() + " " + queue.position(queue.index(cycle, first));
        return count == 1 ? from : from + ".." + queue.position(queue.index(cycle, first + count - 1));
    }

    static String where(DamagedQueue queue, SalvagedFile file) {
        return queue.path().getFileName() + "/" + file.path().getFileName();
    }

    static String count(long count, String what) {
        return String.format("%,d %s%s", count, what, count == 1 ? "" : "s");
    }
}
