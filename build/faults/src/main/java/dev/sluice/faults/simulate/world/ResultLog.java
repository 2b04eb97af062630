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
 * The results of a lane and the brokers that have them, as far as gateways can tell: a log that several producers append to in
 * transactions. A transaction that is committed has its marker some turns later, and until then nobody who reads what is committed
 * sees it, nor anything after it. A producer that another one with its id has followed is refused. Nothing here survives less than
 * a process does: brokers that fail are no part of this.
 */
final class ResultLog {

    /** A producer was followed by another one, or its transaction was given up: it is refused for good. */
    static final class FencedException extends Exception {

        private static final long serialVersionUID = 1L;

        private FencedException(String why) {
            super(why, null, false, false);
        }
    }

    private static final int LONGEST_UNTIL_MARKED = 12;

    private enum State {
        OPEN,
        /** Its end is decided, and its markers are not written. */
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
    /** By transactional id: who has initialized it last. */
    private final Map<String, Producer> producers = new HashMap<>();
    /** What readers do not see, or not yet. */
    private final Deque<Entry> unstable = new ArrayDeque<>();

    private final List<Transaction> prepared = new ArrayList<>();
    private int results;
    private int groupsPlace;

    ResultLog(World world) {
        this.world = world;
    }

    /** How many results readers see: the last one tells the request that was answered last. */
    int stable() {
        return results;
    }

    /** The place that gateways note with the group for tools to see: of a while ago. */
    int groupsPlace() {
        return groupsPlace;
    }

    /**
     * As {@code initTransactions}: ends what a former producer with that id had open or had committed, and refuses whatever it
     * still sends.
     */
    Producer initTransactions(String transactionalId) {
        final Producer producer = new Producer();
        Optional.ofNullable(producers.put(transactionalId, producer)).ifPresent(former -> former.fence("followed"));
        return producer;
    }

    /** The brokers give up what that producer has open. */
    void giveUp(Producer producer) {
        if (producer.open.isPresent()) {
            producer.fence("given up");
        }
    }

    /** The brokers write markers that are due. */
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

    /** Readers see all up to the first result of a transaction that has not ended. */
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

    /** A producer with a transactional id. One transaction at a time. */
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

        /** Until its markers are written nothing else is begun with this id. */
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

        /** Once it returns the transaction will be seen, whatever becomes of the producer. */
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
