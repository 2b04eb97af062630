package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The dialect of H2, and of each database without a dialect class of its own, whose traits {@link GenericProbe} finds out. */
public final class Generic extends Dialect {

    /** A statement whose result type shows whether H2 has compiled the statement again after a decimal was bound. */
    public static final String COMPILED = "SELECT ? / 2";

    private final Driver driver;

    /**
     * The abilities of a driver.
     *
     * @param javaTimes whether it accepts and returns java.time objects; otherwise dates and times are exchanged as strings
     * @param untypedNull the {@code java.sql.Types} code for a null without a type
     * @param readOnly whether a connection can be set to read-only
     * @param savepoints whether a part of a transaction can be rolled back
     * @param typed whether a column has one type. If each value has a type of its own, only execution could show whether a chunk
     *     returns the same results as its items
     * @param plain whether a statement for one item is executed as written; otherwise its arguments are cast to their own types
     */
    public record Driver(
            boolean javaTimes, int untypedNull, boolean readOnly, boolean savepoints, boolean typed, boolean plain) {}

    Generic(Traits traits, Driver driver) {
        super(traits);
        this.driver = driver;
    }

    /** H2 in its regular mode. */
    public static Generic h2() {
        return h2(SqlSyntax.H2, h2Types());
    }

    /** Uses the long name of BLOB, the only one that H2 knows in its mode PostgreSQL. */
    static Generic h2(SqlSyntax syntax, Map<ValueType, String> types) {
        return new Generic(
                new Traits("H2", syntax, types, "BINARY LARGE OBJECT", false, true, true),
                new Driver(true, Types.NULL, true, true, true, true));
    }

    static Map<ValueType, String> h2Types() {
        final Map<ValueType, String> types = new EnumMap<>(Map.of(
                ValueType.BOOLEAN, "BOOLEAN",
                ValueType.LONG, "BIGINT",
                ValueType.DOUBLE, "DOUBLE PRECISION",
                ValueType.DECIMAL, "DECIMAL(1000, " + SCALE + ")",
                ValueType.TEXT, "VARCHAR",
                ValueType.BYTES, "VARBINARY",
                ValueType.DATE, "DATE",
                ValueType.TIME, "TIME(9)",
                ValueType.TIMESTAMP, "TIMESTAMP(9)",
                ValueType.INSTANT, "TIMESTAMP(9) WITH TIME ZONE"));
        types.put(ValueType.UUID, "UUID");
        types.put(ValueType.DOUBLES, "DOUBLE PRECISION ARRAY");
        return types;
    }

    @Override
    public boolean plain() {
        return driver.plain();
    }

    /** Whether H2 has compiled {@link #COMPILED} again after it was prepared. If so, other statements may be affected, too. */
    public static boolean compiledAnew(PreparedStatement statement) throws SQLException {
        statement.setBigDecimal(1, BigDecimal.ONE);
        try (ResultSet row = statement.executeQuery()) {
            return row.getMetaData().getColumnType(1) != Types.INTEGER;
        }
    }

    /** H2 compiles a statement again after changes anywhere in the database, and then infers types from the current arguments. */
    @Override
    public boolean keeps(SqlText text) {
        return !driver.plain() || TakenParameter.allCompared(text);
    }

    /** H2 compares an argument by its own type; in any other place the surrounding expression decides the argument's type. */
    @Override
    Optional<String> parameter(ParameterType sent, TakenParameter taken) {
        return taken.compared() ? super.parameter(sent, taken) : Optional.empty();
    }

    /** The lowest limit among common databases is 2,100. */
    @Override
    int maxParameters() {
        return 2_000;
    }

    /** H2 removes the padding. */
    @Override
    boolean unionKeepsPadding() {
        return false;
    }

    @Override
    public Object bound(Temporal value) {
        return driver.javaTimes() ? value : TemporalText.of(value);
    }

    @Override
    public boolean savepoints() {
        return driver.savepoints();
    }

    @Override
    public ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
        if (!driver.typed()) {
            return ColumnReader.ofValues();
        }
        return driver.javaTimes() ? super.reader(columns, column) : TemporalText.reader(columns, column);
    }

    @Override
    public Optional<String> alone(SqlText query) {
        return driver.typed() ? super.alone(query) : Optional.of("its columns have no types");
    }

    /**
     * Returns an empty string if each value has a type of its own, because then the driver reports the type of the current row's
     * value.
     */
    @Override
    public String typeOf(ResultSet rows, ResultSetMetaData columns, int column) throws SQLException {
        return driver.typed() ? super.typeOf(rows, columns, column) : "";
    }

    @Override
    public int jdbcType(ValueType type) {
        return type == ValueType.NULL ? driver.untypedNull() : super.jdbcType(type);
    }

    /** Returns the missing abilities of this database, each with its consequence. */
    public List<String> lacks() {
        final List<String> lacks = new ArrayList<>();
        if (!driver.readOnly()) {
            lacks.add("it has no read-only connections: reads run on connections that could write");
        }
        if (!driver.savepoints()) {
            lacks.add("it has no savepoints: updates that fail together run again, each in a transaction of its own");
        }
        return lacks;
    }

    @Override
    public String asked() {
        final List<String> said = lacks();
        said.add(0, driver.typed() ? super.asked() : "one at a time: its columns have no types");
        return String.join("; ", said);
    }

    /**
     * Dates and times as strings in the SQL standard's format, for drivers without java.time. The older classes of java.sql would
     * shift a local time that does not exist because the clocks were set forward.
     */
    public static final class TemporalText {

        /** The format; a value that has no time or no offset leaves that part out. */
        private static final DateTimeFormatter FORM =
                DateTimeFormatter.ofPattern("uuuu-MM-dd[ HH:mm:ss.nnnnnnnnn][xxx]", Locale.ROOT);

        private TemporalText() {}

        public static String of(Temporal value) {
            return value instanceof LocalTime time ? time.format(DateTimeFormatter.ISO_LOCAL_TIME) : FORM.format(value);
        }

        /** Returns the value of a column that is not null. */
        static Temporal parse(ValueType type, String text) throws SQLException {
            final String iso = text.trim().replace(' ', 'T');
            try {
                return switch (type) {
                    case DATE -> LocalDate.parse(iso);
                    case TIME -> LocalTime.parse(iso);
                    case TIMESTAMP -> LocalDateTime.parse(iso);
                    case INSTANT -> OffsetDateTime.parse(iso);
                    default -> throw new IllegalArgumentException(type + " is no date or time");
                };
            } catch (final DateTimeException e) {
                throw ColumnReader.unreadable("a date or time in another form than the standard's");
            }
        }

        /** Returns a reader that parses dates and times from strings, and reads any other column as usual. */
        static ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
            return switch (columns.getColumnType(column)) {
                case Types.DATE -> reader((out, text) -> out.value((LocalDate) parse(ValueType.DATE, text)));
                case Types.TIME -> reader((out, text) -> out.value((LocalTime) parse(ValueType.TIME, text)));
                case Types.TIMESTAMP ->
                    reader((out, text) -> out.value((LocalDateTime) parse(ValueType.TIMESTAMP, text)));
                default -> ColumnReader.of(columns, column);
            };
        }

        private static ColumnReader reader(ColumnReader.Writer<String> writer) {
            return ColumnReader.objects(ResultSet::getString, writer);
        }
    }
}
