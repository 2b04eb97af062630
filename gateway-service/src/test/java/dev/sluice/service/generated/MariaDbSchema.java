package dev.sluice.service.generated;

import dev.sluice.api.ValueType;
import dev.sluice.service.generated.Relation.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Draws a schema of MariaDB. */
final class MariaDbSchema {

    private static final Kind NUMBER = Kind.numbers("BIGINT");
    private static final List<Kind> KEYS = List.of(
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
        "ON DELETE SET NULL ON UPDATE SET NULL",
        "ON DELETE CASCADE",
        "ON UPDATE CASCADE",
        ""
    };

    private final Draw draw;
    private final List<String> ddl = new ArrayList<>();
    private final List<Relation> tables = new ArrayList<>();
    private final List<Relation> views = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();
    private final List<String> contents = new ArrayList<>();

    MariaDbSchema(Draw draw) {
        this.draw = draw;
    }

    Schema schema() {
        ddl.add("CREATE TABLE log (what VARCHAR(40), a BIGINT)");
        contents.add("SELECT * FROM log");
        for (int i = 1 + draw.below(3); i > 0; i--) {
            table("t" + tables.size());
        }
        for (int features = draw.below(6); features > 0; features--) {
            switch (draw.below(9)) {
                case 0, 1, 2 -> trigger();
                case 3, 4, 5 -> function();
                case 6, 7 -> view();
                default ->
                    ddl.add("ALTER TABLE " + draw.often(tables).name() + " ADD CHECK ("
                            + draw.of("a < 6", "k IS NOT NULL") + ")");
            }
        }
        final List<Relation> all = new ArrayList<>(tables);
        all.addAll(views);
        return new Schema(ddl, all, functions, contents);
    }

    private void table(String name) {
        final Kind key = draw.of(KEYS);
        final List<Column> columns = new ArrayList<>();
        final List<String> parts = new ArrayList<>();
        columns.add(new Column("k", key, true));
        columns.add(new Column("a", NUMBER, true));
        final String unique = draw.of(" PRIMARY KEY", " PRIMARY KEY", " PRIMARY KEY", " UNIQUE", "");
        parts.add("k " + key.sql() + unique);
        parts.add("a BIGINT" + draw.of("", " DEFAULT 1", " UNIQUE"));
        if (draw.oneIn(3)) {
            parts.add("g BIGINT AS (a + 1) " + draw.of("VIRTUAL", "PERSISTENT", "PERSISTENT UNIQUE"));
            columns.add(new Column("g", NUMBER, false));
        }
        if (draw.oneIn(4)) {
            parts.add("i BIGINT NOT NULL AUTO_INCREMENT, KEY (i)");
        }
        final boolean self = tables.isEmpty() || draw.oneIn(4);
        final Relation parent = self ? null : draw.of(tables);
        if (draw.oneIn(2) && (self ? !unique.isEmpty() : !parent.arbiter().isEmpty())) {
            final Kind kind = self ? key : parent.key().kind();
            columns.add(new Column("r", kind, true));
            parts.add("r " + kind.sql()
                    + draw.of("", " DEFAULT " + kind.literal(kind.values().get(0))) + ", FOREIGN KEY (r) REFERENCES "
                    + (self ? name : parent.name()) + " (k) " + draw.of(ACTIONS));
        }
        // tables of another engine take no part in transactions: an update that fails keeps what it did before
        ddl.add("CREATE TABLE " + name + " (" + String.join(", ", parts) + ") ENGINE = InnoDB");
        for (int i = draw.below(Kind.DIFFERENT + 1) - 1; i >= 0; i--) {
            final Object value = key.values().get(i);
            ddl.add("INSERT INTO " + name + " (k, a) VALUES (" + key.literal(value) + ", " + i + ")");
        }
        final Relation table = new Relation(name, columns, unique.isEmpty() ? "" : "(k)", true);
        tables.add(table);
        contents.add("SELECT " + names(table) + " FROM " + name);
    }

    private void trigger() {
        final String table = draw.often(tables).name();
        final String other = draw.often(tables).name();
        final String event = draw.of("INSERT", "UPDATE", "DELETE");
        final String a = event.equals("DELETE") ? "OLD.a" : "NEW.a";
        final boolean before = draw.oneIn(3);
        final String body = before && !event.equals("DELETE") && !draw.oneIn(3)
                ? draw.of("SET NEW.a = NEW.a + 1", "SET NEW.a = (SELECT COUNT(*) FROM " + other + ")")
                : switch (draw.below(5)) {
                    case 0 -> "UPDATE " + other + " SET a = a + 1 WHERE a = " + a;
                    case 1 -> "DELETE FROM " + other + " WHERE a = " + a + " + 1";
                    case 2 -> "IF " + a + " = 3 THEN SIGNAL SQLSTATE '45000'; END IF";
                    default -> "INSERT INTO log VALUES ('trigger', " + a + ")";
                };
        ddl.add("CREATE TRIGGER g" + ddl.size() + (before ? " BEFORE " : " AFTER ") + event + " ON " + table
                + " FOR EACH ROW BEGIN " + body + "; END");
    }

    private void function() {
        final String name = "f" + ddl.size();
        final String table = draw.often(tables).name();
        ddl.add("CREATE FUNCTION " + name + "(x BIGINT) RETURNS BIGINT "
                + draw.of("DETERMINISTIC", "NOT DETERMINISTIC", "DETERMINISTIC NO SQL")
                + draw.of(
                        " RETURN x + 1",
                        " RETURN x % 3",
                        " RETURN (SELECT COUNT(*) FROM " + table + " WHERE a < x)",
                        " RETURN (SELECT SUM(a) FROM " + table + ")",
                        " BEGIN INSERT INTO log VALUES ('" + name + "', x); RETURN x; END"));
        functions.add(name + "(%s)");
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
                                + draw.of("", " WHERE a < 5", " WHERE a <> 2 WITH CHECK OPTION")
                        : draw.of(
                                "SELECT k, COUNT(*) AS a FROM " + from.name() + " GROUP BY k",
                                "SELECT x.k, y.a FROM " + from.name() + " x JOIN " + other + " y ON x.a = y.a",
                                "SELECT k, a FROM " + from.name() + " WHERE a IN (SELECT a FROM " + other + ")")));
        views.add(new Relation(name, plain ? from.columns() : from.columns().subList(0, 2), "", plain));
    }

    private static String names(Relation table) {
        return table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
    }
}
