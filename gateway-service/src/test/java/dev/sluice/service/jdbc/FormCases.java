package dev.sluice.service.jdbc;

import dev.sluice.internal.wire.Arguments;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Statements of all shapes that have forms for several items, with what they are asked with. */
final class FormCases {

    private static final UUID KNOWN = UUID.fromString("11111111-2222-3333-4444-555555555555");

    /**
     * A statement and what it is asked with.
     *
     * @param forms the forms accepted on PostgreSQL, HSQLDB and H2; {@code -} where none is, {@code x} where the database has no
     *     such statement
     * @param sql ending with {@code #} if the rows of an item have an order
     */
    record Case(String forms, String sql, List<Arguments> items) {

        @Override
        public String toString() {
            return sql;
        }
    }

    private FormCases() {}

    private static Case ask(String forms, String sql, Object... singleArguments) {
        final List<Arguments> items = new ArrayList<>();
        for (final Object argument : singleArguments) {
            items.add(argument instanceof Arguments several ? several : Arguments.of(argument));
        }
        return new Case(forms, sql, items);
    }

    private static Case usual(String sql, Object... singleArguments) {
        return ask("arrays rows+union union", sql, singleArguments);
    }

    private static Arguments args(Object... values) {
        return Arguments.of(values);
    }

    static Stream<Case> all() {
        return Stream.of(
                ask("arrays rows+union -", "SELECT * FROM t WHERE id = ?", 3L, 1L, 99L, 2L, 1L, 5L),
                usual("SELECT id, i FROM t WHERE i = ?", 2L, 1L, (long) Integer.MAX_VALUE),
                usual("SELECT id FROM t WHERE name = ? AND id > ?", args("b", 2L), args("a", 0L)),
                usual("SELECT id FROM t WHERE name = ?", "b", "it's é ?", "", "b ", "NULL", "\"{},\\", "😀"),
                usual("SELECT id FROM t WHERE code = ?", "x", "yy   ", "zzzzzzzzzz"),
                ask("arrays rows+union -", "SELECT id, name FROM t WHERE name LIKE ?", "%b%", "_", "%"),
                ask("arrays rows+union -", "SELECT name || ? FROM t WHERE id = 1", "z", "", "😀"),
                ask("arrays rows+union -", "SELECT ? FROM t WHERE id < 3", "z", "\"{},\\", "NULL", ""),
                usual("SELECT id FROM t WHERE id IN (?, ?, 7, 8, 9)", args(1L, 2L), args(3L, 3L)),
                usual("SELECT id FROM t WHERE id IN (" + "?, ".repeat(60) + "?)", sixtyOne(1), sixtyOne(4)),
                // nulls, with the declared type
                usual("SELECT id FROM t WHERE id = ?", 1L, null, 2L),
                usual("SELECT id FROM t WHERE name = ? OR ? IS NULL", args("a", "b"), args(null, null)),
                ask("rows rows+union -", "SELECT id, ? FROM t WHERE dt = ?", args(null, null), args(day(2), day(2))),
                ask("rows x -", "SELECT ? FROM t WHERE id = 1", LocalDateTime.of(2020, 1, 2, 3, 4), null),
                ask("rows x -", "SELECT ? FROM t WHERE id = 1", Instant.EPOCH, null),
                ask("arrays x -", "SELECT ? FROM t WHERE id = 1", null, KNOWN),
                // types
                ask(
                        "rows rows+union union",
                        "SELECT id, dt FROM t WHERE dt = ?",
                        day(2),
                        day(3),
                        LocalDate.of(1582, 10, 4)),
                ask(
                        "rows rows+union union",
                        "SELECT id, ts FROM t WHERE ts = ?",
                        stamp(123_456_000),
                        stamp(100_000_000),
                        stamp(1)),
                ask("rows x -", "SELECT ? FROM t WHERE id = 1", stamp(123_456_789), stamp(999_999_999), stamp(0)),
                ask("rows x -", "SELECT ? FROM t WHERE id = 1", LocalTime.of(1, 2, 3, 123_456_789), LocalTime.MIN),
                ask("rows x -", "SELECT ? FROM t WHERE id = 1", Instant.ofEpochSecond(1, 123_456_789), Instant.EPOCH),
                ask(
                        "arrays rows+union -",
                        "SELECT id, ? FROM t WHERE price = ?",
                        money("1.25"),
                        money("2.50"),
                        money("-0.01")),
                ask(
                        "arrays rows+union -",
                        "SELECT ? * price, ? / 3 FROM t WHERE id = 1",
                        money("1.125", "7.100"),
                        money("2.000", "1.000")),
                ask(
                        "arrays rows+union -",
                        "SELECT ? FROM t WHERE id = 1",
                        new BigDecimal("1E+3"),
                        new BigDecimal("-12345678901234567890")),
                ask(
                        "arrays rows+union -",
                        "SELECT ? FROM t WHERE id = 1",
                        new BigDecimal("1E-30"),
                        new BigDecimal("-1E-30")),
                ask(
                        "arrays rows+union -",
                        "SELECT id, ? FROM t WHERE dbl = ?",
                        args(0.1, 0.1),
                        args(-0.0, -1e300),
                        args(Double.MIN_VALUE, 1.0)),
                ask("arrays rows+union -", "SELECT id, ? FROM t WHERE ok = ?", args(true, true), args(false, false)),
                usual("SELECT id, u FROM t WHERE u = ?", KNOWN, new UUID(0, 0)),
                ask("rows x -", "SELECT ? FROM t WHERE id = 1", new byte[] {0, 1, -1}, new byte[0]),
                ask("rows x -", "SELECT ? FROM t WHERE id = 1", new double[] {0.1, -1e300}, new double[0]),
                ask("rows - union", "SELECT id FROM t WHERE arr = ?", new double[] {1.5, 2.5}, new double[] {1.0}),
                ask("arrays rows+union -", "SELECT id, price + ? FROM t WHERE id < 3", 5L, -5L),
                ask("arrays rows+union -", "SELECT id, i / ? FROM t WHERE id < 3", 2L, 5L),
                // shapes
                usual("SELECT t.name, o.amount FROM t JOIN o ON o.t_id = t.id WHERE t.id = ?", 1L, 2L, 9L),
                ask(
                        "arrays rows+union -",
                        "SELECT t.id, o.id FROM t LEFT JOIN o ON o.t_id = t.id AND o.id > ?",
                        20L,
                        39L),
                ask(
                        "arrays union union",
                        "WITH x AS (SELECT * FROM o WHERE t_id = ?) SELECT id, note FROM x WHERE id > ?",
                        args(1L, 3L),
                        args(2L, 0L)),
                usual("WITH x AS (SELECT * FROM o) SELECT id, note FROM x WHERE id = ?", 1L, 2L),
                usual("SELECT COUNT(*), SUM(amount), MAX(note) FROM o WHERE t_id = ?", 1L, 99L, 2L),
                usual(
                        "SELECT note, COUNT(*), AVG(amount) FROM o WHERE t_id <> ? GROUP BY note HAVING COUNT(*) > ?",
                        args(1L, 7L),
                        args(2L, 0L)),
                usual("SELECT DISTINCT note FROM o WHERE t_id >= ?", 3L, 6L, 7L),
                usual("SELECT id, amount FROM o WHERE t_id >= ? ORDER BY amount DESC, id#", 3L, 6L, 0L),
                usual("SELECT note FROM o WHERE t_id >= ? ORDER BY amount DESC, id DESC#", 3L, 6L, 0L),
                usual("SELECT id FROM o WHERE t_id >= ? ORDER BY amount, id LIMIT 3#", 3L, 6L, 0L, 9L),
                usual(
                        "SELECT id FROM o WHERE t_id >= ? ORDER BY id DESC OFFSET 1 ROWS FETCH FIRST 2 ROWS ONLY#",
                        3L,
                        6L),
                ask("arrays rows union", "SELECT id FROM o ORDER BY amount, id LIMIT ?#", 3L, 0L, 5L),
                usual("SELECT id FROM o ORDER BY amount DESC, id#", args(), args(), args()),
                usual("SELECT COUNT(*) FROM o", args(), args()),
                ask("arrays union -", "VALUES (?, 2), (3, 4)", 1L, 2L),
                usual("(SELECT id FROM o WHERE id = ?)", 1L, 2L),
                usual("SELECT id FROM t WHERE id = ? ; -- the end ?", 1L, 2L),
                usual("SELECT id -- it's ?\nFROM t /* ? */ WHERE id = ? -- the end ?", 1L, 2L),
                ask("arrays rows+union -", "SELECT id, id, name AS id FROM t WHERE id = ?", 1L, 2L),
                usual("SELECT UPPER(name), price * 2, 'x', NULL FROM t WHERE id = ?", 1L, 2L),
                usual("SELECT id AS sluice_k, name AS \"SLUICE_Q\" FROM t WHERE id = ?", 1L, 2L),
                usual("SELECT id, (SELECT MAX(o.amount) FROM o WHERE o.t_id = t.id AND o.id > ?) FROM t", 1L, 30L),
                usual("SELECT id FROM t WHERE EXISTS (SELECT 1 FROM o WHERE o.t_id = t.id AND o.id = ?)", 1L, 2L),
                ask(
                        "arrays x union",
                        "SELECT id, ROW_NUMBER() OVER (ORDER BY amount, id) FROM o WHERE t_id = ?",
                        1L,
                        2L),
                usual(
                        "SELECT id FROM o WHERE id = ? UNION SELECT id FROM t WHERE id < ? ORDER BY 1 DESC#",
                        args(30L, 3L),
                        args(1L, 4L)),
                usual(
                        "SELECT id FROM o WHERE id = ? UNION ALL SELECT id FROM o WHERE id = ?",
                        args(3L, 3L),
                        args(1L, 4L)),
                usual("SELECT CASE WHEN id > ? THEN 'big' ELSE name END FROM t", 2L, 6L),
                usual("SELECT id FROM t WHERE id BETWEEN ? AND ?", args(1L, 2L), args(2L, 5L), args(5L, 2L)),
                usual("SELECT x.id FROM (SELECT id FROM t WHERE id > ?) x WHERE x.id < ?", args(1L, 4L), args(3L, 9L)),
                ask("arrays - -", "SELECT COALESCE(name, ?) FROM t WHERE id = 5", "a", "b"),
                ask("- x x", "SELECT SUM(?), COUNT(*) FROM t", 1L, 2L),
                ask("arrays - union", "SELECT COUNT(*), SUM(t_id) FROM vv WHERE NOT (id = ?)", 1L, 6L),
                usual("SELECT COUNT(*), SUM(t_id) FROM vv WHERE id = ? AND t_id IS NOT NULL", 1L, 6L),
                ask("arrays - union", "SELECT id FROM vv WHERE NOT (id = ?)", 1L, 6L),
                ask("arrays union -", "SELECT SUM(id + ?), COUNT(*) FROM t", 1L, 2L),
                ask("arrays union -", "SELECT name, ? FROM t GROUP BY name", 1L, 2L),
                // subqueries that know the item but not the row around them: a database may not keep their result
                ask("arrays - union", "SELECT id FROM t WHERE id NOT IN (SELECT t_id FROM o WHERE id < ?)", 2L, 4L, 1L),
                usual("SELECT id, (SELECT MAX(amount) FROM o WHERE t_id = ?) FROM t", 1L, 2L, 99L),
                usual("SELECT id FROM t WHERE id = ANY (SELECT t_id FROM o WHERE id < ?)", 2L, 4L, 1L),
                usual("SELECT id FROM t WHERE id >= ALL (SELECT t_id FROM o WHERE id < ?)", 2L, 4L, 1L),
                usual("SELECT id FROM t WHERE EXISTS (SELECT 1 FROM o WHERE id = ?) AND id < 3", 1L, 99L, 2L),
                ask(
                        "arrays - union",
                        "SELECT id FROM t WHERE id IN (SELECT t_id FROM o WHERE id = ? UNION SELECT t_id FROM o WHERE id = ?)",
                        args(1L, 2L),
                        args(3L, 4L)),
                usual("SELECT y.id FROM (SELECT x.id FROM (SELECT id FROM t WHERE id > ?) x) y", 1L, 3L, 5L),
                usual(
                        "SELECT t.id, x.c FROM t JOIN (SELECT t_id, COUNT(*) AS c FROM o WHERE id > ? GROUP BY t_id) x ON x.t_id = t.id",
                        10L,
                        36L,
                        0L),
                usual(
                        "SELECT note FROM o GROUP BY note HAVING COUNT(*) > (SELECT COUNT(*) FROM o WHERE t_id = ?)",
                        1L,
                        99L),
                ask(
                        "arrays x union",
                        "SELECT id FROM t ORDER BY (SELECT COUNT(*) FROM o WHERE t_id = t.id AND id > ?) DESC, id#",
                        1L,
                        30L),
                ask(
                        "arrays rows+union x",
                        "SELECT t.id, x.id AS o FROM t, LATERAL (SELECT id FROM o WHERE o.t_id = t.id AND o.id > ?) x",
                        1L,
                        30L),
                usual("SELECT id FROM v WHERE t_id = ?", 1L, 2L, 99L),
                ask(
                        "arrays rows+union -",
                        "SELECT id FROM t WHERE name NOT LIKE ? AND UPPER(name) <> UPPER(?)",
                        args("%b%", "A"),
                        args("a%", "B")),
                // what only PostgreSQL has
                ask(
                        "arrays x x",
                        "SELECT x, x < ? FROM (VALUES ('a' COLLATE \"C\"), ('B'), ('b')) AS c(x) ORDER BY x#",
                        "a",
                        "B",
                        "b"),
                ask("arrays x x", "SELECT generate_series(1, ?)#", 2L, 0L, 4L),
                ask(
                        "arrays x x",
                        "SELECT j ?? ?, j ->> ? FROM (SELECT '{\"a\": 1}'::jsonb AS j) d",
                        args("a", "a"),
                        args("b", "b")),
                ask("arrays x x", "SELECT ?::text, $$?$$, E'\\'?' /* /* ? */ ' */", 1L, 2L),
                ask(
                        "arrays x x",
                        "WITH RECURSIVE r(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT n FROM r#",
                        1L,
                        4L),
                ask("arrays x x", "TABLE t", args(), args()),
                ask("- x x", "SELECT id FROM t WHERE id = ? FOR UPDATE", 1L, 2L));
    }

    private static LocalDate day(int day) {
        return LocalDate.of(2020, 1, day);
    }

    private static LocalDateTime stamp(int nano) {
        return LocalDateTime.of(2020, 1, 2, 3, 4, 5, nano);
    }

    private static Arguments money(String both) {
        return money(both, both);
    }

    private static Arguments money(String first, String second) {
        return args(new BigDecimal(first), new BigDecimal(second));
    }

    private static Arguments sixtyOne(long from) {
        final Object[] values = new Object[61];
        for (int i = 0; i < values.length; i++) {
            values[i] = from + 10 * i;
        }
        return args(values);
    }
}
