package dev.sluice.jdbc.internal;

import dev.sluice.api.Rows;
import dev.sluice.client.Futures;
import dev.sluice.client.GatewayClient;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, once, which database product is behind the gateway. The query is sent by a separate client and not as a request of a
 * job's item. Otherwise a run could not be continued: in the next process, another item might send the query, and the items would
 * send other requests than before. Any thread.
 */
public final class Product {

    /**
     * Queries for product and version: first the query of the SQL standard, then queries of single products. If the gateway
     * allows only listed texts, the list must contain these queries, too.
     */
    private static final List<String> QUESTIONS = List.of(
            "SELECT a.character_value, b.character_value FROM information_schema.sql_implementation_info a,"
                    + " information_schema.sql_implementation_info b WHERE a.implementation_info_name = 'DBMS NAME'"
                    + " AND b.implementation_info_name = 'DBMS VERSION'",
            "SELECT 'H2', h2version()",
            "SELECT CASE WHEN version() LIKE '%MariaDB%' THEN 'MariaDB' ELSE 'MySQL' END, version()",
            "SELECT 'SQLite', sqlite_version()");

    private final Path queues;
    private final ReentrantLock lock = new ReentrantLock(); // no monitor: it would pin a virtual thread
    private @Nullable Known known;

    public Product(Path queues) {
        this.queues = queues;
    }

    /** The product's name and version as reported by the database. */
    record Known(String name, String version) {

        int number(int index) {
            final String[] numbers = version.split("\\D+");
            return index < numbers.length && !numbers[index].isEmpty() ? Integer.parseInt(numbers[index]) : 0;
        }
    }

    Known known() throws SQLException {
        lock.lock();
        try {
            if (known == null) {
                known = ask();
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    private Known ask() throws SQLException {
        SQLException last = null;
        try (GatewayClient client = GatewayClient.openExisting(queues);
                Futures futures = client.futures(Runnable::run)) {
            for (final String question : QUESTIONS) {
                try {
                    final Optional<Known> answer = known(Gate.await(futures.query(question)));
                    if (answer.isPresent()) {
                        return answer.get();
                    }
                } catch (final SQLException e) {
                    if (!Failures.isOfRequest(e)) {
                        throw e;
                    }
                    last = e;
                }
            }
        }
        throw new SQLException(
                "the database of " + queues + " does not tell its product name; tried: " + QUESTIONS, "58000", last);
    }

    private static Optional<Known> known(Rows rows) {
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        final String name = String.valueOf(rows.get(0).get(0)).strip();
        return Optional.of(new Known(
                name.equals("HSQLDB") ? "HSQL Database Engine" : name, // the name that its own driver gives
                String.valueOf(rows.get(0).get(1)).strip()));
    }
}
