package dev.sluice.service.generated;

/** Draws what functions of PostgreSQL do. */
final class PostgreSqlBodies {

    private PostgreSqlBodies() {}

    /**
     * Returns statements of a trigger.
     *
     * @param a the number that it works with
     * @param changes whether it may change the row
     */
    static String trigger(Draw draw, String a, boolean changes, String other, String name) {
        if (changes && draw.oneIn(2)) {
            return draw.of(
                    "NEW.a := NEW.a + 1;",
                    "NEW.a := COALESCE(NEW.a, 0) % 3;",
                    "IF NEW.a = 3 THEN RETURN NULL; END IF;",
                    "NEW.k := (SELECT k FROM " + other + " ORDER BY k LIMIT 1);",
                    "NEW.a := (SELECT COUNT(*) FROM " + other + ");");
        }
        return switch (draw.below(13)) {
            // bounded: a deferred trigger of its own table would go on forever, and no timeout ends a COMMIT
            case 0 -> "UPDATE " + other + " SET a = a + 1 WHERE a < 20 AND a = " + a + ";";
            case 1 -> "DELETE FROM " + other + " WHERE a = " + a + " + 1;";
            case 2 ->
                "INSERT INTO " + other + " (k, a) SELECT k, a + 1 FROM " + other + " WHERE a = " + a
                        + " AND (SELECT COUNT(*) FROM " + other + ") < 20;";
            case 3 -> "IF " + a + " = 3 THEN RAISE EXCEPTION 'no three'; END IF;";
            case 4 ->
                "IF (SELECT COUNT(*) FROM " + other
                        + ") > 4 THEN RAISE EXCEPTION 'too many' USING ERRCODE = '23514'; END IF;";
            case 9, 10 ->
                "INSERT INTO log VALUES (set_config('app.who', concat(current_setting('app.who', true), " + a + "), "
                        + local(draw) + "), " + a + ");";
            case 5 -> "PERFORM set_config('app.who', 'who' || " + a + ", " + local(draw) + ");";
            case 6 -> "INSERT INTO log VALUES (concat(current_setting('app.who', true)), " + a + ");";
            case 7 ->
                "CREATE TEMPORARY TABLE work ON COMMIT DROP AS SELECT a FROM " + other
                        + "; INSERT INTO log SELECT 'work', SUM(a) FROM work;";
            case 8 -> "PERFORM set_config('search_path', 'pg_catalog', " + local(draw) + ");";
            default -> "INSERT INTO log VALUES ('" + name + "', " + a + ");";
        };
    }

    /** Whether a setting ends with its transaction. */
    private static String local(Draw draw) {
        return draw.of("true", "false");
    }

    /** Returns the definition of a function of one number, whose label may lie. */
    static String function(Draw draw, String name, String table) {
        final String label = draw.of("IMMUTABLE", "STABLE", "VOLATILE");
        final String head = "CREATE FUNCTION " + name + "(x bigint) RETURNS bigint " + label
                + draw.of("", "", " STRICT") + draw.of("", "", "", "", " SECURITY DEFINER")
                + draw.of("", "", "", "", " SET work_mem = '8MB'");
        final int kind =
                draw.oneIn(3) ? draw.of(9, 9, 11, 13) : draw.below(14); // those that leave something in the transaction
        return switch (kind) {
            case 9 ->
                head.replace(label, "VOLATILE")
                        + " LANGUAGE sql AS $$ SELECT length(set_config('app.who', concat(current_setting('app.who', true), x), "
                        + local(draw) + ")) $$";
            case 10 -> head + " LANGUAGE sql AS $$ SELECT length(concat(current_setting('app.who', true))) $$";
            case 0 -> head + " LANGUAGE sql BEGIN ATOMIC SELECT x + 1; END";
            case 1 -> head + " LANGUAGE sql AS 'SELECT x % 3'";
            case 2, 3 ->
                head + " LANGUAGE sql BEGIN ATOMIC SELECT COALESCE(SUM(a), 0)::bigint FROM " + table
                        + " WHERE a <= x; END";
            case 4 -> head + " LANGUAGE sql AS 'SELECT COUNT(*) FROM " + table + " WHERE a <> x'";
            case 5, 6 ->
                head + " LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT COUNT(*) FROM " + table + " WHERE a < x); END $$";
            case 7 ->
                head + " LANGUAGE plpgsql AS $$ BEGIN IF x = 2 THEN RAISE EXCEPTION 'two'; END IF; RETURN x; END $$";
            case 8 ->
                head.replace(label, "VOLATILE") + " LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES ('" + name
                        + "', x); RETURN x; END $$";
            case 11 ->
                head.replace(label, "VOLATILE")
                        + " LANGUAGE plpgsql AS $$ DECLARE n bigint; BEGIN CREATE TEMPORARY TABLE part ON COMMIT DROP AS SELECT a FROM "
                        + table + " WHERE a < x; SELECT COUNT(*) INTO n FROM part; RETURN n; END $$";
            case 13 -> {
                final String took = "CASE WHEN pg_try_advisory_" + draw.of("", "xact_")
                        + "lock(COALESCE(x, 0)) THEN x ELSE -x END; END";
                yield head
                        + draw.of(
                                " LANGUAGE sql BEGIN ATOMIC SELECT " + took,
                                " LANGUAGE plpgsql AS $$ BEGIN RETURN " + took + " $$");
            }
            default -> head + " LANGUAGE sql AS 'SELECT 10 / x'";
        };
    }
}
