package dev.sluice.service.generated;

import static dev.sluice.service.generated.Product.DERBY;
import static dev.sluice.service.generated.Product.H2;
import static dev.sluice.service.generated.Product.HSQLDB;
import static dev.sluice.service.generated.Product.MARIADB;
import static dev.sluice.service.generated.Product.POSTGRESQL;
import static dev.sluice.service.generated.Product.SQLITE;
import static dev.sluice.service.generated.Template.read;
import static dev.sluice.service.generated.Template.update;

import dev.sluice.api.ValueType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The statements on the known tables that programs draw from. A question mark that is no parameter is written {@code ¿}. */
final class Templates {

    private static final List<String> NONE = List.of();
    private static final List<String> CUSTOMER = List.of("customer");
    private static final List<String> CONTRACT = List.of("contract");
    private static final List<String> BOTH = List.of("customer", "contract");
    private static final List<String> COUNTER = List.of("counter");
    private static final List<String> AMOUNTS = List.of("amount");
    private static final List<String> SHAPE = List.of("shape");

    /** Identifiers; the tables hold 1 to 12. */
    static final Kind ID = kind(
            ValueType.LONG,
            Stream.concat(
                    numbered(14, id -> id + 1), Stream.of(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 3_000_000_000L)));

    static final Kind SMALL = kind(ValueType.LONG, 7L, -50L, 0L, 40_000L, 42L, 99L);
    static final Kind DIVISOR = kind(ValueType.LONG, 1L, 0L, 2L, -1L);
    private static final Kind LIMIT = kind(ValueType.LONG, 0L, 1L, 2L, 4L, 3L, -1L);
    private static final Kind DIGITS = kind(ValueType.LONG, numbered(4, number -> number));
    private static final Kind AMOUNT = kind(
            ValueType.DECIMAL,
            Stream.of("1", "0.5", "1.00", "-3.125", "1.0", "99.99999", "-150", "1e3", "12345678901.5", "0.000001", "0")
                    .map(BigDecimal::new));
    /** Some that are too long for their columns, or hard to quote. */
    private static final List<String> ODD =
            List.of("", "x".repeat(41), "nul\0inside", "größer 漢字 🙂", "o'ne \"two\" ?;--", " padded ");

    static final Kind NAME = kind(ValueType.TEXT, Stream.concat(numbered(6, number -> "name" + number), ODD.stream()));
    private static final Kind NOTE =
            kind(ValueType.TEXT, Stream.concat(Stream.of("7", "12", "85", "note1"), ODD.stream()));
    private static final Kind EMAIL = kind(ValueType.TEXT, numbered(10, number -> number + "@example.org"));
    static final Kind KEY = kind(ValueType.TEXT, "a", "b", "c", "d", "");
    static final Kind DATE = kind(
            ValueType.DATE,
            Stream.concat(
                    numbered(5, number -> LocalDate.of(1970, 1, 1).plusDays(number * 1_000)),
                    Stream.of(LocalDate.of(1600, 2, 29), LocalDate.of(9999, 12, 31), LocalDate.of(1582, 10, 20))));
    /** Where the clock is put forward, in many places. */
    static final Kind TIMESTAMP = kind(
            ValueType.TIMESTAMP,
            numbered(
                    9,
                    number -> LocalDateTime.of(2026, 3, 29, 2, 30)
                            .plusMinutes(number % 3 * 30)
                            .plusNanos(number / 3 * 1_000)));

    static final Kind REFERENCE = kind(ValueType.UUID, numbered(12, number -> new UUID(number % 2, number / 2)));
    static final Kind FLAG = kind(ValueType.BOOLEAN, true, false, true, false);
    private static final Kind DOUBLE = kind(ValueType.DOUBLE, 0.0, 1.5, 0.1, -0.0, 1e300, -2.25);

    private static final String UPSERT = "INSERT INTO counter (name, n) VALUES (?, ?)"
            + " ON CONFLICT (name) DO UPDATE SET n = counter.n + EXCLUDED.n";

    static final List<Template> READS = List.of(
            read("SELECT name, email FROM customer WHERE id = ?", CUSTOMER, ID),
            read("SELECT * FROM customer WHERE id = ?;", CUSTOMER, ID).on(DERBY, "SELECT * FROM customer WHERE id = ?"),
            read("SELECT id FROM customer WHERE id <= ?", CUSTOMER, ID)
                    .on(POSTGRESQL, "SELECT FROM customer WHERE id <= ?"),
            read("SELECT * FROM contract WHERE id = ? -- all of it¿", CONTRACT, ID),
            read("SELECT id, premium FROM contract WHERE customer_id = ? ORDER BY id DESC", CONTRACT, ID),
            read("SELECT id, note FROM contract WHERE customer_id = ?", CONTRACT, ID),
            read(
                    "SELECT COUNT(*) AS n, SUM(premium) AS total, MAX(note) AS m FROM contract WHERE customer_id = ?",
                    CONTRACT,
                    ID),
            read(
                    "SELECT c.name, k.premium FROM customer c JOIN contract k ON k.customer_id = c.id"
                            + " WHERE c.id = ? AND k.premium > ? ORDER BY k.id",
                    BOTH,
                    ID,
                    AMOUNT),
            read(
                    "SELECT c.id, k.id AS contract FROM customer c LEFT JOIN contract k ON k.customer_id = c.id"
                            + " WHERE c.name = ? ORDER BY c.id, k.id",
                    BOTH,
                    NAME),
            read("SELECT id FROM customer WHERE id IN (?, ?, ?) ORDER BY id", CUSTOMER, ID, ID, ID),
            read(
                            "WITH big AS (SELECT id FROM contract WHERE premium >= ?) SELECT COUNT(*) AS n FROM big",
                            CONTRACT,
                            AMOUNT)
                    .on(DERBY, "SELECT COUNT(*) AS n FROM (SELECT id FROM contract WHERE premium >= ?) AS big"),
            read("SELECT id FROM contract ORDER BY id LIMIT ?", CONTRACT, LIMIT)
                    .on(DERBY, "SELECT id FROM contract ORDER BY id FETCH NEXT ? ROWS ONLY"),
            read("SELECT id FROM contract WHERE customer_id = ? ORDER BY id FETCH FIRST 1 ROWS ONLY", CONTRACT, ID)
                    .on(SQLITE, "SELECT id FROM contract WHERE customer_id = ? ORDER BY id LIMIT 1"),
            read("SELECT COUNT(*) AS n FROM counter", COUNTER),
            read("SELECT name, n FROM counter", COUNTER),
            read("SELECT 100 / divisor AS q FROM contract WHERE id = ?", CONTRACT, ID),
            read("SELECT id FROM contract WHERE divisor > 10 / ? ORDER BY id", CONTRACT, DIVISOR),
            read("SELECT CAST(note AS INTEGER) AS n FROM contract WHERE id = ?", CONTRACT, ID),
            read(
                    "SELECT id FROM contract WHERE customer_id = ? AND CAST(note AS INTEGER) > 10 ORDER BY id",
                    CONTRACT,
                    ID),
            read("SELECT CAST(CAST(? AS VARCHAR(40)) AS INTEGER) AS n FROM (VALUES(0)) AS one(x)", NONE, NOTE)
                    .on(SQLITE, "SELECT CAST(CAST(? AS VARCHAR(40)) AS INTEGER) AS n")
                    .on(MARIADB, "SELECT CAST(CAST(? AS CHAR(40)) AS INTEGER) AS n"),
            read("SELECT id FROM customer WHERE name = ? ORDER BY id", CUSTOMER, NAME),
            read("SELECT id, birth FROM customer WHERE birth >= ? ORDER BY id", CUSTOMER, DATE),
            read("SELECT id, seen FROM customer WHERE seen = ? ORDER BY id", CUSTOMER, TIMESTAMP),
            read("SELECT id, ref FROM customer WHERE ref = ? ORDER BY id", CUSTOMER, REFERENCE),
            read("SELECT id, active FROM customer WHERE active = ? ORDER BY id", CUSTOMER, FLAG),
            read("SELECT k, label FROM amount WHERE k = ?", AMOUNTS, AMOUNT),
            read("SELECT k + ? AS v, label FROM amount WHERE label = ?", AMOUNTS, AMOUNT, KEY),
            read("SELECT MAX(n) + ? AS v FROM counter", COUNTER, AMOUNT),
            // the value of an argument may be part of a column's type
            read("SELECT id, ROUND(premium, ?) AS v FROM contract WHERE customer_id = ?", CONTRACT, DIGITS, ID)
                    .on(
                            POSTGRESQL,
                            "SELECT id, ROUND(premium, CAST(? AS INTEGER)) AS v FROM contract WHERE customer_id = ?")
                    .on(DERBY, "SELECT id, premium - ? AS v FROM contract WHERE customer_id = ?"),
            read("SELECT ROUND(MAX(premium), ?) AS v FROM contract WHERE customer_id = ?", CONTRACT, DIGITS, ID)
                    .on(
                            POSTGRESQL,
                            "SELECT ROUND(MAX(premium), CAST(? AS INTEGER)) AS v FROM contract WHERE customer_id = ?")
                    .on(DERBY, "SELECT MAX(premium) - ? AS v FROM contract WHERE customer_id = ?"),
            read("SELECT id, COALESCE(premium, ?) AS v FROM contract WHERE customer_id = ?", CONTRACT, AMOUNT, ID),
            read("SELECT id, NULLIF(premium, ?) AS v FROM contract WHERE customer_id = ?", CONTRACT, AMOUNT, ID),
            read(
                    "SELECT CASE WHEN divisor > ? THEN premium ELSE ? END AS v FROM contract WHERE customer_id = ?",
                    CONTRACT,
                    DIVISOR,
                    AMOUNT,
                    ID),
            read("SELECT premium * ? AS v, divisor - ? AS w FROM contract WHERE id = ?", CONTRACT, AMOUNT, SMALL, ID),
            read("SELECT id, -? AS v FROM contract WHERE id = ?", CONTRACT, SMALL, ID)
                    .on(HSQLDB, "SELECT id, -CAST(? AS BIGINT) AS v FROM contract WHERE id = ?"),
            read("SELECT COALESCE(note, ?) AS v FROM contract WHERE id = ?", CONTRACT, KEY, ID),
            read("SELECT ? AS k, name FROM customer WHERE id = ?", CUSTOMER, NAME, ID),
            read("SELECT d FROM amount WHERE d > ?", AMOUNTS, DOUBLE),
            read("SELECT id, name FROM customer WHERE id >= ?", CUSTOMER, ID)
                    .on(POSTGRESQL, "SELECT id, ARRAY[name, email] AS names FROM customer WHERE id >= ?"),
            read("SELECT id, email FROM customer WHERE email = ? OR email IS NULL ORDER BY id", CUSTOMER, EMAIL),
            read(
                    "SELECT customer_id, COUNT(*) AS n FROM contract WHERE premium < ? GROUP BY customer_id"
                            + " ORDER BY customer_id",
                    CONTRACT,
                    AMOUNT),
            read("SELECT id FROM customer WHERE id = ? UNION SELECT id FROM contract WHERE id = ?", BOTH, ID, ID),
            read("SELECT id, '¿' AS \"what¿\" FROM customer /* really¿ */ WHERE id = ?", CUSTOMER, ID),
            read("SELECT DISTINCT note FROM contract WHERE customer_id < ?", CONTRACT, ID),
            read(
                    "SELECT id FROM customer WHERE EXISTS (SELECT 1 FROM contract k WHERE k.customer_id = customer.id"
                            + " AND k.premium > ?) ORDER BY id",
                    BOTH,
                    AMOUNT));

    static final List<Template> UPDATES = List.of(
            update("UPDATE customer SET balance = ? WHERE id = ?", NONE, CUSTOMER, AMOUNT, ID),
            update("UPDATE customer SET balance = balance + ? WHERE id = ?", CUSTOMER, CUSTOMER, AMOUNT, ID),
            update("UPDATE customer SET name = ? WHERE id = ?", NONE, CUSTOMER, NAME, ID),
            update("UPDATE customer SET email = ? WHERE id = ?;", NONE, CUSTOMER, EMAIL, ID)
                    .on(DERBY, "UPDATE customer SET email = ? WHERE id = ?"),
            update("UPDATE customer SET small = ? WHERE id = ?", NONE, CUSTOMER, SMALL, ID),
            update(
                    "UPDATE customer SET birth = ?, seen = ?, ref = ?, active = ? WHERE id = ?",
                    NONE,
                    CUSTOMER,
                    DATE,
                    TIMESTAMP,
                    REFERENCE,
                    FLAG,
                    ID),
            update(
                            "UPDATE customer SET name = COALESCE(?, name) || 'x', birth = NULL, small = small - 1"
                                    + " WHERE id = ? AND active = ?",
                            CUSTOMER,
                            CUSTOMER,
                            NAME,
                            ID,
                            FLAG)
                    .on(
                            MARIADB,
                            "UPDATE customer SET name = CONCAT(COALESCE(?, name), 'x'), birth = NULL,"
                                    + " small = small - 1 WHERE id = ? AND active = ?"),
            update("INSERT INTO customer (id, name, email) VALUES (?, ?, ?)", NONE, CUSTOMER, ID, NAME, EMAIL),
            update("DELETE FROM customer WHERE id = ?", CONTRACT, CUSTOMER, ID),
            update(
                    "INSERT INTO contract (id, customer_id, premium, note, divisor) VALUES (?, ?, ?, ?, ?)",
                    CUSTOMER,
                    CONTRACT,
                    ID,
                    ID,
                    AMOUNT,
                    NOTE,
                    DIVISOR),
            update("UPDATE contract SET customer_id = ? WHERE id = ?", CUSTOMER, CONTRACT, ID, ID),
            update("DELETE FROM contract WHERE id = ?", NONE, CONTRACT, ID),
            update("UPDATE contract SET premium = premium * ? WHERE customer_id = ?", CONTRACT, CONTRACT, AMOUNT, ID),
            update("UPDATE contract SET divisor = 100 / ? WHERE id = ?", NONE, CONTRACT, DIVISOR, ID),
            update("UPDATE contract SET divisor = CAST(note AS INTEGER) WHERE id = ?", NONE, CONTRACT, ID),
            update(
                    "UPDATE contract SET note = (SELECT name FROM customer WHERE id = ?) WHERE id = ?",
                    CUSTOMER,
                    CONTRACT,
                    ID,
                    ID),
            update("UPDATE counter SET n = n + ? WHERE name = ?", COUNTER, COUNTER, ID, KEY),
            update("UPDATE counter SET n = n + 1", COUNTER, COUNTER),
            update(
                            "MERGE INTO counter USING (VALUES(CAST(? AS VARCHAR(10)), CAST(? AS BIGINT))) AS v(name, n)"
                                    + " ON counter.name = v.name"
                                    + " WHEN MATCHED THEN UPDATE SET counter.n = counter.n + v.n"
                                    + " WHEN NOT MATCHED THEN INSERT (name, n) VALUES (v.name, v.n)",
                            COUNTER,
                            COUNTER,
                            KEY,
                            ID)
                    .on(POSTGRESQL, UPSERT)
                    .on(SQLITE, UPSERT)
                    .on(DERBY, "INSERT INTO counter (name, n) VALUES (?, ?)")
                    .on(
                            MARIADB,
                            "INSERT INTO counter (name, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = n + VALUES(n)"),
            update("INSERT INTO amount (k, label, d) VALUES (?, ?, ?)", NONE, AMOUNTS, AMOUNT, KEY, DOUBLE),
            update(
                    "INSERT INTO amount (k, label, d) SELECT premium, CAST(? AS VARCHAR(10)), 1.5 FROM contract"
                            + " WHERE customer_id = ?",
                    CONTRACT,
                    AMOUNTS,
                    KEY,
                    ID),
            update("DELETE FROM amount WHERE k < ?", NONE, AMOUNTS, AMOUNT));

    /** Whose columns change. */
    static final List<Template> SHAPES = List.of(
            read("SELECT * FROM shape WHERE id = ?", SHAPE, ID), read("SELECT * FROM shape WHERE id >= ?", SHAPE, ID));

    /** Columns that get each other's names; ad hoc, as what is declared and cannot be prepared holds the line. */
    static final List<Template> RENAMES = List.of(rename("a", "c"), rename("b", "a"), rename("c", "b"));

    private static Template rename(String from, String to) {
        final String altered = "ALTER TABLE shape ALTER COLUMN " + from + " RENAME TO " + to;
        return update("ALTER TABLE shape RENAME COLUMN " + from + " TO " + to, NONE, NONE)
                .on(HSQLDB, altered)
                .on(H2, altered)
                .misfit();
    }

    /** Ad hoc only: what is declared and cannot be prepared holds the line instead. */
    static final List<Template> MISFITS = List.of(
            read("SELECT id FROM nowhere WHERE id = ?", NONE, ID).misfit(),
            read("SELECT nothing FROM customer WHERE id = ?", NONE, ID).misfit(),
            read("SELECT id FROM customer WHERE", NONE).misfit(),
            read("SELECT no_function(id) FROM customer WHERE id = ?", NONE, ID).misfit(),
            update("UPDATE nowhere SET x = ?", NONE, NONE, ID).misfit(),
            update("UPDATE customer SET nothing = ? WHERE id = ?", NONE, NONE, ID, ID)
                    .misfit(),
            update("DELETE FROM", NONE, NONE).misfit());

    private Templates() {}

    private static Kind kind(ValueType type, Object... values) {
        return kind(type, Stream.of(values));
    }

    private static Kind kind(ValueType type, Stream<?> values) {
        return new Kind("", type, "?", values.<Object>map(value -> value).toList());
    }

    private static Stream<?> numbered(int count, LongFunction<?> value) {
        return LongStream.range(0, count).mapToObj(value);
    }

    /** Draws the statements of a program. */
    static List<Step.Shape> shapes(Product family, Draw draw) {
        final List<Template> drawn = new ArrayList<>();
        for (int i = 1 + draw.below(5); i > 0; i--) {
            drawn.add(draw.of(READS));
        }
        for (int i = 1 + draw.below(4); i > 0; i--) {
            drawn.add(draw.of(UPDATES));
        }
        if (draw.oneIn(4)) {
            drawn.add(draw.of(MISFITS));
        }
        if (draw.oneIn(8)
                && family != SQLITE // its driver counts rows that a rename does not change
                && family != DERBY) { // it knows no ALTER TABLE that renames
            drawn.set(0, draw.of(SHAPES));
            drawn.addAll(RENAMES);
        }
        final List<Step.Shape> shapes = new ArrayList<>();
        drawn.forEach(template -> shapes.add(template.shape(shapes.size(), family, draw)));
        return shapes;
    }
}
