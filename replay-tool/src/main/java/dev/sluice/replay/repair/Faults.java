package dev.sluice.replay.repair;

import dev.sluice.replay.repair.salvage.SalvagedFile;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a file, in a sentence. */
final class Faults {

    private Faults() {}

    /** Of a file that never held anything. */
    static String ofNone(SalvagedFile file) {
        return String.join("; ", file.faults()) + "; no message belongs there";
    }

    /** Of one that is not there any more. */
    static String ofMissing(SalvagedFile file, String what) {
        return (file.faults().isEmpty() ? "is gone or empty" : String.join("; ", file.faults())) + ", and it had "
                + what + " of its own";
    }

    static String of(SalvagedFile file, String what) {
        final List<String> said = new ArrayList<>(file.faults());
        if (file.lost() > 0) {
            said.add(Ranges.count(file.lost(), what) + " cannot be read, "
                    + Ranges.count(file.count() - file.lost(), what) + " can");
        } else {
            said.add("all " + Ranges.count(file.count(), what) + " can be read");
        }
        if (file.unplaced() > 0) {
            said.add(Ranges.count(file.unplaced(), what)
                    + " among them could be read, but not where they stood: they are in the copy only");
        }
        return String.join("; ", said);
    }
}
