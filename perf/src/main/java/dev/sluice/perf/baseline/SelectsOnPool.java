package dev.sluice.perf.baseline;

import dev.sluice.examples.letters.Contract;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersVariant;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A pool of threads that execute {@link JoinedSelectEach}, with one connection for each thread, so that the round trips of many
 * contracts overlap.
 *
 * <p>The comparison is fair because a thread never waits for a connection, statements are prepared once on each connection, and
 * the loop submits contracts far enough ahead that no thread is idle. The loop always waits for the oldest letter, so that
 * letters are written in the order of the contracts. Letters that are finished earlier wait in memory.
 *
 * <p>What could be tuned: the number of threads. More threads than cores help only if they wait for a network, and each thread
 * needs a connection and a server process of the database.
 */
public final class SelectsOnPool implements LettersVariant {

    private static final int AHEAD_PER_THREAD = 64;

    private final int threads;
    private final Opened connections = new Opened();
    private final BlockingQueue<JoinedSelectEach> free = new LinkedBlockingQueue<>();
    private final ExecutorService pool;

    public SelectsOnPool(Database database, int threads) throws SQLException {
        this.threads = threads;
        for (int i = 0; i < threads; i++) {
            free.add(connections.add(new JoinedSelectEach(database)));
        }
        pool = Executors.newFixedThreadPool(threads);
    }

    @Override
    public void write(Iterator<Contract> contracts, Letters letters) throws Exception {
        final Queue<Future<String>> open = new ArrayDeque<>();
        while (contracts.hasNext()) {
            final Contract contract = contracts.next();
            open.add(pool.submit(() -> letter(contract)));
            if (open.size() == AHEAD_PER_THREAD * threads) {
                letters.write(open.remove().get());
            }
        }
        while (!open.isEmpty()) {
            letters.write(open.remove().get());
        }
    }

    private String letter(Contract contract) throws SQLException {
        final JoinedSelectEach connection = free.remove(); // never empty: there is one connection for each thread
        try {
            return connection.letter(contract);
        } finally {
            free.add(connection);
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
        connections.close();
    }
}
