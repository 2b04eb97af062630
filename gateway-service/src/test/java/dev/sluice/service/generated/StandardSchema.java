package dev.sluice.service.generated;

import dev.sluice.api.ValueType;
import dev.sluice.service.generated.Relation.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Draws a schema of HSQLDB, H2 or MariaDB. Parameters are plain: the database takes them for what it will. */
final class StandardSchema {

    private static final Kind NUMBER = Kind.numbers("BIGINT");
    private static final List<Kind> KEYS = List.of(
            NUMBER,
            NUMBER,
            NUMBER,
            Kind.SMALLER,
            Kind.AMOUNT,
            Kind.ROUNDED,
            new Kind("DATE", ValueType.DATE, "?", Kind.DAY.values()),
            Kind.MOMENT,
            Kind.FRACTION,
            Kind.ID,
            Kind.texts("VARCHAR(4)"),
            Kind.texts("CHAR(3)"),
            Kind.texts("VARCHAR_IGNORECASE(4)"),
            Kind.texts("VARCHAR_IGNORECASE(4)"),
            Kind.texts("word"));
    private static final List<Kind> MARIADB_KEYS = List.of(
            NUMBER,
            NUMBER,
            NUMBER,
            Kind.SMALLER,
            Kind.AMOUNT,
            Kind.ROUNDED,
            Kind.DAY,
            new Kind("DATETIME", ValueType.TIMESTAMP, "?", Kind.MOMENT.values()),
            new Kind("FLOAT", ValueType.DOUBLE, "?", Kind.FRACTION.values()),
            Kind.ID,
            Kind.texts("VARCHAR(4)"), // neither case nor spaces at the end make a difference
            Kind.texts("VARCHAR(4) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"),
            Kind.texts("CHAR(3)"),
            Kind.texts("ENUM('a', 'b', 'c', 'd', 'E')"));
    private static final String[] ACTIONS = {
        "ON DELETE CASCADE ON UPDATE CASCADE",
        "ON DELETE SET NULL ON UPDATE CASCADE",
        "ON DELETE SET DEFAULT ON UPDATE SET NULL",
        "ON DELETE CASCADE",
        "ON UPDATE CASCADE",
        ""
    };

    private final Draw draw;
    private final boolean hsqlDb;
    private final boolean mariaDb;
    private final List<String> ddl = new ArrayList<>();
    private final List<Relation> tables = new ArrayList<>();
    private final List<Relation> views = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();
    private final List<String> contents = new ArrayList<>();

    StandardSchema(Draw draw, Product product) {
        this.draw = draw;
        this.hsqlDb = product == Product.HSQLDB;
        this.mariaDb = product == Product.MARIADB;
    }

    Schema schema() {
        if (!mariaDb) {
            ddl.add("CREATE " + (hsqlDb ? "TYPE" : "DOMAIN") + " word AS VARCHAR(3)");
        }
        ddl.add("CREATE TABLE log (what VARCHAR(40), a BIGINT)");
        contents.add("SELECT * FROM log");
        for (int i = 1 + draw.below(3); i > 0; i--) {
            table("t" + tables.size());
        }
        for (int features = draw.below(6); features > 0; features--) {
            switch (draw.below(9)) {
                case 0, 1, 2 -> trigger();
                case 3, 4 -> function();
                case 5, 6 -> view();
                case 7 ->
                    ddl.add("ALTER TABLE " + draw.often(tables).name() + " ADD CHECK ("
                            + draw.of("a < 6", "k IS NOT NULL") + ")");
                default -> temporary();
            }
        }
        final List<Relation> all = new ArrayList<>(tables);
        all.addAll(views);
        return new Schema(ddl, all, functions, contents);
    }

    private void table(String name) {
        final Kind key = draw.of(mariaDb ? MARIADB_KEYS : KEYS);
        final List<Column> columns = new ArrayList<>();
        final List<String> parts = new ArrayList<>();
        columns.add(new Column("k", key, true));
        columns.add(new Column("a", NUMBER, true));
        final String unique = draw.of("PRIMARY KEY (%s)", "PRIMARY KEY (%s)", "PRIMARY KEY (%s)", "UNIQUE (%s)", "");
        final String keys = draw.oneIn(4) ? "k, m" : "k";
        parts.add("k " + key.sql());
        parts.add("a BIGINT" + draw.of("", " DEFAULT 1"));
        if (keys.equals("k, m")) {
            columns.add(new Column("m", NUMBER, true));
            parts.add("m BIGINT DEFAULT 1");
        }
        if (draw.oneIn(3)) {
            parts.add("g BIGINT GENERATED ALWAYS AS (a + 1)" + (mariaDb ? draw.of("", " PERSISTENT") : "")
                    + draw.of("", " UNIQUE"));
            columns.add(new Column("g", NUMBER, false));
        }
        if (draw.oneIn(4)) {
            parts.add("i BIGINT " + (mariaDb ? "NOT NULL AUTO_INCREMENT, KEY (i)" : "GENERATED ALWAYS AS IDENTITY"));
        }
        if (!unique.isEmpty()) {
            parts.add(unique.formatted(keys));
        }
        final String arbiter = unique.isEmpty() ? "" : "(" + keys + ")";
        reference(new Relation(name, columns, arbiter, true), columns, parts);
        ddl.add("CREATE TABLE " + name + " (" + String.join(", ", parts) + ")");
        for (int i = draw.below(Kind.DIFFERENT + 1) - 1; i >= 0; i--) {
            final Object value = key.values().get(i);
            ddl.add("INSERT INTO " + name + " (k, a) VALUES (" + key.literal(value) + ", " + i + ")");
        }
        final Relation table = new Relation(name, columns, arbiter, true);
        tables.add(table);
        contents.add("SELECT " + names(table) + " FROM " + name);
    }

    /** To this table itself or to one before it. */
    private void reference(Relation table, List<Column> columns, List<String> parts) {
        final Relation parent = tables.isEmpty() || draw.oneIn(4) ? table : draw.of(tables);
        final List<Column> keys = parent.referable();
        if (keys.isEmpty() || draw.oneIn(2)) {
            return;
        }
        final List<String> names = new ArrayList<>();
        for (final Column key : keys) {
            final Kind kind = key.kind();
            names.add("r" + (names.isEmpty() ? "" : names.size()));
            parts.add(names.get(names.size() - 1) + " " + kind.sql() + " DEFAULT "
                    + draw.of("NULL", kind.literal(kind.values().get(0))));
            columns.add(new Column(names.get(names.size() - 1), kind, true));
        }
        parts.add("FOREIGN KEY (" + String.join(", ", names) + ") REFERENCES " + parent.name() + " " + parent.arbiter()
                + " " + draw.of(ACTIONS).replace("DEFAULT", mariaDb ? "NULL" : "DEFAULT"));
    }

    /** H2 has them in Java only. */
    private void trigger() {
        if (!hsqlDb && !mariaDb) {
            return;
        }
        final String before = mariaDb ? "OLD" : "o";
        final String after = mariaDb ? "NEW" : "n";
        final String table = draw.often(tables).name();
        final String other = draw.often(tables).name();
        final String event = draw.of("INSERT", "UPDATE", "DELETE", mariaDb ? "UPDATE" : "UPDATE OF a");
        final boolean row = mariaDb || !draw.oneIn(4);
        final boolean delete = event.equals("DELETE");
        final String time = row && draw.oneIn(3) ? "BEFORE" : "AFTER";
        final String a = row ? (delete ? before : after) + ".a" : "0";
        final String rows = !row || mariaDb
                ? ""
                : event.equals("INSERT")
                        ? " REFERENCING NEW ROW AS n"
                        : delete ? " REFERENCING OLD ROW AS o" : " REFERENCING OLD ROW AS o NEW ROW AS n";
        final String body;
        if (time.equals("BEFORE")) {
            body = delete || draw.oneIn(3)
                    ? "IF " + a + " = 3 THEN SIGNAL SQLSTATE '45000'; END IF;"
                    : "SET " + a + " = " + draw.of(a + " + 1;", "(SELECT COUNT(*) FROM " + other + ");");
        } else {
            body = switch (draw.below(5)) {
                case 0 -> "UPDATE " + other + " SET a = a + 1 WHERE a = " + a + ";";
                case 1 -> "DELETE FROM " + other + " WHERE a = " + a + " + 1;";
                case 2 -> "IF " + a + " = 3 THEN SIGNAL SQLSTATE '45000'; END IF;";
                default -> "INSERT INTO log VALUES ('trigger', " + a + ");";
            };
        }
        if (table.equals(other) && (body.startsWith("UPDATE") || body.startsWith("DELETE"))) {
            return; // it would go on for ever
        }
        ddl.add("CREATE TRIGGER g" + ddl.size() + " " + time + " " + event + " ON " + table + rows
                + (row ? " FOR EACH ROW" : " FOR EACH STATEMENT") + " BEGIN " + (mariaDb ? "" : "ATOMIC ")
                + body + " END");
    }

    private void function() {
        final String name = "f" + ddl.size();
        functions.add(name + "(%s)");
        if (!hsqlDb && !mariaDb) {
            ddl.add("CREATE ALIAS " + name + " FOR 'java.lang.Math." + draw.of("abs(long)'", "negateExact(long)'"));
            return;
        }
        final String table = draw.often(tables).name();
        final String head = "CREATE FUNCTION " + name + "(x BIGINT) RETURNS BIGINT ";
        if (mariaDb) { // what a function says of itself nobody checks
            ddl.add(head
                    + draw.of("DETERMINISTIC", "NOT DETERMINISTIC", "DETERMINISTIC NO SQL")
                    + draw.of(
                            " RETURN x + 1",
                            " RETURN x % 3",
                            " RETURN (SELECT COUNT(*) FROM " + table + " WHERE a < x)",
                            " RETURN (SELECT SUM(a) FROM " + table + ")",
                            " BEGIN INSERT INTO log VALUES ('" + name + "', x); RETURN x; END"));
            return;
        }
        ddl.add(head
                + draw.of(
                        "RETURN CAST(x + 1 AS BIGINT)",
                        "RETURN CAST(x - x / 3 * 3 AS BIGINT)",
                        "RETURN CAST(10 / x AS BIGINT)",
                        "READS SQL DATA RETURN CAST((SELECT COUNT(*) FROM " + table + " WHERE a < x) AS BIGINT)",
                        "READS SQL DATA RETURN CAST((SELECT SUM(a) FROM " + table + ") AS BIGINT)"));
    }

    private void view() {
        final List<Relation> choice = new ArrayList<>(tables);
        choice.addAll(views);
        final Relation from = draw.of(choice);
        final String other = draw.of(choice).name();
        final String name = "v" + views.size();
        final boolean plain = !draw.oneIn(3);
        ddl.add("CREATE VIEW " + name + " AS "
                + (plain
                        ? "SELECT " + names(from) + " FROM " + from.name()
                                + draw.of("", " WHERE a < 5", mariaDb ? " WHERE a <> 2 WITH CHECK OPTION" : "")
                        : draw.of(
                                "SELECT k, COUNT(*) AS a FROM " + from.name() + " GROUP BY k",
                                "SELECT x.k, y.a FROM " + from.name() + " x JOIN " + other + " y ON x.a = y.a",
                                "SELECT k, a FROM " + from.name() + " WHERE a IN (SELECT a FROM " + other + ")")));
        views.add(new Relation(name, plain ? from.columns() : from.columns().subList(0, 2), "", plain));
    }

    private void temporary() {
        if (mariaDb) {
            return; // there they are a session's own
        }
        final String name = "w" + ddl.size();
        final List<Column> columns = List.of(new Column("k", NUMBER, true), new Column("a", NUMBER, true));
        ddl.add("CREATE GLOBAL TEMPORARY TABLE " + name + " (k BIGINT PRIMARY KEY, a BIGINT) ON COMMIT DELETE ROWS");
        views.add(new Relation(name, columns, "(k)", true));
    }

    private static String names(Relation table) {
        return table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
    }
}
