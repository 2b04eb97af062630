package dev.sluice.service.generated;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A session that locks the tables of a case, now in one order and now in the other, and changes nothing: what runs meanwhile
 * waits for it and meets deadlocks. A thread of its own.
 */
final class Rival implements Place.Disturbance {

    private final Connection connection;
    private final List<String> tables;
    private final Draw draw;
    private final Thread thread = new Thread(this::run, "rival");
    private volatile boolean over;

    /** Begins at once; closes the connection at the end. */
    Rival(Connection connection, List<String> tables, Draw draw) throws SQLException {
        this.connection = connection;
        this.tables = tables;
        this.draw = draw;
        connection.setAutoCommit(false);
        thread.start();
    }

    private void run() {
        while (!over) {
            try {
                for (final String table : draw.shuffled(tables)) {
                    Place.execute(
                            connection,
                            "LOCK TABLE " + table + " IN " + draw.of("SHARE", "ACCESS EXCLUSIVE")
                                    + " MODE; SELECT pg_sleep(0.002)");
                }
                connection.rollback();
                Place.execute(connection, "SELECT pg_sleep(0.005)");
                connection.rollback();
            } catch (final SQLException deadlock) {
                try {
                    connection.rollback();
                } catch (final SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        over = true;
        try {
            thread.join();
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while the rival ends", e);
        }
        connection.close();
    }
}
