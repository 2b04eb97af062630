package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;

/**
 * Prepares the forms of a read, that is, the statements for one item and for chunks of items. Keeps each form that the database
 * accepts and that has the columns of the single form.
 */
public final class FormCheck {

    private static final Logger LOG = MaskedLog.of(FormCheck.class);

    /** Classes of SQLStates about connections, resources, operators and transactions, which say nothing about the statement. */
    private static final Set<String> NOT_THE_TEXT = Set.of("08", "28", "40", "53", "57", "58");

    /** SQLStates of a lock timeout, which says nothing about the statement, either. */
    private static final Set<String> LOCKED = Set.of("55P03", "HYT00");

    private static final Map<ValueType, Object> SAMPLES = Map.of(
            ValueType.BOOLEAN,
            true,
            ValueType.LONG,
            1L,
            ValueType.DOUBLE,
            1.0,
            ValueType.DECIMAL,
            BigDecimal.ONE,
            ValueType.BYTES,
            new byte[1],
            ValueType.DATE,
            LocalDate.EPOCH,
            ValueType.TIME,
            LocalTime.NOON,
            ValueType.TIMESTAMP,
            LocalDate.EPOCH.atStartOfDay(),
            ValueType.INSTANT,
            LocalDate.EPOCH.atStartOfDay().atOffset(ZoneOffset.UTC),
            ValueType.UUID,
            new UUID(0, 1));

    private final Dialect dialect;
    private final Connection connection;
    private final Signature signature;
    private final List<String> refusals = new ArrayList<>();

    public FormCheck(Dialect dialect, Connection connection, Signature signature) {
        this.dialect = dialect;
        this.connection = connection;
        this.signature = signature;
    }

    /** Returns why forms were not kept, in the order in which they were tried. */
    public List<String> refusals() {
        return List.copyOf(refusals);
    }

    /**
     * Returns the forms of {@link Dialect#readForms} that the database accepts and that have the single form's columns. To find
     * them, prepares each form and reads its metadata. That takes one or two round trips for each form, once for each statement
     * and signature. Changes no data and leaves an open transaction as it was.
     *
     * @throws SQLException if the database refuses the user's own statement, or is unavailable
     */
    public ReadForms accepted(SqlText query) throws SQLException {
        final ReadForms forms = dialect.readForms(query, signature);
        final Described single;
        try {
            single = describe(forms.single(), false, 1);
        } catch (final SQLException e) {
            throwIfAway(e);
            if (forms.single().equals(query.sql()) && !(e instanceof NotDescribedException)) {
                throw e;
            }
            return bare(query, e);
        }
        final List<ChunkForm> chunked = new ArrayList<>();
        final List<List<String>> columns = new ArrayList<>();
        for (final ChunkForm form : forms.chunked().isEmpty() ? forms.chunked() : asTaken(query, forms)) {
            final Optional<Described> chunk = form.maxItems() > 1 ? withSameTypes(form, single) : Optional.empty();
            if (chunk.isPresent()) {
                chunked.add(form);
                columns.add(chunk.get().labels());
            }
        }
        return new ReadForms(forms.single(), chunked, single.labels(), columns);
    }

    /** Returns the forms to try, with parameters that give each argument the same meaning as in the single form. */
    private List<ChunkForm> asTaken(SqlText query, ReadForms forms) throws SQLException {
        final List<TakenParameter> taken = dialect.plain()
                ? prepared(query.sql(), false, 1, statement -> TakenParameter.of(statement, query))
                : List.of();
        final Optional<String> mistakes = mistakes(query, taken);
        if (mistakes.isPresent()) {
            refusals.add(mistakes.get());
            return List.of();
        }
        final List<String> parameters = new ArrayList<>();
        for (final TakenParameter parameter : taken) {
            final int number = parameters.size();
            final Optional<String> same =
                    dialect.parameter(signature.parameters().get(number), parameter);
            if (same.isEmpty()) {
                refusals.add("argument " + (number + 1) + " might have another meaning in a chunk: "
                        + parameter.words(dialect.name()));
                return List.of();
            }
            parameters.add(same.get());
        }
        return dialect.plain() ? dialect.chunked(query, signature, parameters) : forms.chunked();
    }

    private Optional<String> mistakes(SqlText query, List<TakenParameter> taken) throws SQLException {
        try {
            return Query.look(() -> dialect.mistakes(connection, query, taken));
        } catch (final SQLException e) {
            throwIfAway(e);
            return Optional.of(dialect.name() + " does not report what a chunk would read: " + e.getMessage());
        }
    }

    private ReadForms bare(SqlText query, SQLException typedRefused) throws SQLException {
        try {
            final List<String> columns = describe(query.sql(), false, 1).labels();
            refusals.add("refused with typed parameters: " + typedRefused.getMessage());
            LOG.debug(
                    "One at a time, as {} refuses it with typed parameters: {}",
                    dialect.name(),
                    typedRefused.getMessage());
            return new ReadForms(query.sql(), List.of(), columns, List.of());
        } catch (final SQLException e) {
            if (e instanceof NotDescribedException) {
                refusals.add(e.getMessage());
                return new ReadForms(query.sql(), List.of(), List.of(), List.of()); // execution shows whether it works
            }
            e.addSuppressed(typedRefused);
            throw e;
        }
    }

    /** A failure of the driver, in contrast to a refusal by the database. */
    private static final class NotDescribedException extends SQLException {

        private static final long serialVersionUID = 1L;

        NotDescribedException(String message, RuntimeException cause) {
            super(message, "42000", cause);
        }
    }

    private Optional<Described> withSameTypes(ChunkForm form, Described single) throws SQLException {
        if (form.kind() == ChunkForm.Kind.UNION && single.padded() && !dialect.unionKeepsPadding()) {
            refusals.add(form.name() + " would lose the padding of its CHAR columns");
            return Optional.empty();
        }
        final int items = form.room(2);
        try {
            final Described chunk = describe(form.sql(items), form.arrays(), items);
            final boolean same = chunk.types().subList(1, chunk.types().size()).equals(single.types());
            if (!same) {
                refusals.add(form.name() + " returns columns of other types");
                LOG.debug(
                        "Form {} not used on {}: its columns are {}, not {}",
                        form.name(),
                        dialect.name(),
                        chunk,
                        single);
            }
            return same ? Optional.of(chunk) : Optional.empty();
        } catch (final SQLException e) {
            throwIfAway(e);
            refusals.add(form.name() + " is refused: " + e.getMessage());
            LOG.debug("Form {} not used on {}: {}", form.name(), dialect.name(), e.getMessage());
            return Optional.empty();
        }
    }

    private static void throwIfAway(SQLException e) throws SQLException {
        final String state = e.getSQLState();
        if (state == null || state.length() != 5 || state.equals("08P01")) {
            return;
        }
        if (LOCKED.contains(state) || NOT_THE_TEXT.contains(state.substring(0, 2))) {
            throw e;
        }
    }

    /**
     * Returns the columns of a statement. Tries a second time if the driver still had the statement prepared from before a schema
     * change.
     */
    private Described describe(String sql, boolean arrays, int items) throws SQLException {
        try {
            return prepared(sql, arrays, items, statement -> Described.of(statement.getMetaData()));
        } catch (final SQLException e) {
            if (SqlStates.of(connection.getMetaData().getDatabaseProductName()).of(e) != Meaning.STALE) {
                throw e;
            }
            return prepared(sql, arrays, items, statement -> Described.of(statement.getMetaData()));
        }
    }

    /**
     * Prepares a statement for one item, whether or not it returns rows, and binds arguments of the signature's types.
     *
     * @throws SQLException if the database refuses the statement or is unavailable, or if its driver accepts only NULL for one of
     *     these types
     */
    public void prepare(String sql) throws SQLException {
        prepared(sql, false, 1, statement -> {
            if (dialect.plain()) {
                bindSamples(statement);
            }
            return statement.getMetaData();
        });
    }

    private interface Reading<T> {
        T of(PreparedStatement statement) throws SQLException;
    }

    /**
     * Prepares a statement and reads its metadata; to get them, the driver sends the statement to the server. A savepoint
     * protects an open transaction.
     */
    private <T> T prepared(String sql, boolean arrays, int items, Reading<T> reading) throws SQLException {
        final boolean within = !connection.getAutoCommit();
        final Savepoint before = within && dialect.savepoints() ? connection.setSavepoint() : null;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bindNulls(statement, arrays, items);
            return reading.of(statement);
        } catch (final RuntimeException e) {
            // HSQLDB's compiler throws such exceptions on some lateral references
            throw new NotDescribedException(dialect.name() + " cannot compile it: " + e, e);
        } finally {
            if (within && !connection.isClosed()) {
                if (before == null) {
                    connection.rollback();
                } else {
                    connection.rollback(before);
                }
            }
        }
    }

    private void bindNulls(PreparedStatement statement, boolean arrays, int items) throws SQLException {
        if (arrays && signature.count() == 0) {
            statement.setInt(1, items);
            return;
        }
        final int rounds = arrays ? 1 : items;
        int index = 1;
        for (int i = 0; i < rounds; i++) {
            for (final ParameterType parameter : signature.parameters()) {
                statement.setNull(index++, arrays ? Types.ARRAY : dialect.jdbcType(parameter.value()));
            }
        }
    }

    /**
     * Binds sample values, because HSQLDB's driver reports an unsuitable type only when a value is bound. Binds no strings,
     * because whether a string fits depends on its value.
     */
    private void bindSamples(PreparedStatement statement) throws SQLException {
        int index = 1;
        for (final ParameterType parameter : signature.parameters()) {
            final Object sample = SAMPLES.get(parameter.value());
            try {
                if (sample != null) {
                    statement.setObject(index, sample);
                }
            } catch (final SQLDataException badValue) {
                LOG.debug("Another value may fit argument {}", index, badValue);
            }
            index++;
        }
    }

    /** The names and types of a statement's columns. */
    private record Described(List<String> labels, List<String> types, boolean padded) {

        static Described of(ResultSetMetaData columns) throws SQLException {
            if (columns == null) {
                throw new SQLException("The statement returns no rows", "42000");
            }
            final List<String> labels = new ArrayList<>();
            final List<String> types = new ArrayList<>();
            boolean padded = false;
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                padded |= columns.getColumnType(i) == Types.CHAR || columns.getColumnType(i) == Types.NCHAR;
                labels.add(columns.getColumnLabel(i));
                // in a union H2 replaces DECIMAL by NUMERIC, or the reverse
                types.add(columns.getColumnTypeName(i).replace("DECIMAL", "NUMERIC") + "/" + columns.getScale(i));
            }
            return new Described(labels, types, padded);
        }
    }
}
