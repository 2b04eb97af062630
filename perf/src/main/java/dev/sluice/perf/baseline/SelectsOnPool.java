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
 * A pool of threads, each with a connection of its own and {@link JoinedSelectEach} for one contract after another: the
 * round trips of many contracts overlap.
 *
 * <p>Fair because a thread never waits for another one's connection, statements are prepared once on each, and the loop
 * submits far enough ahead that none is without work. The letters are taken in the order of the contracts, by waiting
 * for the oldest one; what was finished out of order waits in memory.
 *
 * <p>To tune: the number of threads. More than the cores help only where there is a latency to wait for, and each takes
 * a connection and a process of the database.
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
        final JoinedSelectEach connection = free.remove(); // there are as many as threads
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
