package dev.sluice.faults.kill.bank;

import dev.sluice.api.RequestKind;
import java.util.List;
import java.util.Locale;

/**
 * What is asked of each database. Balances show a read that came too early or too late, the ledger, which has no key,
 * an update that was run twice.
 */
enum Operation {
    ITEM(RequestKind.LOOKUP, 1, "SELECT label FROM item WHERE id = ?", List.of("reads: [item]")),
    BALANCE(RequestKind.LOOKUP, 1, "SELECT n FROM account WHERE id = ?", List.of("reads: [account]")),
    TOTAL(RequestKind.QUERY, 0, "SELECT CAST(SUM(n) AS BIGINT) FROM account", List.of("reads: [account]")),
    ENTRY(RequestKind.QUERY, 1, "SELECT amount FROM ledger WHERE id = ?", List.of("reads: [ledger]")),
    ENTER(
            RequestKind.UPDATE,
            3,
            "INSERT INTO ledger (id, account, amount) VALUES (?, ?, ?)",
            List.of("reads: []", "writes: [ledger]")),
    COUNT(
            RequestKind.UPDATE,
            2,
            "UPDATE account SET n = n + ? WHERE id = ?",
            List.of("reads: []", "writes: [account]")),
    /** Fails on the table's constraint when there is not enough. */
    WITHDRAW(
            RequestKind.UPDATE,
            2,
            "UPDATE account SET n = n - ? WHERE id = ?",
            List.of("reads: []", "writes: [account]")),
    /** Fails on zero. */
    DIVIDE(
            RequestKind.UPDATE,
            2,
            "UPDATE account SET n = n / ? WHERE id = ?",
            List.of("reads: []", "writes: [account]")),
    /** Fails always: the items are there. */
    ITEM_AGAIN(
            RequestKind.UPDATE,
            2,
            "INSERT INTO item (id, label) VALUES (?, ?)",
            List.of("reads: []", "writes: [item]")),
    /** Conflicts with everything: it does not say what it touches. */
    SPREAD(RequestKind.UPDATE, 0, "UPDATE account SET n = n + 1", List.of()),
    /** Nobody declares it. */
    UNKNOWN(RequestKind.LOOKUP, 1, "", List.of());

    private final RequestKind kind;
    private final int parameters;
    private final String sql;
    private final List<String> tables;

    Operation(RequestKind kind, int parameters, String sql, List<String> tables) {
        this.kind = kind;
        this.parameters = parameters;
        this.sql = sql;
        this.tables = tables;
    }

    RequestKind kind() {
        return kind;
    }

    /** How many arguments it takes, each a long. */
    int parameters() {
        return parameters;
    }

    String sql() {
        return sql;
    }

    /** What it touches, as lines of the configuration. */
    List<String> tables() {
        return tables;
    }

    /** Its name for the database of that name. */
    String nameFor(String database) {
        return database + "-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
