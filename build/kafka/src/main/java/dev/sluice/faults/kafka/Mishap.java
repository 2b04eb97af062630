package dev.sluice.faults.kafka;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The kinds of failures that the crash test causes. Each has a relative frequency and a minimum number of brokers. */
enum Mishap {
    GATEWAY_KILLED(30, 1),
    /** A gateway is suspended, and is continued later, mostly after its lanes have gone to another gateway. */
    GATEWAY_STOPPED(15, 1),
    GATEWAY_TOLD_TO_END(12, 1),
    /** All gateways are killed at once, and are restarted one by one. */
    GATEWAYS_KILLED(6, 1),
    /** A broker is killed: the leader of a lane, the coordinator of the group or of a lane's transactions, or any broker. */
    BROKER_KILLED(15, 1),
    /** All brokers except one are killed. */
    BROKERS_KILLED(4, 3),
    WRITER_KILLED(10, 1),
    /** A writer is suspended, a new writer replaces it, and then the suspended writer is continued. */
    WRITER_STOPPED(8, 1),
    DATABASE_KILLED(5, 1),
    /** The network between a gateway and all brokers fails: it is cut, half-open, or without answers (see {@link Link.Fault}). */
    GATEWAY_CUT_OFF(10, 1),
    /** The network between a gateway and one of several brokers fails. */
    BROKER_LINK_CUT(10, 3),
    /** The network between all writers and all brokers fails. */
    WRITERS_CUT_OFF(6, 1),
    /** The network between a gateway and the database fails. */
    DATABASE_CUT_OFF(8, 1);

    /** The mishaps that make brokers unavailable, for everybody or for one gateway. */
    static final Set<Mishap> OF_BROKERS = EnumSet.of(BROKER_KILLED, BROKERS_KILLED, GATEWAY_CUT_OFF, BROKER_LINK_CUT);

    private final int weight;
    private final int leastBrokers;

    Mishap(int weight, int leastBrokers) {
        this.weight = weight;
        this.leastBrokers = leastBrokers;
    }

    /** Returns the mishaps that can happen with the given number of brokers. */
    static List<Mishap> with(int brokers) {
        return Stream.of(values())
                .filter(mishap -> mishap.leastBrokers <= brokers)
                .toList();
    }

    /** Returns a random mishap, according to the frequencies. */
    static Mishap draw(List<Mishap> some, SplittableRandom random) {
        int draw =
                random.nextInt(some.stream().mapToInt(mishap -> mishap.weight).sum());
        for (final Mishap mishap : some) {
            draw -= mishap.weight;
            if (draw < 0) {
                return mishap;
            }
        }
        throw new IllegalStateException("nothing can happen");
    }
}
