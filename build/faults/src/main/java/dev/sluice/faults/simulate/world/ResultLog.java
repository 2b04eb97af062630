package dev.sluice.faults.simulate.world;

import dev.sluice.service.core.Item;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Simulates the results of a lane and their brokers, as seen by gateways: a log to which several producers append in
 * transactions. The marker of a committed transaction is written some turns later; until then readers of committed data see
 * neither the transaction nor anything after it. A producer is refused after another producer with the same id has replaced it.
 * Nothing in the log is ever lost: failures of brokers are not simulated.
 */
final class ResultLog {

    /**
     * Thrown because a producer is refused for good: another producer has replaced it, or the brokers have given up its
     * transaction.
     */
    static final class FencedException extends Exception {

        private static final long serialVersionUID = 1L;

        private FencedException(String why) {
            super(why, null, false, false);
        }
    }

    private static final int LONGEST_UNTIL_MARKED = 12;

    private enum State {
        OPEN,
        /** The commit is decided, but the markers are not written yet. */
        PREPARED,
        COMMITTED,
        ABORTED
    }

    private static final class Transaction {
        private State state = State.OPEN;
        private long markedAtTurn;
        private Optional<Entry> last = Optional.empty();
    }

    private record Entry(Item item, Transaction transaction, BiPredicate<String, Long> mayHaveBeenAway) {}

    private final World world;
    /** For each transactional id: the producer that was initialized last. */
    private final Map<String, Producer> producers = new HashMap<>();
    /** The results that readers do not see yet, or never will. */
    private final Deque<Entry> unstable = new ArrayDeque<>();

    private final List<Transaction> prepared = new ArrayList<>();
    private int results;
    private int groupsPlace;

    ResultLog(World world) {
        this.world = world;
    }

    /** Returns the number of results that readers see. */
    int stable() {
        return results;
    }

    /** Returns the place that gateways note in the consumer group for tools; it may be out of date. */
    int groupsPlace() {
        return groupsPlace;
    }

    /**
     * Does what Kafka's {@code initTransactions} does: aborts the open transaction of a former producer with the same id,
     * completes its sent commit, and refuses all that it sends later.
     */
    Producer initTransactions(String transactionalId) {
        final Producer producer = new Producer();
        Optional.ofNullable(producers.put(transactionalId, producer)).ifPresent(former -> former.fence("followed"));
        return producer;
    }

    /** Lets the brokers abort the open transaction of a producer. */
    void giveUp(Producer producer) {
        if (producer.open.isPresent()) {
            producer.fence("given up");
        }
    }

    /** Lets the brokers write markers that are due. */
    void work() {
        for (final Transaction transaction : List.copyOf(prepared)) {
            if (world.turn() >= transaction.markedAtTurn) {
                mark(transaction);
            }
        }
    }

    private void mark(Transaction transaction) {
        prepared.remove(transaction);
        transaction.state = State.COMMITTED;
        show();
    }

    /** Makes results visible to readers, up to the first result of a transaction that has not ended. */
    private void show() {
        while (!unstable.isEmpty() && ended(unstable.element().transaction)) {
            final Entry next = unstable.remove();
            if (next.transaction.state == State.COMMITTED) {
                world.judge.result(next.item, results, next.mayHaveBeenAway);
                results++;
            }
        }
    }

    private static boolean ended(Transaction transaction) {
        return transaction.state == State.COMMITTED || transaction.state == State.ABORTED;
    }

    /** A producer with a transactional id; it has one transaction at a time. */
    final class Producer {

        private Optional<Transaction> open = Optional.empty();
        private Optional<Transaction> committing = Optional.empty();
        private String refusal = "";

        private void fence(String why) {
            refusal = why;
            open.ifPresent(transaction -> transaction.state = State.ABORTED);
            open = Optional.empty();
            endCommit();
            show();
        }

        /** Writes the markers of the last commit, because only then another transaction can begin with this id. */
        private void endCommit() {
            committing.filter(prepared::contains).ifPresent(ResultLog.this::mark);
            committing = Optional.empty();
        }

        boolean fenced() {
            return !refusal.isEmpty();
        }

        private void check() throws FencedException {
            if (fenced()) {
                throw new FencedException("the producer was " + refusal);
            }
        }

        /** Sends one result in the open transaction, and begins one if there is none. */
        void send(Item item, BiPredicate<String, Long> mayHaveBeenAway) throws FencedException {
            check();
            endCommit();
            final Transaction transaction = open.orElseGet(Transaction::new);
            open = Optional.of(transaction);
            final Entry entry = new Entry(item, transaction, mayHaveBeenAway);
            transaction.last = Optional.of(entry);
            unstable.add(entry);
        }

        /** Commits. Once this method has returned, the transaction will become visible, even if the producer ends. */
        void commit() throws FencedException {
            check();
            final Transaction transaction = open.orElseThrow();
            open = Optional.empty();
            committing = Optional.of(transaction);
            transaction.state = State.PREPARED;
            transaction.markedAtTurn = world.turn() + world.choices.below(LONGEST_UNTIL_MARKED);
            prepared.add(transaction);
            if (world.choices.oneIn(4)) {
                groupsPlace = world.setup
                                .positions()
                                .place(transaction
                                        .last
                                        .orElseThrow()
                                        .item
                                        .request()
                                        .index())
                        + 1;
            }
        }
    }
}
