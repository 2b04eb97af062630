package dev.sluice.service.generated;

import dev.sluice.api.ValueType;
import dev.sluice.service.generated.Relation.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Adds what PostgreSQL has and others have not to a schema: types, operators, casts, rules and what names may hide. */
final class PostgreSqlKinds {

    private static final Kind PAIR = new Kind("pair", ValueType.LONG, "CAST(ROW(?, 1) AS pair)", Kind.NUMBER.values());
    private static final Kind FEW = new Kind("few", ValueType.LONG, "CAST(ARRAY[?, 1] AS few)", Kind.NUMBER.values());

    private final List<Runnable> all = List.of(
            this::transitions,
            this::views,
            this::rule,
            this::columns,
            this::field,
            this::operator,
            this::cast,
            this::shadow,
            this::kept,
            this::policy);
    private final Draw draw;
    private final List<String> ddl;
    private final List<Relation> tables;
    private final List<Relation> views;
    private final List<String> functions;

    PostgreSqlKinds(Draw draw, List<String> ddl, List<Relation> tables, List<Relation> views, List<String> functions) {
        this.draw = draw;
        this.ddl = ddl;
        this.tables = tables;
        this.views = views;
        this.functions = functions;
    }

    void add() {
        draw.of(all).run();
    }

    private String name(String letter) {
        return letter + ddl.size();
    }

    /** A trigger of statements that sees the rows they changed. */
    private void transitions() {
        final String table = draw.often(tables).name();
        final String event = draw.of("INSERT", "UPDATE", "DELETE");
        final String rows = event.equals("DELETE") ? "OLD TABLE AS seen" : "NEW TABLE AS seen";
        final String name = name("f");
        ddl.add("CREATE FUNCTION " + name
                + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF pg_trigger_depth() < 3 THEN "
                + draw.of(
                        "INSERT INTO log SELECT 'seen', COUNT(*) FROM seen;",
                        "IF (SELECT COUNT(*) FROM seen) > 1 THEN RAISE EXCEPTION 'too many'; END IF;",
                        "UPDATE " + draw.often(tables).name()
                                + " SET a = a + 1 WHERE a < 20 AND a IN (SELECT a FROM seen);")
                + " END IF; RETURN NULL; END $$");
        ddl.add("CREATE TRIGGER " + name + " AFTER " + event + " ON " + table + " REFERENCING " + rows
                + " FOR EACH STATEMENT EXECUTE FUNCTION " + name + "()");
    }

    /** A view over a view, each with its own check. */
    private void views() {
        final Relation from = draw.often(tables);
        String below = from.name();
        for (int i = 0; i < 2; i++) {
            final String name = "v" + views.size();
            ddl.add("CREATE VIEW " + name + " AS SELECT " + names(from) + " FROM " + below + " WHERE a <> "
                    + draw.below(5) + draw.of("", " WITH LOCAL CHECK OPTION", " WITH CASCADED CHECK OPTION"));
            views.add(new Relation(name, from.columns(), "", true));
            below = name;
        }
    }

    /** A view that rules write, and that gives back what they wrote. */
    private void rule() {
        final Relation from = draw.often(tables);
        final String name = "v" + views.size();
        ddl.add("CREATE VIEW " + name + " AS SELECT k, a FROM " + from.name() + draw.of("", " WHERE a < 5"));
        final String returning = draw.of("", " RETURNING k, a", " RETURNING k, a + 1");
        final String inserts = "INSERT INTO " + from.name() + " (k, a) VALUES (NEW.k, NEW.a)";
        final String also = draw.of("", "; INSERT INTO log VALUES ('ruled', NEW.a)");
        ddl.add("CREATE RULE " + name("r") + " AS ON INSERT TO " + name + " DO INSTEAD (" + inserts + returning + also
                + ")");
        ddl.add("CREATE RULE " + name("r") + " AS ON UPDATE TO " + name + " DO INSTEAD UPDATE " + from.name()
                + " SET a = NEW.a + 1 WHERE k = OLD.k" + returning);
        ddl.add("CREATE RULE " + name("r") + " AS ON DELETE TO " + name + " DO INSTEAD UPDATE " + from.name()
                + " SET a = 0 WHERE k = OLD.k" + returning);
        views.add(new Relation(name, from.columns().subList(0, 2), "", true));
    }

    /** Columns of a composite type, and of a domain over arrays. */
    private void columns() {
        final int number = draw.below(tables.size());
        final Relation table = tables.get(number);
        if (table.has("c")) {
            return;
        }
        ddl.add("CREATE TYPE pair AS (x bigint, y small)");
        ddl.add("CREATE DOMAIN few AS bigint[] CHECK (cardinality(VALUE) < 4)");
        final String call =
                functions.isEmpty() ? "VALUE[1] + 0" : draw.of(functions).formatted("VALUE[1]");
        if (draw.oneIn(2)) {
            ddl.add("ALTER DOMAIN few ADD CHECK (" + call + " <> 4)");
        }
        ddl.add("ALTER TABLE " + table.name() + " ADD c pair, ADD l few" + draw.of("", " DEFAULT '{1}'"));
        final List<Column> columns = new ArrayList<>(table.columns());
        columns.add(new Column("c", PAIR, true));
        columns.add(new Column("l", FEW, true));
        tables.set(number, new Relation(table.name(), columns, table.arbiter(), true, table.field()));
        functions.add("CAST(CAST(ARRAY[%s] AS few) AS bigint[])[1]");
        functions.add("(CAST(ROW(%s, 2) AS pair)).x");
    }

    /** A function of rows, which queries name as they do a column. */
    private void field() {
        final int number = draw.below(tables.size());
        final Relation table = tables.get(number);
        final String name = name("f");
        final String other = draw.often(tables).name();
        ddl.add("CREATE FUNCTION " + name + "(x " + table.name() + ") RETURNS bigint "
                + draw.of("IMMUTABLE", "STABLE", "VOLATILE")
                + draw.of(
                        " LANGUAGE sql BEGIN ATOMIC SELECT x.a + 1; END",
                        " LANGUAGE sql BEGIN ATOMIC SELECT COUNT(*) FROM " + other + " AS y WHERE y.a < x.a; END",
                        " LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT COUNT(*) FROM " + other
                                + " AS y WHERE y.a < x.a); END $$",
                        " LANGUAGE plpgsql AS $$ BEGIN RETURN length(set_config('app.who', concat(current_setting('app.who', true),"
                                + " x.a), true)); END $$"));
        tables.set(number, new Relation(table.name(), table.columns(), table.arbiter(), true, name));
    }

    private void operator() {
        final String name = name("o");
        final String call = functions.isEmpty() ? "x * 2" : draw.of(functions).formatted("x");
        ddl.add("CREATE FUNCTION " + name + "(x bigint, y bigint) RETURNS bigint LANGUAGE sql "
                + draw.of("BEGIN ATOMIC SELECT " + call + " + y; END", "AS $$ SELECT " + call + " + y $$"));
        ddl.add("CREATE OPERATOR ## (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = " + name + ")");
        functions.add("(%s ## 1)");
    }

    /** Casts of a type that look at tables, of which one is called by built-in functions alone. */
    private void cast() {
        final String other = draw.often(tables).name();
        ddl.add("CREATE TYPE cents AS (n bigint)");
        ddl.add("CREATE FUNCTION to_cents(x bigint) RETURNS cents LANGUAGE sql "
                + draw.of("BEGIN ATOMIC SELECT ROW(x + 1)::cents; END", "AS $$ SELECT ROW(x + 1)::cents $$"));
        ddl.add("CREATE CAST (bigint AS cents) WITH FUNCTION to_cents" + draw.of("", " AS ASSIGNMENT", " AS IMPLICIT"));
        ddl.add("CREATE FUNCTION cents_json(x cents) RETURNS json LANGUAGE plpgsql AS $$ BEGIN "
                + draw.of(
                        "INSERT INTO log VALUES ('json', x.n);",
                        "PERFORM set_config('app.who', concat(current_setting('app.who', true), 'x'), true);",
                        "")
                + " RETURN to_json((SELECT COUNT(*) FROM " + other
                + " AS o WHERE o.a < x.n) + length(concat(current_setting('app.who', true)))); END $$");
        ddl.add("CREATE CAST (cents AS json) WITH FUNCTION cents_json");
        functions.add("(CAST(%s AS cents)).n");
        functions.add("CAST(CAST(to_jsonb(CAST(%s AS cents)) AS text) AS bigint)");
    }

    /** Functions whose names are also those of PostgreSQL's own, for types that fit better. */
    private void shadow() {
        final String other = draw.often(tables).name();
        ddl.add(draw.of(
                "CREATE FUNCTION unnest(x bigint[]) RETURNS SETOF bigint LANGUAGE sql AS 'SELECT 1::bigint WHERE x IS NOT NULL'",
                "CREATE FUNCTION unnest(x varchar[]) RETURNS SETOF varchar LANGUAGE sql AS 'SELECT ''a''::varchar'",
                "CREATE FUNCTION abs(x bigint) RETURNS bigint LANGUAGE sql AS 'SELECT COUNT(*) FROM " + other + "'",
                "CREATE FUNCTION concat(x bigint) RETURNS text LANGUAGE sql AS 'SELECT COUNT(*)::text FROM " + other
                        + "'"));
        functions.add("abs(%s)");
        functions.add("length(concat(%s))");
    }

    private void policy() {
        final String table = draw.often(tables).name();
        ddl.add("ALTER TABLE " + table + " ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY");
        ddl.add("CREATE POLICY " + name("p") + " ON " + table
                + " USING (a::text <> concat(current_setting('app.who', true)))" + draw.of("", " WITH CHECK (true)"));
        functions.add("length(concat(current_setting('app.who', true), %s))");
        functions.add("length(set_config('app.who', concat(%s), " + draw.of("true", "false") + "))");
    }

    private void kept() {
        final Relation from = draw.often(tables);
        ddl.add("CREATE MATERIALIZED VIEW kept AS SELECT k, a FROM " + from.name());
        views.add(new Relation("kept", from.columns().subList(0, 2), "", false));
    }

    private static String names(Relation table) {
        return table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
    }
}
