package dev.sluice.perf.tier;

import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import java.util.List;

/** How many lists of how many numbers are added and fitted. */
final class TierSizes {

    static final Sizes ALL = new Sizes();

    static final Size<Integer> ADDS = ALL.count("adds", "2000", "100", "12", "Lists to add in each measurement");
    static final Size<Integer> FITS = ALL.count("fits", "300", "40", "12", "Lists to fit in each measurement");
    static final Size<Integer> NUMBERS =
            ALL.count("numbers", "1000", "1000", "40", "Numbers in each list, 11 at least");
    static final Size<List<Integer>> CHUNKS = ALL.counts("chunks", "1,10,100", "1,10,100", "1,5", "Requests in a call");
    static final Size<List<Integer>> COUNTS =
            ALL.counts("counts", "10,100,1000,10000", "10,100,1000,10000", "10,50", "Numbers in a list, in the curve");
    static final Size<Integer> OWN_REQUESTS =
            ALL.count("own-requests", "300000", "30000", "200", "Requests for the gateway's own cost");
    static final Size<Integer> WARM_UPS =
            ALL.count("warm-ups", "3", "1", "1", "How often the functions are tried before");
    static final Size<Integer> CURVE_REPETITIONS =
            ALL.count("curve-repetitions", "5", "1", "1", "How often a point of the curve is measured");

    private TierSizes() {}

    /** The most requests in a call. */
    static int mostInCall(Run run) {
        return run.of(CHUNKS).get(run.of(CHUNKS).size() - 1);
    }
}
