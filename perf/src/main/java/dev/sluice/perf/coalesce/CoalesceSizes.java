package dev.sluice.perf.coalesce;

import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import java.util.List;

/** How many requests are made for how many keys. */
final class CoalesceSizes {

    static final Sizes ALL = new Sizes();

    static final Size<Integer> REQUESTS = ALL.count("requests", "3000", "3000", "60", "Requests in each measurement");
    static final Size<Integer> KEYS = ALL.count("keys", "300", "300", "6", "How many different keys they ask for");
    static final Size<Load.Delay> DELAY =
            ALL.of("delay", "10-30", "10-30", "1-3", Load.Delay::parse, "Milliseconds that a call takes, at random");
    static final Size<Integer> THREADS =
            ALL.count("threads", "64", "64", "5", "Threads that make a call for each request");
    static final Size<Integer> WORKERS = ALL.count("workers", "8", "8", "2", "Workers of the pool that batches");
    static final Size<Integer> BATCH =
            ALL.count("batch", "100", "100", "10", "Most keys in a batch of the pool's workers");
    static final Size<Integer> LINGER =
            ALL.count("linger", "2", "2", "200", "Milliseconds that the gateway that lingers waits");
    static final Size<List<Integer>> CALLS_IN_FLIGHT =
            ALL.counts("calls-in-flight", "1,2,4,8", "1,2,4", "1,3", "Calls in flight in the curve");
    static final Size<List<Integer>> CHUNKS =
            ALL.counts("chunks", "30,100,300,1000,3000", "100,300,3000", "7", "Chunk limits in the curve");
    static final Size<List<Integer>> KEY_COUNTS =
            ALL.counts("key-counts", "30,100,300,1000,3000", "30,300,3000", "60", "Different keys in the curve");
    static final Size<List<Integer>> DELAYS =
            ALL.counts("delays", "2,5,10,20,50", "5,20,50", "2", "Mean milliseconds of a call in the curve");
    static final Size<Integer> WARM_UPS =
            ALL.count("warm-ups", "10", "1", "1", "How often each way is tried before, with fewer requests");
    static final Size<Integer> CURVE_REPETITIONS =
            ALL.count("curve-repetitions", "5", "1", "1", "How often a point of a curve is measured");

    private CoalesceSizes() {}
}
