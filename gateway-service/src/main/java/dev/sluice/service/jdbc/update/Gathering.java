package dev.sluice.service.jdbc.update;

import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Statements of the gateway's own that go to PostgreSQL in one round trip with what follows them: the driver takes several
 * in one text, and the server runs none after one that fails. Belongs to one worker.
 */
final class Gathering {

    private final Session session;
    private final List<String> texts = new ArrayList<>();
    private final List<Object> arguments = new ArrayList<>();
    private boolean open;

    Gathering(Session session) {
        this.session = session;
    }

    /** Gathers from now on, where the database is PostgreSQL. */
    void open() {
        close();
        open = session.postgres();
    }

    /** Gathers no longer; what did not go is forgotten. */
    void close() {
        open = false;
        texts.clear();
        arguments.clear();
    }

    boolean isOpen() {
        return open;
    }

    void add(String sql, Object... its) {
        texts.add(sql);
        arguments.addAll(List.of(its));
    }

    /** Prepares a statement with all that was gathered before it. */
    Prepared before(String sql) throws SQLException {
        final String text = texts.isEmpty() ? sql : String.join(";\n", texts) + ";\n" + sql;
        final Prepared prepared = new Prepared(session.prepare(text).statement(), texts.size(), List.copyOf(arguments));
        texts.clear();
        arguments.clear();
        return prepared;
    }

    /**
     * A statement to be bound and run.
     *
     * @param before so many statements of the gateway's own come first
     * @param arguments theirs
     */
    record Prepared(PreparedStatement statement, int before, List<Object> arguments) {

        /** The number of its own first parameter. */
        int parameter() {
            return 1 + arguments.size();
        }

        /** Runs all of them: a round trip. Whether the last one gives rows. */
        boolean execute() throws SQLException {
            Query.bind(statement, arguments.toArray()); // last, as binding a null may have cleared all
            boolean rows = statement.execute();
            for (int i = 0; i < before; i++) {
                rows = statement.getMoreResults();
            }
            return rows;
        }
    }
}
