package dev.sluice.service.jdbc.connect;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.Decoder;
import dev.sluice.service.core.Question;
import dev.sluice.service.jdbc.dialect.ChunkForm;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.ParameterArray;
import dev.sluice.service.jdbc.dialect.Signature;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.UUID;
import org.postgresql.PGConnection;

/** Binds encoded arguments to the prepared statements of one connection. Belongs to one worker. */
public final class Binder {

    /** The size of the server's largest packet, divided by this number, is reserved for the statement itself. */
    private static final int TEXT_SHARE = 16;

    /** The maximum number of bytes by which a literal is longer than the encoded value, because of quotes or written digits. */
    private static final int LITERAL_BYTES = 40;

    /** Characters that a driver escapes in a literal, so that each takes two characters. */
    private static final String ESCAPED = "'\"\\\0";

    private final Connection connection;
    private final Dialect dialect;
    private final PGConnection postgres;
    private final long maxLiterals;
    private final Decoder decoder = new Decoder();

    /** @param maxPacket see {@link Dialect#maxPacket} */
    Binder(Connection connection, Dialect dialect, long maxPacket) throws SQLException {
        this.maxLiterals = maxPacket == Long.MAX_VALUE ? maxPacket : maxPacket - maxPacket / TEXT_SHARE;
        this.connection = connection;
        this.dialect = dialect;
        this.postgres = connection.isWrapperFor(PGConnection.class) ? connection.unwrap(PGConnection.class) : null;
    }

    /** Binds one item's arguments to the parameters from number {@code from} on. */
    public void bind(PreparedStatement statement, int from, Arguments arguments, Signature signature)
            throws SQLException {
        checkLiterals(literalBytes(arguments));
        bindEach(statement, from, arguments, signature);
    }

    private void bindEach(PreparedStatement statement, int from, Arguments arguments, Signature signature)
            throws SQLException {
        if (postgres != null && signature.untyped()) {
            // without this, an untyped null would keep the type that the parameter had in an earlier request
            statement.clearParameters();
        }
        arguments.decode(decoder);
        for (int i = 0; i < arguments.count(); i++) {
            bindNext(statement, from + i, signature.parameters().get(i).value());
        }
    }

    /** Binds the arguments of all items of a chunk to the chunk form, the one statement that answers them all. */
    public void bind(PreparedStatement statement, ChunkForm form, List<Question> questions, Signature signature)
            throws SQLException {
        final int items = questions.size();
        final int room = form.room(items);
        if (form.arrays()) {
            bindArrays(statement, questions, signature, room);
            return;
        }
        long bytes = 0;
        for (int i = 0; i < room; i++) {
            final Arguments arguments = questions.get(Math.min(i, items - 1)).arguments();
            bytes += literalBytes(arguments);
            checkLiterals(bytes);
            bindEach(statement, 1 + i * arguments.count(), arguments, signature);
        }
    }

    /**
     * Returns an upper bound of the bytes that the arguments take as literals in the SQL text; 0 if the length of a
     * statement is not limited.
     */
    private long literalBytes(Arguments arguments) {
        return maxLiterals == Long.MAX_VALUE
                ? 0
                : (long) LITERAL_BYTES * arguments.count() + arguments.size() + arguments.countOf(ESCAPED);
    }

    private void checkLiterals(long bytes) throws TooLargeException {
        if (bytes > maxLiterals) {
            throw new TooLargeException(
                    "as literals the arguments have up to " + bytes + " bytes, but the server accepts only "
                            + maxLiterals + " (its max_allowed_packet, less a sixteenth for the statement)");
        }
    }

    private void bindArrays(PreparedStatement statement, List<Question> questions, Signature signature, int room)
            throws SQLException {
        final int count = signature.count();
        if (count == 0) {
            statement.setInt(1, room);
            return;
        }
        bind(statement, 1, arrays(questions, signature, room), signature);
    }

    /**
     * Returns one array per parameter with the arguments of all questions, which have equal types. The arguments of the last
     * question are repeated until the arrays have {@code room} elements.
     */
    public ParameterArray[] arrays(List<Question> questions, Signature signature, int room) {
        final ParameterArray[] columns = new ParameterArray[signature.count()];
        for (int i = 0; i < columns.length; i++) {
            final boolean nulls = questions.get(0).arguments().type(i) == ValueType.NULL;
            columns[i] = ParameterArray.of(signature.parameters().get(i).value(), room, nulls, postgres != null);
        }
        for (int item = 0; item < room; item++) {
            questions.get(Math.min(item, questions.size() - 1)).arguments().decode(decoder);
            for (final ParameterArray column : columns) {
                column.set(item, decoder.getType(), decoder);
            }
        }
        return columns;
    }

    /** Binds one array per parameter, from the parameter with the given number on. */
    public void bind(PreparedStatement statement, int from, ParameterArray[] columns, Signature signature)
            throws SQLException {
        for (int i = 0; i < columns.length; i++) {
            final String element =
                    dialect.elementType(signature.parameters().get(i).value());
            statement.setArray(from + i, array(element, columns[i].elements()));
        }
    }

    private Array array(String element, Object elements) throws SQLException {
        return postgres == null
                ? connection.createArrayOf(element, (Object[]) elements)
                : postgres.createArrayOf(element, elements);
    }

    private void bindNext(PreparedStatement statement, int index, ValueType declared) throws SQLException {
        final ValueType type = decoder.getType();
        switch (type) {
            case NULL -> statement.setNull(index, dialect.jdbcType(declared));
            case BOOLEAN -> statement.setBoolean(index, decoder.getBoolean());
            case LONG -> statement.setLong(index, decoder.getLong());
            case DOUBLE -> statement.setDouble(index, decoder.getDouble());
            case DECIMAL -> statement.setBigDecimal(index, (BigDecimal) decoder.getContent(type));
            case TEXT -> statement.setString(index, decoder.getText());
            case BYTES -> statement.setBytes(index, (byte[]) decoder.getContent(type));
            case UUID -> {
                final UUID uuid = (UUID) decoder.getContent(type);
                statement.setObject(index, dialect.uuidAsText() ? uuid.toString() : uuid);
            }
            case DATE, TIME, TIMESTAMP -> bindTemporal(statement, index, (Temporal) decoder.getContent(type));
            case INSTANT -> {
                if (!dialect.bindsInstants()) {
                    throw new SQLFeatureNotSupportedException(
                            "an instant has no type on " + dialect.name() + "; send a timestamp", "0A000");
                }
                bindTemporal(statement, index, ((Instant) decoder.getContent(type)).atOffset(ZoneOffset.UTC));
            }
            case DOUBLES -> statement.setArray(index, doubles((double[]) decoder.getContent(type)));
            case OTHER -> throw new IllegalStateException("a type that only results may have");
        }
    }

    private void bindTemporal(PreparedStatement statement, int index, Temporal value) throws SQLException {
        final Object bound = dialect.bound(value);
        if (bound instanceof String text) {
            statement.setString(index, text);
        } else {
            statement.setObject(index, bound);
        }
    }

    private Array doubles(double[] values) throws SQLException {
        final String element = dialect.elementType(ValueType.DOUBLES);
        if (postgres != null) {
            return postgres.createArrayOf(element, values);
        }
        final Double[] boxed = new Double[values.length];
        for (int i = 0; i < values.length; i++) {
            boxed[i] = values[i];
        }
        return connection.createArrayOf(element, boxed);
    }

    /** Arguments or a result exceed a size limit. A chunk is then split into smaller ones; a single item fails. */
    public static final class TooLargeException extends SQLException {

        private static final long serialVersionUID = 1L;

        public TooLargeException(String message) {
            super(message);
        }
    }
}
