package dev.sluice.service.generated;

/** Draws statements that have more than one table, row or column where others have one, and commands. */
final class OtherStatements {

    private final Statements of;
    private final Draw draw;

    OtherStatements(Statements of) {
        this.of = of;
        this.draw = of.draw;
    }

    /** A condition of a key of two columns. */
    String byBoth(Relation table, String alias) {
        final Kind key = table.key().kind();
        final String k = alias + table.key().name();
        final String m = alias + "m";
        final String row = "(" + k + ", " + m + ")";
        return " WHERE "
                + switch (draw.below(7)) {
                    case 0 -> row + " = " + both(key);
                    case 1 -> row + " < " + both(key);
                    case 2 -> row + " IN (" + both(key) + ", " + both(key) + ")";
                    case 3 -> m + " = " + of.parameter(Kind.NUMBER);
                    default -> k + " = " + of.parameter(key) + " AND " + m + " = " + of.parameter(Kind.NUMBER);
                };
    }

    /** A parameter that has a type where nothing is around it. */
    private String typed(Kind kind) {
        of.parameter(kind);
        return "CAST(? AS " + kind.sql().replaceAll(" COLLATE.*", "") + ")";
    }

    private String both(Kind key) {
        return "(" + of.parameter(key) + ", " + of.parameter(Kind.NUMBER) + ")";
    }

    String update(Relation table, Product product) {
        final String name = table.name();
        if (product == Product.MARIADB) {
            final String both = name + " x JOIN " + draw.of(of.others).name() + " y ON x.a = y.a";
            return draw.oneIn(2)
                    ? "UPDATE " + both + " SET x.a = y.a + " + of.parameter(Kind.NUMBER) + of.where(table, "x.")
                    : "DELETE x FROM " + both + of.where(table, "x.");
        }
        final int choice = product == Product.POSTGRESQL ? draw.below(6) : draw.of(0, 4);
        if (choice < 2) {
            return merge(table, product);
        }
        final Relation other = draw.of(of.others);
        return switch (choice) {
            case 2 ->
                "UPDATE " + name + " x SET a = y.a + " + of.parameter(Kind.NUMBER) + " FROM " + other.name() + " y"
                        + joined(table);
            case 3 -> "DELETE FROM " + name + " x USING " + other.name() + " y" + joined(table);
            default -> "UPDATE " + name + " SET " + row(table, other) + of.where(table, "");
        };
    }

    /** Rows of one value only, so that it does not matter which one is taken. */
    private String joined(Relation table) {
        return of.where(table, "x.").replaceFirst(" WHERE ", " WHERE x.a = y.a AND (") + ")";
    }

    /** Sets several columns at once. */
    private String row(Relation table, Relation other) {
        final String k = table.key().name();
        return switch (draw.below(4)) {
            case 0 -> "(" + k + ", a) = (" + of.parameter(table.key().kind()) + ", a + 1)";
            case 1 -> "(a, " + k + ") = (SELECT COUNT(*), " + typed(table.key().kind()) + " FROM " + other.name() + ")";
            case 2 -> "(a) = ROW(" + of.parameter(Kind.NUMBER) + ")";
            default ->
                table.has("m")
                        ? "(m, a) = (" + of.parameter(Kind.NUMBER) + ", m)"
                        : "(a, " + k + ") = (DEFAULT, "
                                + of.parameter(table.key().kind()) + ")";
        };
    }

    /** With conditions, and with rows that it deletes. */
    private String merge(Relation table, Product product) {
        final String k = table.key().name();
        final Kind key = table.key().kind();
        final boolean postgres = product == Product.POSTGRESQL;
        final Relation source = draw.of(of.others);
        final boolean values = draw.oneIn(2);
        final String from =
                values ? "(VALUES (" + typed(key) + ", " + typed(Kind.NUMBER) + ")) AS v (k, a)" : source.name() + " v";
        final String on = values || draw.oneIn(2) && source.has("k") ? "t." + k + " = v.k" : "t.a = v.a";
        return "MERGE INTO " + table.name() + " t USING " + from + " ON " + on
                + draw.of("", " AND t.a < 6")
                + " WHEN MATCHED AND t.a > " + of.parameter(Kind.NUMBER) + " THEN DELETE"
                + draw.of(
                        "",
                        " WHEN MATCHED AND t.a = 2 THEN UPDATE SET a = t.a + 1",
                        " WHEN MATCHED THEN UPDATE SET a = v.a")
                + (values
                        ? " WHEN NOT MATCHED" + draw.of("", " AND v.a < 4") + " THEN INSERT (" + k
                                + ", a) VALUES (v.k, v.a)"
                        : "")
                + (postgres && draw.oneIn(4) ? " WHEN NOT MATCHED BY SOURCE AND t.a = 3 THEN UPDATE SET a = 0" : "");
    }

    /** What may change the schema, and leaves all that programs name. */
    String command(Relation table, Product product) {
        final String name = table.name();
        if (draw.oneIn(3)) {
            return "TRUNCATE TABLE " + name + (product == Product.POSTGRESQL && draw.oneIn(2) ? " CASCADE" : "");
        }
        final String alter = "ALTER TABLE " + name + " ";
        return product == Product.POSTGRESQL
                ? draw.of(
                        alter + "ADD COLUMN IF NOT EXISTS z bigint DEFAULT 5",
                        alter + "ALTER a SET DEFAULT 9",
                        alter + "DISABLE TRIGGER USER",
                        alter + "ADD CHECK (a < 7) NOT VALID",
                        alter + "ENABLE ROW LEVEL SECURITY",
                        "CREATE UNIQUE INDEX ON " + name + " (a)",
                        "CREATE RULE late AS ON UPDATE TO " + name + " DO ALSO INSERT INTO log VALUES ('late', NEW.a)",
                        "CREATE POLICY late ON " + name + " USING (a <> 3)",
                        "REFRESH MATERIALIZED VIEW kept")
                : draw.of(
                        alter + "ADD COLUMN z BIGINT DEFAULT 5",
                        alter + "ALTER COLUMN a SET DEFAULT 9",
                        alter + "ADD CHECK (a < 7)",
                        "CREATE UNIQUE INDEX late ON " + name + " (a)");
    }
}
