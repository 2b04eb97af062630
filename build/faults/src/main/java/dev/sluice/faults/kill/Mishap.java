package dev.sluice.faults.kill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** The kinds of failures that a run causes. A transport says which of them can happen there. */
public enum Mishap {
    /** A gateway or a job is stopped at a fault point, which is a place in its code, and killed there. */
    KILLED_AT_FAULT_POINT(30),
    GATEWAY_KILLED_STARTING(10),
    /** A gateway is killed when a new file of the queues has appeared. */
    GATEWAY_KILLED_AT_FILE(16),
    /** A gateway is killed while it asks the REST service. */
    GATEWAY_KILLED_IN_CALL(6),
    JOB_KILLED(45),
    JOB_AND_GATEWAY_KILLED(30),
    /** A database is set back to a backup in which answered updates are missing; the next start must be refused. */
    DATABASE_SET_BACK(5),
    /** The queues are set back to a backup in which answered updates are missing; the next start must be refused. */
    QUEUES_SET_BACK(5),
    /** Queues and databases are set back to backups of one instant; the gateway must go on from there. */
    ALL_SET_BACK(5),
    GATEWAY_KILLED(30),
    /** A gateway is suspended, and is continued later, mostly after its lanes have gone to another gateway. */
    GATEWAY_STOPPED(15),
    GATEWAY_TOLD_TO_END(12),
    /** All gateways are killed at once, and are restarted one by one. */
    GATEWAYS_KILLED(6),
    /** A broker is killed: the leader of a lane, the coordinator of the group or of a lane's transactions, or any broker. */
    BROKER_KILLED(15),
    /** All brokers except one are killed. */
    BROKERS_KILLED(4),
    WRITER_KILLED(10),
    /** A writer is suspended, a new writer replaces it, and then the suspended writer is continued. */
    WRITER_STOPPED(8),
    /** The server of the databases is killed, and started again later. */
    DATABASE_KILLED(5),
    /** The network between a gateway and all brokers fails: it is cut, half-open, or without answers. */
    GATEWAY_CUT_OFF(10),
    /** The network between a gateway and one of several brokers fails. */
    BROKER_LINK_CUT(10),
    /** The network between all writers and all brokers fails. */
    WRITERS_CUT_OFF(6),
    /** The network between a gateway and the database fails. */
    DATABASE_CUT_OFF(8),
    /** The server of the databases ends all connections to it. */
    CONNECTIONS_CUT(5),
    /** The REST service refuses all calls for a while. */
    SERVICE_AWAY(5),
    /** The named reader reads nothing for a while. */
    READER_STILL(5),
    /** The clock of the gateway or of the writers is set ahead or back, and corrected later. */
    CLOCK_SET(5);

    private final int weight;

    Mishap(int weight) {
        this.weight = weight;
    }

    /**
     * Deals kinds in a random order that depends only on the seed: each kind as often as its weight says before the cards are
     * shuffled again. Kinds of equal weight therefore come once each before one comes again. For one thread.
     */
    public static final class Deck {

        private final List<Mishap> cards = new ArrayList<>();
        private final Random random;
        private int dealt;

        /** @param kinds the kinds that can happen; at least one */
        public Deck(List<Mishap> kinds, SplittableRandom random) {
            final int common = kinds.stream().mapToInt(kind -> kind.weight).reduce(0, Deck::commonDivisor);
            kinds.forEach(kind -> cards.addAll(Collections.nCopies(kind.weight / common, kind)));
            this.random = new Random(random.nextLong());
        }

        private static int commonDivisor(int a, int b) {
            return b == 0 ? a : commonDivisor(b, a % b);
        }

        public Mishap next() {
            if (dealt % cards.size() == 0) {
                Collections.shuffle(cards, random);
            }
            return cards.get(dealt++ % cards.size());
        }
    }
}
