package dev.sluice.service.generated;

import dev.sluice.api.ValueType;
import dev.sluice.service.generated.Relation.Column;
import dev.sluice.service.generated.Step.Role;
import dev.sluice.service.generated.Step.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Draws the statements of a program: most of them on one or two tables, by their keys, so that they meet. */
final class Statements {

    final Draw draw;
    final List<Relation> others;
    private final Schema schema;
    private final Product product;
    private final List<Relation> often = new ArrayList<>();
    private List<Kind> parameters = new ArrayList<>();

    Statements(Schema schema, Product product, Draw draw) {
        this.schema = schema;
        this.product = product;
        this.draw = draw;
        this.others = schema.relations();
        often.add(draw.often(others));
        if (draw.oneIn(2)) {
            often.add(others.get(draw.below(Math.min(2, others.size())))); // perhaps one with a key of the other
        }
    }

    List<Shape> shapes() {
        final List<Shape> shapes = new ArrayList<>();
        for (int i = 1 + draw.below(4); i > 0; i--) {
            shapes.add(read(shapes.size()));
        }
        for (int i = 2 + draw.below(4); i > 0; i--) {
            parameters = new ArrayList<>();
            final Relation table = draw.oneIn(4) ? draw.of(others) : draw.of(often);
            final String returning = (product == Product.POSTGRESQL || product == Product.MARIADB) && draw.oneIn(6)
                    ? " RETURNING " + returned(table)
                    : "";
            final String sql = draw.oneIn(9) ? calling(table) : update(table) + returning;
            shapes.add(shape(shapes.size(), true, sql, returning.isEmpty() && !sql.startsWith("SELECT")));
        }
        if (draw.oneIn(2)) {
            parameters = new ArrayList<>();
            final String command = new OtherStatements(this).command(draw.of(often), product);
            shapes.add(new Shape(shapes.size(), Role.AD_HOC, true, command, List.of(), true, false));
        }
        return shapes;
    }

    /** The driver names a type that is not built in as the session's path finds it when it first looks. */
    private static String returned(Relation table) {
        return table.key().kind().argument() == ValueType.TEXT
                ? "a"
                : table.key().name() + ", a";
    }

    private Shape shape(int number, boolean update, String sql, boolean ordered) {
        final Role role = update || draw.oneIn(2) ? draw.of(Role.STATEMENT, Role.AD_HOC) : Role.LOOKUP;
        return new Shape(
                number, role, update, sql, List.copyOf(parameters), ordered, role != Role.AD_HOC && draw.oneIn(2));
    }

    private Shape read(int number) {
        parameters = new ArrayList<>();
        final Relation from = draw.oneIn(4) ? draw.of(others) : draw.of(often);
        final String columns = names(from.columns(), ", ");
        final boolean ordered = draw.oneIn(4);
        if (product != Product.POSTGRESQL && draw.oneIn(4)) {
            return computed(number, from);
        }
        final String query = switch (draw.below(12)) {
            case 0 -> "SELECT COUNT(*) AS n, SUM(a) AS total FROM " + from.name() + where(from, "");
            case 1 -> joined(from);
            case 2 -> "SELECT " + called(from, "") + " AS f, a FROM " + from.name() + where(from, "");
            case 3 ->
                "SELECT " + columns + " FROM " + from.name() + where(from, "") + " UNION ALL SELECT " + columns
                        + " FROM " + from.name() + where(from, "");
            case 4 ->
                "WITH w AS (SELECT a, COUNT(*) AS c FROM " + from.name() + " GROUP BY a) SELECT w.c, x.a FROM w JOIN "
                        + from.name() + " x ON x.a = w.a" + where(from, "x.");
            default ->
                "SELECT " + columns + " FROM " + from.name() + where(from, "")
                        + (ordered ? " ORDER BY " + columns : "");
        };
        return shape(number, false, query, query.contains(" ORDER BY "));
    }

    /** A query with expressions over parameters: the database takes these for what is around them. */
    private Shape computed(int number, Relation from) {
        final Kind key = from.key().kind();
        final String k = from.key().name();
        final String x = switch (draw.below(10)) {
            case 0 -> parameter(Kind.ROUNDED) + " / 3";
            case 1 -> parameter(Kind.NUMBER) + " / 3";
            case 2 -> "a + " + parameter(draw.of(Kind.NUMBER, Kind.ROUNDED, Kind.AMOUNT));
            case 3 -> "COALESCE(" + parameter(key) + ", " + k + ")";
            case 4 -> "COALESCE(" + k + ", " + parameter(key) + ")";
            case 5 -> "CASE WHEN " + k + " = " + parameter(key) + " THEN " + parameter(key) + " ELSE " + k + " END";
            case 6 -> "NULLIF(" + k + ", " + parameter(key) + ")";
            case 7 -> parameter(Kind.texts("VARCHAR(4)")) + " || 'x'";
            case 8 -> "CAST(" + parameter(key) + " AS " + key.sql() + ")";
            default -> parameter(draw.of(Kind.NUMBER, Kind.AMOUNT, key));
        };
        final String columns = "SELECT " + k + ", a, " + x + " AS x FROM " + from.name();
        final String where = switch (draw.below(8)) {
            case 0 -> " WHERE a = " + parameter(draw.of(Kind.NUMBER, Kind.ROUNDED)) + " / 3";
            case 1 -> " WHERE a + 1 = " + parameter(draw.of(Kind.NUMBER, Kind.ROUNDED));
            case 2 -> " WHERE " + k + " = COALESCE(" + parameter(key) + ", " + k + ")";
            case 3 -> " WHERE " + parameter(key) + " IS NULL OR " + k + " = " + parameter(key);
            case 4 -> " WHERE " + k + " BETWEEN " + parameter(key) + " AND " + parameter(key);
            case 5 -> " WHERE " + parameter(Kind.NUMBER) + " = " + parameter(Kind.NUMBER);
            case 6 -> " WHERE " + k + " = CAST(" + parameter(key) + " AS " + key.sql() + ")";
            default -> where(from, "");
        };
        final boolean limited = draw.oneIn(5);
        final String order = limited ? " ORDER BY " + k + ", a LIMIT " + parameter(Kind.NUMBER) : "";
        return shape(number, false, columns + where + order, limited);
    }

    private String joined(Relation one) {
        final Relation two = draw.of(others);
        final String join = draw.of(" JOIN ", " LEFT JOIN ");
        final Relation keyed = draw.oneIn(3) ? two : one;
        // of another table than the argument's type is for: see LeftOut.CONVERSION
        final boolean other = draw.oneIn(3) && product != Product.H2;
        return "SELECT x." + one.key().name() + ", x.a, y.a AS b FROM " + one.name() + " x" + join + two.name()
                + " y ON x.a = y.a" + where(keyed, keyed == two ^ other ? "y." : "x.");
    }

    private String update(Relation table) {
        if (draw.oneIn(3)) {
            return new OtherStatements(this).update(table, product);
        }
        return switch (draw.below(12)) {
            case 0, 1, 2 -> "DELETE FROM " + table.name() + where(table, "");
            case 3, 4 -> insert(table, draw.of(table.writable(), table.columns()));
            case 5, 8 -> upsert(table);
            case 6 -> {
                final Relation source = draw.of(others);
                yield "INSERT INTO " + table.name() + " (" + table.key().name() + ", a) SELECT "
                        + parameter(table.key().kind()) + ", a + 1 FROM " + source.name() + where(source, "")
                        + " ORDER BY a LIMIT 3"; // where keys may be equal, many of these would make millions of rows
            }
            case 7 -> product == Product.POSTGRESQL ? moved(table) : merged(table);
            default -> "UPDATE " + table.name() + " SET " + set(table) + where(table, "");
        };
    }

    /** A query that is sent as an update: its functions may write. */
    private String calling(Relation table) {
        final String lock = product == Product.POSTGRESQL && draw.oneIn(4) ? " FOR UPDATE" : "";
        return "SELECT " + called(table, "") + " AS f FROM " + table.name() + where(table, "") + lock;
    }

    private String insert(Relation table, List<Column> choice) {
        final List<Column> columns = new ArrayList<>(choice);
        if (draw.oneIn(2)) {
            columns.removeIf(column -> !column.equals(table.key()) && draw.oneIn(3));
        }
        return "INSERT INTO " + table.name() + " (" + names(columns, ", ") + ") VALUES ("
                + columns.stream().map(column -> parameter(column.kind())).collect(Collectors.joining(", ")) + ")";
    }

    private String upsert(Relation table) {
        if (product != Product.POSTGRESQL) {
            return merged(table);
        }
        final String insert = insert(table, table.writable());
        if (table.arbiter().isEmpty()) {
            return insert + " ON CONFLICT DO NOTHING";
        }
        return insert + " ON CONFLICT " + table.arbiter() + " DO "
                + draw.of(
                        "NOTHING",
                        "UPDATE SET a = EXCLUDED.a",
                        "UPDATE SET a = " + table.name() + ".a + 1",
                        "UPDATE SET (k, a) = (EXCLUDED.k, EXCLUDED.a)",
                        "UPDATE SET a = EXCLUDED.a WHERE " + table.name() + ".a < 3");
    }

    private String merged(Relation table) {
        if (product == Product.MARIADB) { // which has no MERGE, and finds rows by any unique key
            final String insert = insert(table, table.writable());
            return draw.of(
                    insert + " ON DUPLICATE KEY UPDATE a = a + 1",
                    insert + " ON DUPLICATE KEY UPDATE a = VALUES(a)",
                    insert.replaceFirst("INSERT", "INSERT IGNORE"),
                    insert.replaceFirst("INSERT", "REPLACE"));
        }
        final Column key = table.key();
        final String value = "CAST(? AS " + key.kind().sql() + ")";
        parameters.add(key.kind());
        return "MERGE INTO " + table.name() + " t USING (VALUES (" + value + ")) AS v (k) ON t." + key.name()
                + " = v.k WHEN MATCHED THEN UPDATE SET a = t.a + 1 WHEN NOT MATCHED THEN INSERT (" + key.name()
                + ", a) VALUES (v.k, 1)";
    }

    /** A query that writes two tables. */
    private String moved(Relation table) {
        if (draw.oneIn(2)) {
            return merged(table);
        }
        final Relation target = draw.of(others);
        return "WITH gone AS (DELETE FROM " + table.name() + where(table, "") + " RETURNING a) UPDATE " + target.name()
                + " SET a = a + 1 WHERE a IN (SELECT a FROM gone)";
    }

    private String set(Relation table) {
        if (!schema.functions().isEmpty() && draw.oneIn(3)) {
            return "a = " + called(table, "");
        }
        final Column column = draw.oneIn(2) ? named(table, "a") : draw.of(table.columns());
        final String name = column.name();
        if (name.equals("a")) {
            final String other = draw.of(others).name();
            return switch (draw.below(9)) {
                case 0, 1 -> "a = a + " + parameter(Kind.NUMBER);
                case 2, 5 -> "a = " + called(table, "");
                case 3 -> "a = (SELECT COUNT(*) FROM " + other + ")";
                case 4 -> "a = DEFAULT";
                default -> "a = " + parameter(Kind.NUMBER);
            };
        }
        return name + " = " + parameter(column.kind());
    }

    private String called(Relation table, String alias) {
        if (!table.field().isEmpty() && draw.oneIn(2)) {
            return (alias.isEmpty() ? table.name() + "." : alias) + table.field();
        }
        return (schema.functions().isEmpty() ? "ABS(%s)" : draw.of(schema.functions())).formatted(alias + "a");
    }

    String where(Relation table, String alias) {
        if (table.has("m") && draw.oneIn(2)) {
            return new OtherStatements(this).byBoth(table, alias);
        }
        final Column key = table.key();
        final String k = alias + key.name();
        if (draw.below(100) < 55) {
            return " WHERE " + k + " = " + parameter(key.kind());
        }
        final String a = alias + "a";
        if (!schema.functions().isEmpty() && draw.oneIn(4)) {
            return " WHERE " + called(table, alias) + " = " + parameter(Kind.NUMBER);
        }
        final Column any = draw.of(table.columns());
        final String other = draw.of(others).name();
        return " WHERE "
                + switch (draw.below(18)) {
                    case 0 -> k + " IN (" + parameter(key.kind()) + ", " + parameter(key.kind()) + ")";
                    case 1 -> k + " = " + parameter(key.kind()) + " OR " + a + " = " + parameter(Kind.NUMBER);
                    case 2 -> k + " = " + parameter(key.kind()) + " AND " + a + " = " + parameter(Kind.NUMBER);
                    case 3 -> a + " + 1 = " + parameter(Kind.NUMBER);
                    case 4 -> a + " > " + parameter(Kind.NUMBER);
                    case 5 -> "NOT (" + k + " = " + parameter(key.kind()) + ")";
                    case 6, 17 -> called(table, alias) + " = " + parameter(Kind.NUMBER);
                    case 7 -> a + " IN (SELECT a FROM " + other + ")";
                    case 8 -> parameter(key.kind()) + " = " + k + " AND " + a + " < 9";
                    case 9 -> k + " IS NOT DISTINCT FROM " + parameter(key.kind());
                    case 10 -> "(" + k + " = " + parameter(key.kind()) + ") IS TRUE";
                    case 11 -> "(" + k + " = " + parameter(key.kind()) + " AND " + a + " < 9)";
                    case 12 ->
                        k + " = " + parameter(key.kind()) + " AND EXISTS (SELECT 1 FROM " + other + " o WHERE o.a = "
                                + (alias.isEmpty() ? table.name() + "." : alias) + "a)";
                    case 13 -> a + " = " + parameter(Kind.NUMBER);
                    case 14 -> k + " >= " + parameter(key.kind());
                    default -> alias + any.name() + " = " + parameter(any.kind());
                };
    }

    String parameter(Kind kind) {
        parameters.add(kind);
        return kind.parameter();
    }

    private static Column named(Relation table, String name) {
        return table.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String names(List<Column> columns, String separator) {
        return columns.stream().map(Column::name).collect(Collectors.joining(separator));
    }
}
