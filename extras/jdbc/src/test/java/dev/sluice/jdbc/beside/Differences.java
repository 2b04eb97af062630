package dev.sluice.jdbc.beside;

import dev.sluice.jdbc.TestGateway;
import dev.sluice.jdbc.TestGateway.Kind;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A program that gets and sets everything twice, by the driver and by the database's own, and says what differs, a line each. It is a
 * process for each time zone, since drivers keep the zone that they began with.
 */
final class Differences {

    private static final String REFUSED = "refused";

    private final Kind kind;
    private final Map<String, List<String>> cells;
    private final TestGateway gateway;
    private final PrintStream out;
    private int compared;

    private Differences(Kind kind, TestGateway gateway, PrintStream out) {
        this.kind = kind;
        this.cells = Cells.of(kind);
        this.gateway = gateway;
        this.out = out;
    }

    /** @param arguments a directory, and the file that takes the lines */
    public static void main(String[] arguments) throws Exception {
        try (PrintStream out = new PrintStream(Files.newOutputStream(Path.of(arguments[1])), false, "UTF-8")) {
            for (final Kind kind : Kind.values()) {
                final Path directory = Path.of(arguments[0]).resolve(kind.name());
                Files.createDirectories(directory);
                try (TestGateway gateway = TestGateway.start(directory, kind)) {
                    final Differences differences = new Differences(kind, gateway, out);
                    differences.get();
                    differences.set();
                    out.println("compared\t" + differences.compared);
                }
            }
        }
        System.exit(0); // the server's streams may hold it up
    }

    private void get() throws SQLException {
        int number = 0;
        for (final Map.Entry<String, List<String>> cell : cells.entrySet()) {
            final String table = "got" + number++;
            gateway.execute("CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, v " + cell.getKey() + ")");
            for (int i = 0; i < cell.getValue().size(); i++) {
                gateway.execute("INSERT INTO " + table + " VALUES (" + i + ", "
                        + cell.getValue().get(i) + ")");
            }
            final String select = "SELECT id, v FROM " + table + " ORDER BY id";
            try (Connection ours = gateway.connect();
                    Connection plain = gateway.connectDirectly();
                    ResultSet our = ours.createStatement().executeQuery(select);
                    ResultSet its = plain.createStatement().executeQuery(select)) {
                while (our.next() & its.next()) {
                    final String value = cell.getValue().get(our.getInt(1));
                    Getters.all()
                            .forEach((name, getter) ->
                                    compare("get", cell.getKey(), name, value, got(getter, its), got(getter, our)));
                }
            }
        }
    }

    private static String got(Getters.Getter getter, ResultSet row) {
        try {
            return shown(getter.get(row, 2));
        } catch (final SQLException e) {
            return REFUSED + ": " + e.getMessage();
        } catch (final RuntimeException e) {
            return REFUSED + ": " + e;
        }
    }

    private static String shown(Object value) {
        if (value instanceof Timestamp timestamp) {
            return "Timestamp " + timestamp.getTime() + "+" + timestamp.getNanos();
        }
        if (value instanceof java.util.Date date) {
            return (value instanceof Time ? "Time " : "Date ") + date.getTime();
        }
        return value == null
                ? "null"
                : value.getClass().getSimpleName() + " "
                        + (value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value);
    }

    private void set() throws SQLException {
        final List<String> types = new ArrayList<>(cells.keySet());
        final StringBuilder columns = new StringBuilder();
        for (int i = 0; i < types.size(); i++) {
            columns.append(", v").append(i).append(' ').append(types.get(i));
        }
        gateway.execute(
                "CREATE TABLE ours (id INTEGER PRIMARY KEY" + columns + ")",
                "CREATE TABLE its (id INTEGER PRIMARY KEY" + columns + ")");
        try (Connection ours = gateway.connect();
                Connection plain = gateway.connectDirectly()) {
            for (int i = 0; i < types.size(); i++) {
                try (PreparedStatement our = ours.prepareStatement("INSERT INTO ours (id, v" + i + ") VALUES (?, ?)");
                        PreparedStatement its =
                                plain.prepareStatement("INSERT INTO its (id, v" + i + ") VALUES (?, ?)")) {
                    final int column = i;
                    final int[] id = {i * 1_000};
                    for (final Map.Entry<String, Setters.Setter> setter :
                            Setters.all().entrySet()) {
                        id[0]++;
                        final String byPlain = stored(its, setter.getValue(), id[0], plain, "its", column);
                        final String byOurs = stored(our, setter.getValue(), id[0], plain, "ours", column);
                        compare("set", types.get(i), setter.getKey(), "", byPlain, byOurs);
                    }
                }
            }
        }
    }

    private String stored(
            PreparedStatement insert, Setters.Setter setter, int id, Connection plain, String table, int column)
            throws SQLException {
        try {
            insert.clearParameters();
            insert.setInt(1, id);
            setter.set(insert, 2);
            insert.executeUpdate();
        } catch (final SQLException e) {
            return REFUSED + ": " + e.getMessage();
        } catch (final RuntimeException e) {
            return REFUSED + ": " + e;
        }
        try (ResultSet row =
                plain.createStatement().executeQuery("SELECT v" + column + " FROM " + table + " WHERE id = " + id)) {
            row.next();
            return String.valueOf(row.getString(1));
        }
    }

    private void compare(String direction, String type, String name, String value, String its, String ours) {
        compared++;
        final boolean itsRefuses = its.startsWith(REFUSED);
        final boolean oursRefuses = ours.startsWith(REFUSED);
        if (its.equals(ours) || itsRefuses && oursRefuses) {
            return;
        }
        final String how = itsRefuses ? "more" : oursRefuses ? REFUSED : "other";
        out.println(String.join("\t", kind.name(), direction, how, type, name, value, its, ours)
                .replace('\n', ' '));
    }
}
