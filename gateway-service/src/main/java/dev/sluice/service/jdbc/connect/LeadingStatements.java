package dev.sluice.service.jdbc.connect;

import dev.sluice.service.jdbc.dialect.Query;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Statements of the gateway's own that go to PostgreSQL in one round trip with what follows them: the driver takes several
 * in one text, and the server runs none after one that fails. Belongs to one worker.
 */
public final class LeadingStatements {

    private static final int NONE = -1;
    /** That of the division by which the server finds another epoch in the row. */
    private static final String GONE = "22012";

    private final Session session;
    private final List<String> texts = new ArrayList<>();
    private final List<Object> arguments = new ArrayList<>();
    private int ofOneRow = NONE;
    private boolean open;

    public LeadingStatements(Session session) {
        this.session = session;
    }

    /** Gathers from now on, where the database is PostgreSQL. */
    public void open() {
        close();
        open = session.postgres();
    }

    /** Gathers no longer; what did not go is forgotten. */
    public void close() {
        open = false;
        clear();
    }

    public boolean isOpen() {
        return open;
    }

    public void add(String sql, Object... its) {
        texts.add(sql);
        arguments.addAll(List.of(its));
    }

    /** Adds an update of one row, without which nothing that was gathered with it counts. */
    public void addOfOneRow(String sql, Object... its) {
        ofOneRow = texts.size();
        add(sql, its);
    }

    /** Prepares a statement with all that was gathered before it. */
    public Gathered before(String sql) throws SQLException {
        final String text = texts.isEmpty() ? sql : String.join(";\n", texts) + ";\n" + sql;
        final Gathered gathered = new Gathered(session.prepare(text), texts.size(), ofOneRow, List.copyOf(arguments));
        clear();
        return gathered;
    }

    private void clear() {
        texts.clear();
        arguments.clear();
        ofOneRow = NONE;
    }

    /**
     * A statement to be bound and run.
     *
     * @param last it, and those before it, in one text
     * @param before so many statements of the gateway's own come first
     * @param ofOneRow the number of the one that must update a row
     * @param arguments theirs
     */
    public record Gathered(Prepared last, int before, int ofOneRow, List<Object> arguments) {

        public PreparedStatement statement() {
            return last.statement();
        }

        /** The number of its own first parameter. */
        public int parameter() {
            return 1 + arguments.size();
        }

        /**
         * Runs all of them: a round trip. Whether the last one gives rows.
         *
         * @throws SQLException if one fails, or there is no row where one must be
         */
        public boolean execute() throws SQLException {
            final PreparedStatement statement = statement();
            Query.bind(statement, arguments.toArray()); // last, as binding a null may have cleared all
            boolean rows = statement.execute();
            boolean found = true;
            for (int i = 0; i < before; i++) {
                found &= i != ofOneRow || statement.getUpdateCount() == 1;
                rows = statement.getMoreResults();
            }
            if (!found) {
                throw new SQLException("the row of the checkpoint was deleted", GONE);
            }
            return rows;
        }
    }
}
