package dev.sluice.service.jdbc.connect;

import dev.sluice.service.jdbc.dialect.Query;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Statements of the gateway itself that are sent to PostgreSQL in one round trip together with the statement that follows
 * them. The driver accepts several statements in one text, and the server executes no statement after one that fails.
 * Belongs to one worker.
 */
public final class LeadingStatements {

    private static final int NONE = -1;
    /**
     * The SQL state "division by zero". The statement that locks the checkpoint's row divides by zero on purpose if another
     * gateway has claimed the row.
     */
    private static final String GONE = "22012";

    private final Session session;
    private final List<String> texts = new ArrayList<>();
    private final List<Object> arguments = new ArrayList<>();
    private int ofOneRow = NONE;
    private boolean open;

    public LeadingStatements(Session session) {
        this.session = session;
    }

    /** Starts to gather statements if the database is PostgreSQL; goes on if it gathers already. */
    public void open() {
        open = session.postgres();
    }

    /** Stops gathering, and drops the statements that were not sent. */
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

    /** Adds an update that must change one row; if it changes none, {@link Gathered#execute} fails. */
    public void addOfOneRow(String sql, Object... its) {
        ofOneRow = texts.size();
        add(sql, its);
    }

    /** Prepares a statement together with all statements that were gathered before it. */
    public Gathered before(String sql) throws SQLException {
        final String text = texts.isEmpty() ? sql : String.join(";\n", texts) + ";\n" + sql;
        final Gathered gathered = new Gathered(session.prepare(text), texts.size(), ofOneRow, List.copyOf(arguments));
        clear();
        return gathered;
    }

    /** Sends the gathered statements by themselves, because the next statement cannot be sent with them. */
    public void send() throws SQLException {
        if (!texts.isEmpty()) {
            session.trip();
            before("SELECT 1").execute();
        }
    }

    private void clear() {
        texts.clear();
        arguments.clear();
        ofOneRow = NONE;
    }

    /**
     * A statement with the gathered statements before it, ready to be bound and executed.
     *
     * @param last the prepared text, which contains the gathered statements and the statement itself
     * @param before the number of gathered statements
     * @param ofOneRow the index of the gathered statement that must update one row, or -1
     * @param arguments the arguments of the gathered statements
     */
    public record Gathered(Prepared last, int before, int ofOneRow, List<Object> arguments) {

        public PreparedStatement statement() {
            return last.statement();
        }

        /** Returns the number of the first parameter of the statement itself. */
        public int parameter() {
            return 1 + arguments.size();
        }

        /**
         * Executes all statements in one round trip, and returns whether the last one returns rows.
         *
         * @throws SQLException if a statement fails, or the update that must change one row changes none
         */
        public boolean execute() throws SQLException {
            final PreparedStatement statement = statement();
            Query.bind(statement, arguments.toArray()); // bound last, because Binder may clear all parameters first
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
