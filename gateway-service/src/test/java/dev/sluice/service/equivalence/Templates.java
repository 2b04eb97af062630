package dev.sluice.service.equivalence;

import static dev.sluice.service.equivalence.Argument.AMOUNT;
import static dev.sluice.service.equivalence.Argument.DATE;
import static dev.sluice.service.equivalence.Argument.DIGITS;
import static dev.sluice.service.equivalence.Argument.DIVISOR;
import static dev.sluice.service.equivalence.Argument.DOUBLE;
import static dev.sluice.service.equivalence.Argument.EMAIL;
import static dev.sluice.service.equivalence.Argument.FLAG;
import static dev.sluice.service.equivalence.Argument.ID;
import static dev.sluice.service.equivalence.Argument.KEY;
import static dev.sluice.service.equivalence.Argument.LIMIT;
import static dev.sluice.service.equivalence.Argument.NAME;
import static dev.sluice.service.equivalence.Argument.NOTE;
import static dev.sluice.service.equivalence.Argument.REFERENCE;
import static dev.sluice.service.equivalence.Argument.SMALL;
import static dev.sluice.service.equivalence.Argument.TIMESTAMP;
import static dev.sluice.service.equivalence.Product.DERBY;
import static dev.sluice.service.equivalence.Product.H2;
import static dev.sluice.service.equivalence.Product.HSQLDB;
import static dev.sluice.service.equivalence.Product.MARIADB;
import static dev.sluice.service.equivalence.Product.POSTGRESQL;
import static dev.sluice.service.equivalence.Product.SQLITE;
import static dev.sluice.service.equivalence.Template.read;
import static dev.sluice.service.equivalence.Template.update;

import java.util.List;
import java.util.Set;

/** The statements that programs draw from. A question mark that is no parameter is written {@code ¿}. */
final class Templates {

    private static final Set<String> NONE = Set.of();
    private static final Set<String> CUSTOMER = Set.of("customer");
    private static final Set<String> CONTRACT = Set.of("contract");
    private static final Set<String> BOTH = Set.of("customer", "contract");
    private static final Set<String> COUNTER = Set.of("counter");
    private static final Set<String> AMOUNTS = Set.of("amount");
    private static final Set<String> SHAPE = Set.of("shape");

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
}
