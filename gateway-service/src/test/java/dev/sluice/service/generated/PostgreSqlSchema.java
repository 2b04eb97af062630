package dev.sluice.service.generated;

import dev.sluice.api.ValueType;
import dev.sluice.service.generated.Relation.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Draws a schema of PostgreSQL. */
final class PostgreSqlSchema {

    private static final Kind CHARACTER = Kind.texts("char(3)");
    private static final Kind MOOD =
            new Kind("mood", ValueType.TEXT, "CAST(? AS mood)", List.of("a", "b", "c", "d", "A"));
    private static final List<Kind> KEYS = List.of(
            Kind.NUMBER,
            Kind.NUMBER,
            Kind.NUMBER,
            Kind.NUMBER,
            Kind.numbers("integer"),
            Kind.AMOUNT,
            Kind.ID,
            Kind.DAY,
            Kind.texts("text"),
            Kind.texts("varchar(4)"),
            new Kind("numeric(3,-1)", ValueType.LONG, "?", List.of(1L, 12L, 23L, 34L, 10L, 5L, 4L, 20L)),
            new Kind("timestamp(0)", ValueType.TIMESTAMP, "?", Kind.MOMENT.values()));
    private static final List<Kind> OTHER_KEYS = List.of(
            CHARACTER,
            MOOD,
            Kind.numbers("small"),
            Kind.texts("word", "CAST(? AS word)"),
            Kind.texts("citext", "CAST(? AS citext)"),
            Kind.texts("citext"),
            new Kind(
                    "jsonb",
                    ValueType.TEXT,
                    "CAST(? AS jsonb)",
                    List.of("1", "2", "{\"x\": 1}", "\"a\"", "1.0", " 2", "{\"x\":1.0}")),
            Kind.texts("text COLLATE blind"),
            Kind.texts("text COLLATE \"C\""));
    private static final List<Kind> TEXTS = List.of(Kind.texts("text"), Kind.texts("varchar(4)"), CHARACTER);
    private static final String[] ACTIONS = {
        "ON DELETE CASCADE ON UPDATE CASCADE",
        "ON DELETE SET NULL ON UPDATE CASCADE",
        "ON DELETE SET DEFAULT ON UPDATE SET NULL",
        "ON DELETE RESTRICT",
        "ON DELETE CASCADE",
        "ON UPDATE CASCADE",
        ""
    };
    private static final String[] CHECKED = {
        "", "", " DEFERRABLE", " DEFERRABLE INITIALLY DEFERRED", " DEFERRABLE INITIALLY DEFERRED"
    };

    private static final String[] UNIQUE = {
        "PRIMARY KEY (%s)",
        "PRIMARY KEY (%s)",
        "PRIMARY KEY (%s)",
        "PRIMARY KEY (%s)",
        "UNIQUE (%s)",
        "UNIQUE NULLS NOT DISTINCT (%s)",
        "PRIMARY KEY (%s) DEFERRABLE INITIALLY DEFERRED",
        "UNIQUE (%s) DEFERRABLE INITIALLY DEFERRED",
        "UNIQUE (%s) DEFERRABLE",
        ""
    };
    /** The partitions of a table, by how it is divided. */
    private static final Map<String, List<String>> PARTS = Map.of(
            "HASH",
            List.of(" FOR VALUES WITH (MODULUS 2, REMAINDER 0)", " FOR VALUES WITH (MODULUS 2, REMAINDER 1)"),
            "RANGE",
            List.of(" FOR VALUES FROM (MINVALUE) TO (2)", " FOR VALUES FROM (2) TO (7)", " DEFAULT"),
            "LIST",
            List.of(" FOR VALUES IN (0)", " DEFAULT"));

    private final Draw draw;
    private final List<String> ddl = new ArrayList<>();
    private final List<Relation> tables = new ArrayList<>();
    private final List<Relation> views = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();
    private final List<String> contents = new ArrayList<>();

    PostgreSqlSchema(Draw draw) {
        this.draw = draw;
    }

    Schema schema() {
        ddl.add("CREATE TYPE mood AS ENUM ('d', 'c', 'b', 'a', 'A')");
        ddl.add("CREATE DOMAIN small AS bigint CHECK (VALUE < 6)");
        ddl.add("CREATE DOMAIN word AS " + draw.of("citext", "varchar(3)")
                + " CHECK (VALUE <> 'none')"); // no argument fails it: see LeftOut.PLANNING
        ddl.add("CREATE TABLE log (what text, a bigint)");
        contents.add("SELECT * FROM log");
        for (int i = 1 + draw.below(3); i > 0; i--) {
            table("t" + tables.size());
        }
        ddl.add("SET CONSTRAINTS ALL IMMEDIATE"); // no table is altered while a check of its rows is due
        for (int features = draw.below(7); features > 0; features--) {
            switch (draw.below(13)) {
                case 0, 1, 2 -> trigger();
                case 3, 4, 5, 12 -> function();
                case 6, 7 -> view();
                case 8 -> rule();
                case 9 -> policy();
                case 10 -> constraint();
                default -> heir();
            }
        }
        final PostgreSqlKinds kinds = new PostgreSqlKinds(draw, ddl, tables, views, functions);
        for (int more = draw.below(4); more > 0; more--) {
            kinds.add();
        }
        final List<Relation> all = new ArrayList<>(tables);
        all.addAll(views);
        return new Schema(ddl, all, functions, contents);
    }

    private void table(String name) {
        final String parted = draw.oneIn(6) ? draw.of("HASH (k)", "RANGE (a)", "LIST ((abs(a) % 2))") : "";
        // where a row of an enum's goes depends on a number that each schema has another of
        final Kind key = draw.oneIn(3) && parted.isEmpty() ? draw.of(OTHER_KEYS) : draw.of(KEYS);
        final List<Column> columns = new ArrayList<>();
        final List<String> parts = new ArrayList<>();
        columns.add(new Column("k", key, true));
        columns.add(new Column("a", Kind.NUMBER, true));
        String keys = parted.equals("RANGE (a)") ? "k, a" : "k";
        if (draw.oneIn(4)) {
            keys += ", m";
            columns.add(new Column("m", Kind.NUMBER, true));
        }
        final String unique = parted.startsWith("LIST")
                ? ""
                : (parted.isEmpty() ? draw.of(UNIQUE) : draw.of("PRIMARY KEY (%s)", "UNIQUE (%s)", "")).formatted(keys);
        parts.add("k " + key.sql());
        parts.add("a bigint DEFAULT " + draw.of("0", "1", "7"));
        if (keys.endsWith("m")) {
            parts.add("m bigint DEFAULT 1");
        }
        if (draw.oneIn(2)) {
            final Kind text = draw.of(TEXTS);
            columns.add(new Column("s", text, true));
            parts.add("s " + text.sql()
                    + draw.of("", " DEFAULT 'd'", parted.isEmpty() ? " UNIQUE" : "", " NOT NULL DEFAULT 'x'"));
        }
        if (draw.oneIn(3)) {
            columns.add(new Column("n", Kind.AMOUNT, true));
            parts.add("n numeric(8,2)" + draw.of("", " DEFAULT 1.5", " CHECK (n < 100)"));
        }
        if (draw.oneIn(3)) {
            generated(columns, parts, !parted.isEmpty());
        }
        if (draw.oneIn(4)) {
            parts.add("i bigint GENERATED " + draw.of("ALWAYS", "BY DEFAULT") + " AS IDENTITY");
        }
        if (!unique.isEmpty()) {
            parts.add(unique);
        }
        final boolean constrained = !unique.isEmpty() && !unique.contains("DEFERR");
        reference(name, new Relation(name, columns, constrained ? "(" + keys + ")" : "", true), columns, parts);
        ddl.add("CREATE TABLE " + name + " (" + String.join(", ", parts) + ")"
                + (parted.isEmpty() ? "" : " PARTITION BY " + parted));
        final List<String> bounds = PARTS.getOrDefault(parted.split(" ")[0], List.of());
        for (int i = 0; i < bounds.size(); i++) {
            ddl.add("CREATE TABLE " + name + "_" + i + " PARTITION OF " + name + bounds.get(i));
        }
        fill(name, columns);
        final String arbiter = constrained ? "(" + keys + ")" : "";
        final Relation table = new Relation(name, columns, parted.isEmpty() ? arbiter(name, arbiter) : arbiter, true);
        tables.add(table);
        if (!parted.isEmpty() && draw.oneIn(2)) {
            views.add(new Relation(name + "_" + draw.below(2), columns, arbiter, true));
        }
        contents.add("SELECT tableoid::regclass AS part, " + names(table) + " FROM " + name);
    }

    /** By what upserts find rows: perhaps by a unique index. */
    private String arbiter(String name, String constraint) {
        if (!draw.oneIn(2)) {
            return constraint;
        }
        final String arbiter =
                draw.of("(k) WHERE a > 0", "(abs(a))", "((a % 5))", "(k, abs(a))", "(a) WHERE k IS NOT NULL", "(a)");
        final String index = arbiter.equals("(a)") ? "(a) NULLS NOT DISTINCT" : arbiter;
        ddl.add("CREATE UNIQUE INDEX ON " + name + " " + index);
        return arbiter;
    }

    private void generated(List<Column> columns, List<String> parts, boolean parted) {
        final String expression = draw.of("a + 1", "a % 3", "abs(a)", "a * 0");
        parts.add("g bigint GENERATED ALWAYS AS (" + expression + ") STORED"
                + (draw.oneIn(3) && !parted ? " UNIQUE" : ""));
        columns.add(new Column("g", Kind.NUMBER, false));
        if (parts.get(parts.size() - 1).endsWith("UNIQUE")) {
            final int last = parts.size() - 1;
            parts.set(last, parts.get(last).replace("a % 3", "a + 2").replace("a * 0", "a - 2"));
        }
    }

    /** To this table itself or to one before it. */
    private void reference(String name, Relation table, List<Column> columns, List<String> parts) {
        if (!draw.oneIn(2)) {
            return;
        }
        final Relation parent = tables.isEmpty() || draw.oneIn(4) ? table : draw.of(tables);
        final List<Column> keys = parent.referable();
        if (keys.isEmpty()) {
            return;
        }
        final List<String> names = new ArrayList<>();
        for (final Column key : keys) {
            final String column = names.isEmpty() ? "r" : "r" + names.size();
            final Kind kind = key.kind();
            parts.add(column + " " + kind.sql()
                    + draw.of("", " DEFAULT " + kind.literal(kind.values().get(0))));
            names.add(column);
            columns.add(new Column(column, kind, true));
        }
        final String action = draw.of(ACTIONS);
        parts.add("FOREIGN KEY (" + String.join(", ", names) + ") REFERENCES " + parent.name() + " ("
                + keys.stream().map(Column::name).collect(Collectors.joining(", ")) + ") "
                + (names.size() == 1 ? "" : draw.of("", "MATCH FULL "))
                + (names.size() > 1 && draw.oneIn(3)
                        ? action.replace("DELETE SET NULL", "DELETE SET NULL (r1)")
                        : action)
                + draw.of(CHECKED));
    }

    private void fill(String name, List<Column> columns) {
        final Kind key = columns.get(0).kind();
        if (columns.stream().anyMatch(column -> column.name().equals("m"))) {
            ddl.add("INSERT INTO " + name + " (k, a, m) VALUES ("
                    + key.literal(key.values().get(0)) + ", 5, 2)");
        }
        final boolean text = columns.stream().anyMatch(column -> column.name().equals("s"));
        for (int i = draw.of(0, 2, 3, 4, 4) - 1; i >= 0; i--) {
            ddl.add("INSERT INTO " + name + (text ? " (k, a, s)" : " (k, a)") + " VALUES ("
                    + key.literal(key.values().get(i)) + ", " + i + (text ? ", '" + (char) ('a' + i) + "')" : ")"));
        }
    }

    private void trigger() {
        final Relation table = draw.often(tables);
        final String name = "f" + ddl.size();
        final String row = draw.of("ROW", "ROW", "ROW", "STATEMENT");
        final String event =
                draw.of("INSERT", "UPDATE", "DELETE", "INSERT OR UPDATE", "UPDATE OF a", "INSERT OR DELETE OR UPDATE");
        final boolean deferred = row.equals("ROW") && draw.oneIn(6);
        final String time = deferred ? "AFTER" : draw.of("BEFORE", "AFTER");
        final boolean both = event.contains("DELETE");
        final String changed = both ? "COALESCE(NEW.a, OLD.a)" : "NEW.a";
        final String a = row.equals("ROW") ? changed : "0";
        final boolean changes = time.equals("BEFORE") && row.equals("ROW") && !both;
        final String body =
                PostgreSqlBodies.trigger(draw, a, changes, draw.often(tables).name(), name);
        ddl.add("CREATE FUNCTION " + name
                + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF pg_trigger_depth() < 3 THEN "
                + body + " END IF; RETURN " + (row.equals("ROW") ? both ? "COALESCE(NEW, OLD)" : "NEW" : "NULL")
                + "; END $$");
        ddl.add("CREATE " + (deferred ? "CONSTRAINT " : "") + "TRIGGER " + draw.of("a", "z") + name + " " + time + " "
                + event
                + " ON " + table.name() + (deferred ? " DEFERRABLE INITIALLY DEFERRED" : "") + " FOR EACH " + row
                + (row.equals("ROW") && !both && draw.oneIn(4) ? " WHEN (NEW.a > 1)" : "") + " EXECUTE FUNCTION " + name
                + "()");
    }

    private void function() {
        final String name = "f" + ddl.size();
        final String function =
                PostgreSqlBodies.function(draw, name, draw.often(tables).name());
        ddl.add(function);
        functions.add(name + "(%s)");
        final String table = draw.often(tables).name();
        switch (draw.below(4)) {
            case 0 -> ddl.add("ALTER TABLE " + table + " ADD CHECK (" + name + "(a) < 50) NOT VALID");
            case 1 -> {
                if (!function.contains("IMMUTABLE")) { // computed when a plan is made: see LeftOut.PLANNING
                    ddl.add("ALTER TABLE " + table + " ALTER a SET DEFAULT " + name + "(2)");
                }
            }
            default -> {} // for statements alone
        }
    }

    private void view() {
        final List<Relation> choice = new ArrayList<>(tables);
        choice.addAll(views);
        final Relation from = draw.of(choice);
        final String name = "v" + views.size();
        final String columns = names(from);
        final boolean plain = !draw.oneIn(3);
        final String query;
        if (plain) {
            query = "SELECT " + columns + " FROM " + from.name()
                    + draw.of(
                            "",
                            " WHERE a < 5",
                            " WHERE a <> 2 WITH CHECK OPTION",
                            " WHERE a < 8 WITH LOCAL CHECK OPTION");
        } else {
            final String other = draw.of(choice).name();
            query = draw.of(
                    "SELECT k, COUNT(*) AS a FROM " + from.name() + " GROUP BY k",
                    "SELECT x.k, y.a FROM " + from.name() + " x JOIN " + other + " y ON x.a = y.a",
                    "SELECT k, "
                            + (functions.isEmpty() ? "a" : draw.of(functions).formatted("a")) + " AS a FROM "
                            + from.name(),
                    "SELECT k, a FROM " + from.name() + " WHERE a IN (SELECT a FROM " + other + ")");
        }
        ddl.add("CREATE VIEW " + name + draw.of("", "", " WITH (security_barrier)") + " AS " + query);
        final List<Column> shown = plain ? from.columns() : from.columns().subList(0, 2);
        views.add(new Relation(name, shown, "", plain));
        if (!plain && draw.oneIn(2)) {
            final String function = "f" + ddl.size();
            ddl.add("CREATE FUNCTION " + function + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE "
                    + draw.often(tables).name()
                    + " SET a = a + 1 WHERE a = COALESCE(NEW.a, OLD.a); RETURN COALESCE(NEW, OLD); END $$");
            ddl.add("CREATE TRIGGER " + function + " INSTEAD OF INSERT OR UPDATE OR DELETE ON " + name
                    + " FOR EACH ROW EXECUTE FUNCTION " + function + "()");
        }
    }

    private void rule() {
        final String event = draw.of("INSERT", "UPDATE", "DELETE");
        final String a = event.equals("DELETE") ? "OLD.a" : "NEW.a";
        final String other = draw.often(tables).name();
        final String table = draw.often(tables).name();
        final String action = table.equals(other)
                ? "ALSO INSERT INTO log VALUES ('rule', " + a + ")"
                : draw.of(
                        "ALSO INSERT INTO log VALUES ('rule', " + a + ")",
                        "ALSO UPDATE " + other + " SET a = a + 1 WHERE a = " + a,
                        "INSTEAD NOTHING",
                        "INSTEAD DELETE FROM " + other + " WHERE a = " + a);
        ddl.add("CREATE RULE r" + ddl.size() + " AS ON " + event + " TO " + table + " DO " + action);
    }

    private void policy() {
        final String table = draw.often(tables).name();
        final String other = draw.often(tables).name();
        ddl.add("ALTER TABLE " + table + " ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY");
        final String condition = table.equals(other)
                ? "a <> 2"
                : draw.of(
                        "a <> 2",
                        "a::text <> concat(current_setting('app.who', true))",
                        "EXISTS (SELECT FROM " + other + " o WHERE o.a = " + table + ".a)");
        ddl.add("CREATE POLICY p" + ddl.size() + " ON " + table + " USING (" + condition + ")"
                + draw.of("", " WITH CHECK (true)", " WITH CHECK (a < 4)"));
    }

    private void constraint() {
        final Relation table = draw.often(tables);
        ddl.add("ALTER TABLE " + table.name() + " ADD "
                + draw.of(
                        "EXCLUDE USING gist (a WITH =)" + draw.of("", " DEFERRABLE INITIALLY DEFERRED"),
                        "EXCLUDE USING gist (int8range(a, a + 2) WITH &&) WHERE (a > 10)"
                                + draw.of("", " DEFERRABLE INITIALLY DEFERRED"),
                        "EXCLUDE USING gist ((a % 7) WITH =) DEFERRABLE INITIALLY DEFERRED",
                        "CHECK (a < 6)",
                        "CHECK (k IS NOT NULL AND a IS NOT NULL)",
                        "CHECK (a < 5) NOT VALID"));
    }

    private void heir() {
        final Relation table = draw.often(tables);
        if (ddl.stream().anyMatch(statement -> statement.contains(" PARTITION OF " + table.name()))) {
            return;
        }
        final String name = "h" + ddl.size();
        ddl.add("CREATE TABLE " + name + " (" + draw.of("", "extra bigint DEFAULT 1") + ") INHERITS (" + table.name()
                + ")");
        final Kind key = table.key().kind();
        ddl.add("INSERT INTO " + name + " (k, a) VALUES ("
                + key.literal(key.values().get(3)) + ", 3)");
        ddl.add("SET CONSTRAINTS ALL IMMEDIATE");
        views.add(new Relation(name, table.columns(), "", true));
    }

    private static String names(Relation table) {
        return table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
    }
}
