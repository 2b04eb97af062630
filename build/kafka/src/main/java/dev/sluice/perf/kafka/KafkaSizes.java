package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import java.util.Set;

/** The sizes of the experiment, for all its parts. */
final class KafkaSizes {

    static final Sizes ALL = new Sizes();

    static final Size<Set<Part>> ONLY = ALL.choice(Part.class, "only", "", "", "", "Which parts");
    static final Size<Integer> BROKERS =
            ALL.of("brokers", "1", "1", "1", KafkaSizes::readBrokers, "Brokers, and replicas of each message: 1 or 3");
    static final Size<Integer> REQUESTS =
            ALL.count("requests", "200000", "100000", "300", "Requests that wait when throughput is measured");
    static final Size<Integer> WARM_UPS =
            ALL.count("warm-ups", "14", "16", "1", "Warm-up rounds of each variant before throughput is measured");
    static final Size<Integer> LONE =
            ALL.count("lone", "1000", "200", "10", "Requests that each variant sends singly, awaiting each result");

    /** The parts, in the order in which they are measured. */
    enum Part {
        THROUGHPUT,
        LONE
    }

    private KafkaSizes() {}

    private static int readBrokers(String text) {
        if (!text.equals("1") && !text.equals("3")) {
            throw new IllegalArgumentException("'" + text + "' is neither 1 nor 3");
        }
        return Integer.parseInt(text);
    }
}
