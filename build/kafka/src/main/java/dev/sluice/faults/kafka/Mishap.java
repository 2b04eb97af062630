package dev.sluice.faults.kafka;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** A mishap, and how often it happens beside the others. */
enum Mishap {
    GATEWAY_KILLED(30, 1),
    /** It stands still, and is continued, most often after another one has its lanes. */
    GATEWAY_STOPPED(15, 1),
    GATEWAY_TOLD_TO_END(12, 1),
    /** All at once, to come back one by one. */
    GATEWAYS_KILLED(6, 1),
    /** One that leads a lane, or coordinates the group or a lane's transactions. */
    BROKER_KILLED(15, 1),
    /** All but one. */
    BROKERS_KILLED(4, 3),
    WRITER_KILLED(10, 1),
    /** It stands still, another one follows it, and it is continued. */
    WRITER_STOPPED(8, 1),
    DATABASE_KILLED(5, 1),
    /** The network between it and all brokers fails: cut, half-open, or without answers. */
    GATEWAY_CUT_OFF(10, 1),
    /** The network between a gateway and one of several brokers fails. */
    BROKER_LINK_CUT(10, 3),
    /** The network between all writers and all brokers fails. */
    WRITERS_CUT_OFF(6, 1),
    /** The network between a gateway and the database fails. */
    DATABASE_CUT_OFF(8, 1);

    /** Those after which brokers are away, for all or for a gateway. */
    static final Set<Mishap> OF_BROKERS = EnumSet.of(BROKER_KILLED, BROKERS_KILLED, GATEWAY_CUT_OFF, BROKER_LINK_CUT);

    private final int weight;
    private final int leastBrokers;

    Mishap(int weight, int leastBrokers) {
        this.weight = weight;
        this.leastBrokers = leastBrokers;
    }

    /** Those that can happen where there are so many brokers. */
    static List<Mishap> with(int brokers) {
        return Stream.of(values())
                .filter(mishap -> mishap.leastBrokers <= brokers)
                .toList();
    }

    /** One of them. */
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
