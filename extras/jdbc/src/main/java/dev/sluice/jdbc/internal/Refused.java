package dev.sluice.jdbc.internal;

import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;

/** Creates the exceptions for unsupported methods, each with its reason. */
public final class Refused {

    private static final String NO_STATE = "0A000";
    private static final String TRANSACTION = "each statement is a transaction of its own, committed before its result"
            + " arrives: write what belongs together as one statement, or do that part on a direct connection";
    private static final String KEYS = "use keys that the job knows, such as a UUID or one made of the item's key";
    private static final String STREAM = "a request holds whole values: use setString or setBytes";
    private static final String FORWARD = "a result set is read once, forward";
    private static final String CATALOG =
            "the gateway answers statements, not questions about the schema: ask the database"
                    + " directly, or select from its catalog";
    private static final String SESSION =
            "the statements of a connection run in different sessions of the gateway: name the"
                    + " schema in the statement, or in the gateway's databases.<name>.url";
    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("setAutoCommit", TRANSACTION),
            Map.entry("commit", TRANSACTION),
            Map.entry("rollback", TRANSACTION),
            Map.entry("setSavepoint", TRANSACTION),
            Map.entry("releaseSavepoint", TRANSACTION),
            Map.entry("setTransactionIsolation", TRANSACTION),
            Map.entry(
                    "prepareCall",
                    "a procedure may have several results, and a request has one: select from a function, or declare a"
                            + " statement"),
            Map.entry("cancel", "a sent request cannot be taken back: set a query timeout before"),
            Map.entry("setSchema", SESSION),
            Map.entry("setCatalog", SESSION),
            Map.entry("setNetworkTimeout", "there is no network between job and gateway: set a query timeout"),
            Map.entry("setCursorName", FORWARD),
            Map.entry("getCursorName", FORWARD));

    private Refused() {}

    /** Returns the exception for an unsupported method. */
    public static SQLFeatureNotSupportedException method(Class<?> type, String name) {
        return because(type.getSimpleName() + "." + name, REASONS.getOrDefault(name, general(type, name)));
    }

    /** Returns the exception for an unsupported feature, such as a certain argument. */
    static SQLFeatureNotSupportedException because(String what, String reason) {
        return new SQLFeatureNotSupportedException(
                what + " is refused: " + reason + " (docs/reference/jdbc.md)", NO_STATE);
    }

    /** Returns the exception for generated keys if the database cannot return them in the same statement. */
    static SQLFeatureNotSupportedException keys(String product) {
        return because("RETURN_GENERATED_KEYS", product + " has no RETURNING: " + KEYS);
    }

    /** Returns the exception for switching off autocommit. */
    static SQLFeatureNotSupportedException transaction() {
        return because("setAutoCommit(false)", TRANSACTION);
    }

    private static String general(Class<?> type, String name) {
        if (name.endsWith("Stream") || name.endsWith("lob") || name.endsWith("Reader")) {
            return STREAM;
        }
        if (type == java.sql.ResultSet.class) {
            return name.startsWith("update") || name.endsWith("Row")
                    ? "a result set cannot be changed: send an UPDATE"
                    : name.startsWith("get") ? "a result cannot have values of this type" : FORWARD;
        }
        return type == java.sql.DatabaseMetaData.class
                ? CATALOG
                : "the gateway does not support it; the table of docs/reference/jdbc.md says what to do instead";
    }
}
