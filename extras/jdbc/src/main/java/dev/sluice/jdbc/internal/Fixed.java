package dev.sluice.jdbc.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A constant return value of some JDBC methods, whatever the object and the arguments are.
 *
 * @param type the interface that declares the methods
 * @param answer the return value; null for methods that return null or nothing. Setters among these methods have no effect.
 * @param methods the names of the methods. A name stands for all overloads that the driver's class does not implement itself.
 */
public record Fixed(Class<?> type, @Nullable Object answer, Set<String> methods) {

    /** The driver's version. */
    public static final int MAJOR = 0;

    public static final int MINOR = 1;

    private static final List<Fixed> ANSWERS = List.of(
            answer(Connection.class, true, "getAutoCommit"),
            answer(Connection.class, Connection.TRANSACTION_NONE, "getTransactionIsolation"),
            answer(Connection.class, ResultSet.HOLD_CURSORS_OVER_COMMIT, "getHoldability"),
            answer(Connection.class, 0, "getNetworkTimeout"),
            answer(Connection.class, Map.of(), "getTypeMap"),
            answer(Connection.class, null, "getCatalog", "getSchema", "getClientInfo", "getWarnings", "clearWarnings"),
            answer(Connection.class, null, "setHoldability", "beginRequest", "endRequest"),
            // hints without effect, because a query cannot write anyway
            answer(Connection.class, false, "isReadOnly"),
            answer(Connection.class, null, "setReadOnly"),
            answer(Statement.class, ResultSet.TYPE_FORWARD_ONLY, "getResultSetType"),
            answer(Statement.class, ResultSet.CONCUR_READ_ONLY, "getResultSetConcurrency"),
            answer(Statement.class, ResultSet.HOLD_CURSORS_OVER_COMMIT, "getResultSetHoldability"),
            answer(Statement.class, ResultSet.FETCH_FORWARD, "getFetchDirection"),
            answer(Statement.class, 0, "getMaxFieldSize"),
            answer(Statement.class, false, "isPoolable"),
            answer(Statement.class, null, "setFetchDirection", "setEscapeProcessing", "setPoolable"),
            answer(Statement.class, null, "getWarnings", "clearWarnings"),
            // unknown, because the database has not seen the statement
            answer(ParameterMetaData.class, Types.OTHER, "getParameterType"),
            answer(ParameterMetaData.class, ParameterMetaData.parameterModeIn, "getParameterMode"),
            answer(ParameterMetaData.class, ParameterMetaData.parameterNullableUnknown, "isNullable"),
            answer(ResultSet.class, ResultSet.TYPE_FORWARD_ONLY, "getType"),
            answer(ResultSet.class, ResultSet.CONCUR_READ_ONLY, "getConcurrency"),
            answer(ResultSet.class, ResultSet.HOLD_CURSORS_OVER_COMMIT, "getHoldability"),
            answer(ResultSet.class, ResultSet.FETCH_FORWARD, "getFetchDirection"),
            answer(ResultSet.class, null, "setFetchDirection", "getWarnings", "clearWarnings"),
            // hints without effect, because all rows have arrived
            answer(ResultSet.class, 0, "getFetchSize"),
            answer(ResultSet.class, null, "setFetchSize"),
            // unknown, because a result does not contain these numbers; JDBC defines 0 for types without them
            answer(ResultSetMetaData.class, 0, "getPrecision", "getScale", "getColumnDisplaySize"),
            answer(ResultSetMetaData.class, ResultSetMetaData.columnNullableUnknown, "isNullable"),
            // unknown, because a result does not contain the origin of a column
            answer(ResultSetMetaData.class, "", "getTableName", "getSchemaName", "getCatalogName"),
            answer(ResultSetMetaData.class, true, "isCaseSensitive", "isSearchable", "isReadOnly"),
            answer(ResultSetMetaData.class, false, "isAutoIncrement", "isCurrency"),
            answer(ResultSetMetaData.class, false, "isWritable", "isDefinitelyWritable"),
            answer(DatabaseMetaData.class, "Sluice", "getDriverName"),
            answer(DatabaseMetaData.class, MAJOR + "." + MINOR, "getDriverVersion"),
            answer(DatabaseMetaData.class, MAJOR, "getDriverMajorVersion"),
            answer(DatabaseMetaData.class, MINOR, "getDriverMinorVersion"),
            answer(DatabaseMetaData.class, 4, "getJDBCMajorVersion"),
            answer(DatabaseMetaData.class, 3, "getJDBCMinorVersion"),
            answer(DatabaseMetaData.class, Connection.TRANSACTION_NONE, "getDefaultTransactionIsolation"),
            answer(DatabaseMetaData.class, true, "supportsBatchUpdates"),
            answer(DatabaseMetaData.class, false, "isReadOnly", "supportsTransactions", "supportsSavepoints"),
            answer(DatabaseMetaData.class, false, "supportsStoredProcedures", "supportsNamedParameters"),
            answer(DatabaseMetaData.class, false, "supportsMultipleResultSets"));

    private static Fixed answer(Class<?> type, @Nullable Object answer, String... methods) {
        return new Fixed(type, answer, Set.of(methods));
    }

    /**
     * Returns a handle that returns the constant for a method; empty if the method has none. The handle takes the object and an
     * array of the arguments.
     */
    static Optional<MethodHandle> of(Method method) {
        return ANSWERS.stream()
                .filter(fixed -> fixed.type == method.getDeclaringClass() && fixed.methods.contains(method.getName()))
                .map(fixed -> fixed.as(method.getReturnType()))
                .findFirst();
    }

    private MethodHandle as(Class<?> returned) {
        final MethodHandle constant = MethodHandles.constant(returned == void.class ? Object.class : returned, answer);
        return MethodHandles.dropArguments(constant, 0, Object.class, Object[].class);
    }
}
