package dev.sluice.jdbc.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Columns;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.jdbc.SluiceDataSource;
import dev.sluice.jdbc.SluiceDriver;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.sql.Wrapper;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Every method of JDBC's interfaces is there, or is refused, as methods.md lists them. */
class MethodsTest {

    private static final Path MANUAL = Path.of("methods.md");
    private static final String BEGIN = "<!-- methods: written by MethodsTest -->\n";
    private static final String END = "<!-- end of methods -->";
    /** Refused, though they are no part's to leave out. */
    private static final Set<String> OWN_REFUSALS =
            Set.of("setClientInfo", "getParentLogger", "createConnectionBuilder", "createShardingKeyBuilder");

    private static final Connection CONNECTION =
            SluiceDataSource.at(Path.of("none")).getConnection();

    private static List<Object> objects() throws SQLException {
        final Statement statement = CONNECTION.createStatement();
        final ResultSet rows = new ReadRows(Rows.NONE, 0, statement, () -> {}).as();
        return List.of(
                new SluiceDriver(),
                SluiceDataSource.at(Path.of("none")),
                CONNECTION,
                statement,
                CONNECTION.prepareStatement("SELECT ?"),
                rows,
                rows.getMetaData(),
                CONNECTION.getMetaData());
    }

    private static final List<Class<?>> INTERFACES = List.of(
            Driver.class,
            DataSource.class,
            Connection.class,
            Statement.class,
            PreparedStatement.class,
            ResultSet.class,
            ResultSetMetaData.class,
            DatabaseMetaData.class);
    private static final List<Class<?>> PARTS = List.of(
            SluiceDriver.class,
            SluiceDataSource.class,
            Connected.class,
            PlainStatement.class,
            Prepared.class,
            ReadRows.class,
            ReadColumns.class,
            ReadDatabase.class);

    private static boolean isThere(Method method, Class<?> part) {
        return !OWN_REFUSALS.contains(method.getName())
                && (method.getDeclaringClass() == Wrapper.class || PartialProxy.has(method, part));
    }

    private static Stream<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> type != PreparedStatement.class
                        || Arrays.stream(Statement.class.getMethods()).noneMatch(method::equals));
    }

    @Test
    void shouldBeThereOrRefusedAsTheManualLists() throws Exception {
        final StringBuilder list = new StringBuilder("| interface | methods that are there |\n|---|---|\n");
        for (int i = 0; i < INTERFACES.size(); i++) {
            final Class<?> part = PARTS.get(i);
            final List<Method> methods = methods(INTERFACES.get(i)).toList();
            final String there = names(methods, method -> isThere(method, part));
            final String refused = names(methods, method -> !isThere(method, part));
            list.append("| `").append(INTERFACES.get(i).getSimpleName()).append("` | ");
            if (refused.isEmpty()) {
                list.append("all |\n");
            } else {
                list.append(there.length() < refused.length() ? "only " + there : "all but " + refused)
                        .append(" |\n");
            }
        }
        final String manual = Files.readString(MANUAL);
        final int begin = manual.indexOf(BEGIN) + BEGIN.length();
        final String written = manual.substring(0, begin) + "\n" + list + "\n" + manual.substring(manual.indexOf(END));
        if (Boolean.getBoolean("sluice.docs.update")) {
            Files.writeString(MANUAL, written);
        }
        assertEquals(written, Files.readString(MANUAL), "run it with -Dsluice.docs.update=true");
    }

    /** Names with how many of its overloads there are, where they are not all on this side. */
    private static String names(List<Method> methods, Predicate<Method> side) {
        final TreeMap<String, TreeSet<String>> all = new TreeMap<>();
        methods.stream()
                .filter(side)
                .forEach(method -> all.computeIfAbsent(method.getName(), name -> new TreeSet<>())
                        .add(Arrays.stream(method.getParameterTypes())
                                .map(Class::getSimpleName)
                                .collect(Collectors.joining(", ", "(", ")"))));
        return all.entrySet().stream()
                .map(entry -> {
                    final boolean split = methods.stream()
                            .filter(method -> method.getName().equals(entry.getKey()))
                            .anyMatch(side.negate());
                    return split
                            ? entry.getValue().stream()
                                    .map(types -> "`" + entry.getKey() + types + "`")
                                    .collect(Collectors.joining(", "))
                            : "`" + entry.getKey() + "`";
                })
                .collect(Collectors.joining(", "));
    }

    private static Object[] zeros(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(type -> type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null)
                .toArray();
    }

    @Test
    void shouldSayThatItIsNotSupportedWhenARefusedMethodIsCalled() throws Exception {
        final List<Object> objects = objects();
        for (int i = 0; i < INTERFACES.size(); i++) {
            final Object object = objects.get(i);
            final Class<?> part = PARTS.get(i);
            for (final Method method :
                    methods(INTERFACES.get(i)).filter(it -> !isThere(it, part)).toList()) {
                final Object[] arguments = zeros(method);
                final Throwable failure = assertThrows(
                                InvocationTargetException.class,
                                () -> method.invoke(object, arguments),
                                method::toString)
                        .getCause();
                final Class<? extends SQLException> type = method.getName().equals("setClientInfo")
                        ? SQLClientInfoException.class
                        : SQLFeatureNotSupportedException.class;
                assertInstanceOf(type, failure, method::toString);
            }
        }
    }

    @Test
    void shouldAnswerWhenAMethodIsCalledWhoseAnswerNeverChanges() throws Exception {
        int called = 0;
        for (int i = 0; i < INTERFACES.size(); i++) {
            final Object object = objects().get(i);
            for (final Method method : methods(INTERFACES.get(i))
                    .filter(it -> Fixed.of(it).isPresent())
                    .toList()) {
                method.invoke(object, zeros(method));
                called++;
            }
        }
        assertEquals(64, called);
        assertTrue(CONNECTION.getAutoCommit());
        assertNull(CONNECTION.getClientInfo("name"));
        assertTrue(CONNECTION.getClientInfo().isEmpty());
        assertEquals("Sluice", CONNECTION.getMetaData().getDriverName());
        assertEquals("0.1", CONNECTION.getMetaData().getDriverVersion());
        assertEquals(
                Types.OTHER,
                CONNECTION.prepareStatement("SELECT ?").getParameterMetaData().getParameterType(1));
    }

    @Test
    void shouldConvertWhenAGetterOfOneTypeIsCalledByNumberOrLabel() throws SQLException {
        final Columns columns = Columns.of(List.of("n", "nothing", "time"));
        final LocalDateTime time = LocalDateTime.of(2026, 11, 28, 5, 30);
        final ResultSet rows = new ReadRows(
                        Rows.of(columns, List.of(Row.of(columns, 7L, null, time))),
                        0,
                        CONNECTION.createStatement(),
                        () -> {})
                .as();
        final Calendar elsewhere = Calendar.getInstance(TimeZone.getTimeZone("GMT+07:30"));
        final Timestamp there = Timestamp.from(time.toInstant(ZoneOffset.ofHoursMinutes(7, 30)));
        assertTrue(rows.next());
        assertEquals((byte) 7, rows.getByte(1));
        assertEquals((short) 7, rows.getShort("N"));
        assertEquals(7f, rows.getFloat(1));
        assertEquals("7", rows.getNString("n"));
        assertEquals((byte) 0, rows.getByte("nothing"));
        assertEquals((short) 0, rows.getShort(2));
        assertEquals(0f, rows.getFloat(2));
        assertEquals(0d, rows.getDouble("nothing"));
        assertTrue(rows.wasNull());
        assertNull(rows.getBytes(2));
        assertNull(rows.getDate("nothing", elsewhere));
        assertEquals(Timestamp.valueOf(time), rows.getTimestamp("time"));
        assertEquals(there, rows.getTimestamp("time", elsewhere));
        assertEquals(there, rows.getTimestamp(3, elsewhere));
        assertFalse(rows.wasNull());
    }
}
