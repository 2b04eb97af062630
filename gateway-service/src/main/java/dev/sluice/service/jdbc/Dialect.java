package dev.sluice.service.jdbc;

import dev.sluice.api.ValueType;
import java.sql.Connection;
import java.sql.SQLException;

/** What differs between databases when one-item statements become chunks. Stateless but for caches; any thread. */
public interface Dialect {

    /** The dialect of a connection's database. */
    static Dialect of(Connection connection) throws SQLException {
        throw new UnsupportedOperationException();
    }

    /** The database's name in messages. */
    String name();

    /** How its SQL text is read. */
    SqlSyntax syntax();

    /** Whether a decimal's scale is part of the type it is bound with. */
    boolean bindsDecimalsByScale();

    /** The SQL type in casts; of {@link ValueType#DOUBLES} the array's. */
    String sqlType(ParameterType type);

    /** The element type for {@code Connection.createArrayOf}, as {@link ChunkForm#arrays} and double arrays need it. */
    String elementType(ValueType type);

    /** The {@code java.sql.Types} code for {@code setNull}. */
    int jdbcType(ValueType type);

    /**
     * The forms to try, without asking the database. Of a {@linkplain Signature#untyped untyped} signature only the bare
     * one.
     */
    ReadForms readForms(SqlText query, Signature signature);

    /**
     * The forms that the database accepts and that give the single form's columns: those of {@link #readForms} prepared
     * and described. Two round trips or less per form, once per statement and signature.
     *
     * @throws SQLException if it refuses the user's own text, or is away
     */
    ReadForms acceptedForms(Connection connection, SqlText query, Signature signature) throws SQLException;

    /** Knows this database's functions. */
    Volatility volatility();
}
