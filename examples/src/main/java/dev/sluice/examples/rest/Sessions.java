package dev.sluice.examples.rest;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Connections that stay open, each with its statements prepared once. There are as many as threads ask at a time; one on
 * which anything failed is not used again. Any thread.
 */
final class Sessions implements AutoCloseable {

    private final String url;
    private final String user;
    private final String password;
    private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();

    Sessions(String url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    /** What is done with a session. */
    @FunctionalInterface
    interface Work<T> {
        T with(Session session) throws SQLException;
    }

    boolean postgresql() {
        return url.startsWith("jdbc:postgresql:");
    }

    <T> T with(Work<T> work) throws SQLException {
        Session session = idle.pollFirst();
        if (session == null) {
            session = new Session(DriverManager.getConnection(url, user, password));
        }
        boolean good = false;
        try {
            final T result = work.with(session);
            good = true;
            return result;
        } finally {
            if (good) {
                idle.addFirst(session);
            } else {
                session.close();
                // The others are as old, and lost with the same server: each would fail a call to find that out.
                close();
            }
        }
    }

    @Override
    public void close() {
        for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            session.close();
        }
    }

    /** One connection. One thread at a time. */
    static final class Session {

        private final Connection connection;
        private final Map<String, PreparedStatement> prepared = new HashMap<>();

        private Session(Connection connection) {
            this.connection = connection;
        }

        PreparedStatement prepared(String sql) throws SQLException {
            PreparedStatement statement = prepared.get(sql);
            if (statement == null) {
                statement = connection.prepareStatement(sql);
                prepared.put(sql, statement);
            }
            return statement;
        }

        private void close() {
            try {
                connection.close();
            } catch (final SQLException e) {
                // It was not good for anything any more.
            }
        }
    }
}
