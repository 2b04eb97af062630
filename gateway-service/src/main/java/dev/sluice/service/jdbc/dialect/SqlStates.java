package dev.sluice.service.jdbc.dialect;

import static java.util.Map.entry;

import dev.sluice.service.update.DatabaseException.Meaning;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Finds the meaning of an error by its full SQLState, or else by the state's class, its first two characters. Immutable; any
 * thread.
 */
public final class SqlStates {

    /** The gateway's own state for a statement whose columns have changed. */
    public static final String STALE = "SLSTL";

    /** The gateway's own state for an inspection of the database that failed by a fault of the gateway or of the driver. */
    static final String FAILED_LOOK = "SLFLT";

    private static final Map<String, Meaning> STANDARD = Map.ofEntries(
            entry(STALE, Meaning.STALE),
            entry("08", Meaning.OUTAGE), // connection exception
            entry("28", Meaning.OUTAGE), // wrong user or password: requests wait until somebody corrects the deployment
            entry("3D", Meaning.OUTAGE), // no such database
            entry("25006", Meaning.READ_ONLY), // read-only transaction
            entry("40", Meaning.CONFLICT), // transaction rollback
            entry("57014", Meaning.TIMEOUT), // cancelled
            entry("HYT00", Meaning.TIMEOUT), // timeout
            entry("42", Meaning.TEXT)); // syntax error or access rule violation

    private static final Map<String, Meaning> POSTGRESQL = Map.ofEntries(
            entry("08P01", Meaning.ITEM), // protocol violation: a value that the driver or server cannot process
            entry("57P01", Meaning.OUTAGE), // administrator's shutdown
            entry("57P02", Meaning.OUTAGE), // crash shutdown
            entry("57P03", Meaning.OUTAGE), // starting up or shutting down
            entry("57P04", Meaning.OUTAGE), // the database was dropped under the session
            entry("57P05", Meaning.OUTAGE), // idle session timeout: the server has closed the connection
            entry("25P03", Meaning.OUTAGE), // idle in transaction timeout: the server has closed the connection
            entry("53300", Meaning.OUTAGE), // too many connections
            entry("53400", Meaning.TIMEOUT), // a configured limit of the server
            entry("55P03", Meaning.TIMEOUT), // lock not available
            entry("25P04", Meaning.TIMEOUT), // transaction timeout
            entry("0A000", Meaning.STALE), // "cached plan must not change result type"; other messages fail the item
            entry("26000", Meaning.STALE), // the server forgot the statement, after a DISCARD or in a pooler
            entry("42P01", Meaning.MISSING), // unknown table
            entry("42703", Meaning.MISSING), // unknown column
            entry("3F000", Meaning.MISSING), // unknown schema
            entry("42601", Meaning.MISSING)); // syntax

    private static final Map<String, Meaning> HSQLDB = Map.ofEntries(
            entry("07502", Meaning.STALE), // "statement is invalid"
            entry("40502", Meaning.TIMEOUT), // "statement execution aborted: timeout reached"
            entry("42501", Meaning.MISSING), // object unknown, or no right to it
            entry("42581", Meaning.MISSING), // unexpected token
            entry("42590", Meaning.MISSING)); // unexpected end

    private static final Map<String, Meaning> H2 = Map.ofEntries(
            entry("90007", Meaning.OUTAGE), // object closed
            entry("90020", Meaning.OUTAGE), // file in use by another process
            entry("90067", Meaning.OUTAGE), // connection broken
            entry("90098", Meaning.OUTAGE), // database closed
            entry("90121", Meaning.OUTAGE), // database closed at the end of its JVM
            entry("90131", Meaning.CONFLICT), // concurrent update
            entry("90022", Meaning.MISSING), // unknown function
            entry("42000", Meaning.MISSING), // syntax
            entry("42001", Meaning.MISSING), // syntax; the message has the expected tokens
            entry("42S02", Meaning.MISSING), // unknown table
            entry("42S03", Meaning.MISSING), // unknown table; the message has candidates
            entry("42S04", Meaning.MISSING), // unknown table in an empty database
            entry("42S22", Meaning.MISSING)); // unknown column

    /** States of other products, whose meaning is the same in every product that uses them. */
    private static final Map<String, Meaning> OTHERS = Map.ofEntries(
            entry("42S02", Meaning.MISSING), // unknown table, in ODBC, MySQL and MariaDB
            entry("42S22", Meaning.MISSING), // unknown column, in the same products
            entry("S0002", Meaning.MISSING), // unknown table, in SQL Server
            entry("42704", Meaning.MISSING)); // unknown table, in Db2

    /** MariaDB's own error codes that say more than the SQLState. */
    private static final Map<String, Meaning> MARIADB = Map.ofEntries(
            entry("1064", Meaning.MISSING), // syntax
            entry("1146", Meaning.MISSING), // unknown table
            entry("1054", Meaning.MISSING), // unknown column
            entry("1305", Meaning.MISSING), // unknown function
            entry("1205", Meaning.TIMEOUT), // lock timeout
            entry("1317", Meaning.TIMEOUT), // cancelled
            entry("1969", Meaning.TIMEOUT), // statement timeout
            entry("1206", Meaning.CONFLICT), // no memory for locks
            entry("1412", Meaning.CONFLICT), // the table changed during the transaction
            entry("1020", Meaning.CONFLICT), // the row changed during the transaction
            entry("1243", Meaning.STALE), // the server forgot the statement
            entry("1615", Meaning.STALE), // the statement must be prepared again
            entry("1290", Meaning.READ_ONLY), // the server is read-only
            entry("1927", Meaning.OUTAGE)); // the connection was killed

    /** Classes of states whose messages contain values: data exceptions and constraint violations. */
    private static final List<String> OF_VALUES = List.of("22", "23");

    /** Matches the statement that H2 appends to each message, and that MariaDB's driver appends if it is configured to. */
    private static final Pattern WITH_STATEMENT = Pattern.compile("(?s)(; SQL statement:|\\s+Query is: ).*");

    private final Map<String, Meaning> table;
    private final boolean codes;
    private final boolean known;

    private SqlStates(Map<String, Meaning> own) {
        known = own != OTHERS;
        codes = own == MARIADB;
        table = new HashMap<>(STANDARD);
        table.putAll(own);
    }

    /** Returns the meanings for a database, by the product name that its driver reports. */
    public static SqlStates of(String product) {
        return new SqlStates(
                switch (product) {
                    case "PostgreSQL" -> POSTGRESQL;
                    case "HSQL Database Engine" -> HSQLDB;
                    case "H2" -> H2;
                    case "MariaDB", "MySQL" -> MARIADB;
                    default -> OTHERS;
                });
    }

    /** Whether the gateway knows the product's own states or codes. */
    public boolean known() {
        return known;
    }

    /**
     * Whether an error may mean that a table does not exist. If the product's states are unknown, any error about the statement
     * may mean that; the attempt to create the table then shows whether it exists.
     */
    public boolean mayMeanMissing(SQLException error) {
        final Meaning meaning = of(error);
        return meaning == Meaning.MISSING
                || !known && (meaning == Meaning.TEXT || state(error).isEmpty());
    }

    /**
     * Returns an error's meaning. An exception that is not an SQLException, which no driver should throw, means that the item
     * fails.
     */
    public Meaning of(Exception error) {
        if (!(error instanceof SQLException sql)) {
            return Meaning.ITEM;
        }
        if (tooLarge(sql)) {
            return Meaning.TOO_LARGE;
        }
        final Meaning byCode = codes ? table.get(String.valueOf(sql.getErrorCode())) : null;
        if (byCode != null) {
            return byCode;
        }
        final String state = state(sql);
        final Meaning exact = table.get(state);
        if (state.equals("0A000") && exact != null) {
            return staleText(sql) ? Meaning.STALE : Meaning.ITEM;
        }
        if (exact != null) {
            return exact;
        }
        // MariaDB's driver throws SQLTransientConnectionException for each class of states that has no exception of
        // its own, such as 44 and 45.
        final boolean ofAnyState = codes && state.length() == 5;
        if (sql instanceof SQLTransientConnectionException && !ofAnyState
                || sql instanceof SQLNonTransientConnectionException
                || sql instanceof SQLRecoverableException) {
            return Meaning.OUTAGE;
        }
        if (sql instanceof SQLTimeoutException) {
            return Meaning.TIMEOUT;
        }
        if (sql instanceof SQLTransactionRollbackException) {
            return Meaning.CONFLICT;
        }
        return state.length() == 5 ? table.getOrDefault(state.substring(0, 2), Meaning.ITEM) : Meaning.ITEM;
    }

    /**
     * Whether the driver closed the connection because of a size limit: PostgreSQL's {@code maxResultBuffer}, MariaDB's packet
     * size.
     */
    private static boolean tooLarge(SQLException error) {
        if (error instanceof PSQLException) {
            return String.valueOf(error.getMessage()).contains("maxResultBuffer");
        }
        for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
            if (cause.getClass().getName().equals("org.mariadb.jdbc.export.MaxAllowedPacketException")) {
                return true;
            }
        }
        return false;
    }

    /** Whether a failed statement has already ended its transaction, as SQLite's INSERT OR ROLLBACK and RAISE(ROLLBACK) do. */
    public static boolean nothingToRollBack(SQLException error) {
        return String.valueOf(error.getMessage()).contains("cannot rollback - no transaction is active");
    }

    /** Returns the SQLState; if a batch's error has no state, the state of the error within it. May be empty. */
    public static String state(SQLException error) {
        if (error.getSQLState() != null) {
            return error.getSQLState();
        }
        final SQLException next = error.getNextException();
        return next == null || next.getSQLState() == null ? "" : next.getSQLState();
    }

    /**
     * Returns the message with the SQLState, without the statement and details that drivers add, because these contain values.
     */
    public static String described(SQLException error) {
        final String state = state(error);
        return said(error) + (state.isEmpty() ? "" : " (SQLState " + state + ")");
    }

    /**
     * Returns a text like {@link #described}, but without the message if a value caused the error, because the message contains
     * the value.
     */
    public static String reason(SQLException error) {
        final String state = state(error);
        return OF_VALUES.stream().anyMatch(state::startsWith)
                ? "a value is refused (SQLState " + state + ")"
                : described(error);
    }

    private static String said(SQLException error) {
        if (error instanceof BatchUpdateException) {
            final Throwable inside = error.getNextException() == null ? error.getCause() : error.getNextException();
            if (inside instanceof SQLException its) {
                return said(its);
            }
        }
        if (error instanceof PSQLException postgres && postgres.getServerErrorMessage() != null) {
            final ServerErrorMessage server = postgres.getServerErrorMessage();
            return server.getSeverity() + ": " + server.getMessage();
        }
        return WITH_STATEMENT.matcher(String.valueOf(error.getMessage())).replaceFirst("");
    }

    /** Whether an error is about a cached plan. Compares the reporting routine, too, because servers translate messages. */
    private static boolean staleText(SQLException error) {
        final String message = String.valueOf(error.getMessage());
        return error instanceof PSQLException postgres
                        && postgres.getServerErrorMessage() != null
                        && "RevalidateCachedQuery"
                                .equals(postgres.getServerErrorMessage().getRoutine())
                || message.contains("cached plan");
    }
}
