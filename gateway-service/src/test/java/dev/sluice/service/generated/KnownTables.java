package dev.sluice.service.generated;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** The tables that {@link Templates} work on. */
final class KnownTables {

    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    private final Product product;
    private final Draw draw;
    private final List<String> ddl = new ArrayList<>();
    private final List<String> contents = new ArrayList<>();

    private KnownTables(Product product, Draw draw) {
        this.product = product;
        this.draw = draw;
    }

    static Schema schema(Product product, Draw draw) {
        final KnownTables tables = new KnownTables(product, draw);
        tables.make();
        return new Schema(tables.ddl, List.of(), List.of(), tables.contents);
    }

    private void make() {
        final boolean derby = product == Product.DERBY;
        final String moment = product == Product.MARIADB ? "DATETIME(6)" : derby ? "TIMESTAMP" : "TIMESTAMP(6)";
        table(
                "customer",
                "id BIGINT PRIMARY KEY, name VARCHAR(20) NOT NULL, email VARCHAR(40) UNIQUE, birth DATE,"
                        + " balance NUMERIC(12, 2) DEFAULT 0 CHECK (balance >= -100), seen " + moment + ", ref "
                        + (derby ? "CHAR(36)" : "UUID") + ", small SMALLINT, active BOOLEAN",
                10,
                id -> List.of(
                        id,
                        draw.of(Templates.NAME.values().subList(0, 6)),
                        draw.oneIn(4) ? "NULL" : id + "@example.org",
                        draw.of(Templates.DATE.values()),
                        draw.below(1_000),
                        draw.of(Templates.TIMESTAMP.values()),
                        draw.of(Templates.REFERENCE.values()),
                        draw.below(100),
                        draw.oneIn(2)));
        // PostgreSQL checks this key at the end of a transaction: under autocommit, of each statement.
        final String late = product == Product.POSTGRESQL ? " DEFERRABLE INITIALLY DEFERRED" : "";
        table(
                "contract",
                "id BIGINT PRIMARY KEY, customer_id BIGINT NOT NULL REFERENCES customer (id)" + late
                        + ", premium NUMERIC(10, 3), note VARCHAR(30), divisor INTEGER",
                12,
                id -> List.of(
                        id,
                        1 + draw.below(6),
                        draw.below(3_000) / 100.0,
                        draw.oneIn(3) ? "note" + draw.below(3) : "" + draw.below(50),
                        draw.below(3)));
        // Programs give its columns each other's names.
        table(
                "shape",
                "id BIGINT PRIMARY KEY, a BIGINT, b VARCHAR(10)",
                5,
                id -> List.of(id, draw.below(100), draw.of(Templates.KEY.values())));
        table(
                "counter",
                "name VARCHAR(10) PRIMARY KEY, n BIGINT NOT NULL",
                3,
                id -> List.of(Templates.KEY.values().get((int) id - 1), draw.below(10)));
        table(
                "amount",
                "k NUMERIC(20, 5) NOT NULL, label VARCHAR(10), d DOUBLE PRECISION",
                6,
                id -> List.of(draw.below(30) / 10.0, draw.of(Templates.KEY.values()), draw.below(8) / 4.0));
    }

    private void table(String name, String columns, int rows, LongFunction<List<Object>> values) {
        ddl.add("CREATE TABLE " + name + " (" + columns + ")");
        for (long id = 1; id <= rows; id++) {
            ddl.add("INSERT INTO " + name + " VALUES ("
                    + values.apply(id).stream().map(this::literal).collect(Collectors.joining(", ")) + ")");
        }
        contents.add("SELECT * FROM " + name);
    }

    private String literal(Object value) {
        if (value instanceof Number || value instanceof Boolean || value.equals("NULL")) {
            return value.toString();
        }
        final boolean untyped = product == Product.SQLITE || product == Product.DERBY;
        if (value instanceof LocalDateTime moment) { // SQLite has it as its driver binds it: a text
            return (untyped ? "'" : "TIMESTAMP '") + (product == Product.SQLITE ? moment : moment.format(MOMENT)) + "'";
        }
        return (value instanceof LocalDate && !untyped ? "DATE '" : "'") + value + "'";
    }
}
