package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.temporal.Temporal;
import java.util.Optional;

/** What differs between databases when one-item statements become chunks. Stateless but for caches; any thread. */
public interface Dialect {

    /** The database's name in messages. */
    String name();

    /** How its SQL text is read. */
    SqlSyntax syntax();

    /** The most parameters of one statement. */
    int maxParameters();

    /** The most bytes of a statement with its arguments, where the server closes the connection of a longer one. */
    default long maxPacket(Connection connection) throws SQLException {
        return Long.MAX_VALUE;
    }

    /** Whether a decimal's scale is part of the type it is bound with. */
    boolean bindsDecimalsByScale();

    /** The SQL type in casts; of {@link ValueType#DOUBLES} the array's. */
    String sqlType(ParameterType type);

    /** A parameter in a statement whose parameters have the types that they are bound with. */
    default String parameter(ParameterType type) {
        return "CAST(? AS " + sqlType(type) + ")";
    }

    /** The element type for {@code Connection.createArrayOf}, of {@link ChunkForm#arrays} and of double arrays. */
    String elementType(ValueType type);

    /** The type of a column of up to a megabyte of bytes. */
    String bytesColumn();

    /** Whether CHAR columns come out of a union with their padding, as they went in. */
    boolean unionKeepsPadding();

    /** What the driver is given for a date or time of that day. */
    default Object bound(Temporal value, LocalDate day) throws SQLException {
        return value;
    }

    /** Whether a UUID is bound as text. */
    default boolean uuidAsText() {
        return false;
    }

    /** Whether a part of a transaction can be undone. */
    default boolean savepoints() {
        return true;
    }

    /** Whether a moment arrives as it was sent; its request fails otherwise. */
    default boolean bindsInstants() {
        return true;
    }

    /** How a column of a result is read. */
    default ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
        return ColumnReader.of(columns, column);
    }

    /** What tells a column's type from another one that would be read otherwise, at no cost worth naming. */
    default String typeOf(ResultSet rows, ResultSetMetaData columns, int column) throws SQLException {
        return columns.getColumnTypeName(column);
    }

    /** The same where a derived table may lose the order of its rows. */
    static Optional<String> aloneInOrder(SqlText query) {
        if (query.locks()) {
            return Optional.of("it locks rows");
        }
        return query.words().contains("ORDER") ? Optional.of("a chunk might lose its order") : Optional.empty();
    }

    /** How reads are asked, in the words that follow "asked" in the log. */
    String asked();

    /** The {@code java.sql.Types} code for {@code setNull}. */
    int jdbcType(ValueType type);

    /** Why a query goes one at a time whatever its arguments are, if it does. */
    default Optional<String> alone(SqlText query) {
        return query.locks() ? Optional.of("it locks rows") : Optional.empty();
    }

    /**
     * The forms to try, without asking the database. Of an {@linkplain Signature#untyped untyped} signature, and of a
     * statement that locks rows, only the single one.
     */
    ReadForms readForms(SqlText query, Signature signature);

    /** Knows this database's functions. */
    Volatility volatility();
}
