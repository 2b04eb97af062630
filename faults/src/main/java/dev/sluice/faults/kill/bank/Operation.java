package dev.sluice.faults.kill.bank;

import dev.sluice.api.RequestKind;
import dev.sluice.testsupport.GatewayYaml;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The operations on each database. Balances show a read that came too early or too late, the ledger, which has no key,
 * an update that was run twice.
 */
enum Operation {
    ITEM(RequestKind.LOOKUP, "item", "SELECT label FROM item WHERE id = ?"),
    BALANCE(RequestKind.LOOKUP, "account", "SELECT n FROM account WHERE id = ?"),
    TOTAL(RequestKind.QUERY, "account", "SELECT CAST(SUM(n) AS BIGINT) FROM account"),
    ENTRY(RequestKind.QUERY, "ledger", "SELECT amount FROM ledger WHERE id = ?"),
    ENTER(RequestKind.UPDATE, "ledger", "INSERT INTO ledger (id, account, amount) VALUES (?, ?, ?)"),
    COUNT(RequestKind.UPDATE, "account", "UPDATE account SET n = n + ? WHERE id = ?"),
    /** Fails on the table's constraint when there is not enough. */
    WITHDRAW(RequestKind.UPDATE, "account", "UPDATE account SET n = n - ? WHERE id = ?"),
    /** Fails on zero. */
    DIVIDE(RequestKind.UPDATE, "account", "UPDATE account SET n = n / ? WHERE id = ?"),
    /** Fails always: the items are there. */
    ITEM_AGAIN(RequestKind.UPDATE, "item", "INSERT INTO item (id, label) VALUES (?, ?)"),
    /** Conflicts with everything: it does not say what it touches. */
    SPREAD(RequestKind.UPDATE, "", "UPDATE account SET n = n + 1"),
    /** Nobody declares it. */
    UNKNOWN(RequestKind.LOOKUP, "", "");

    private final RequestKind kind;
    private final String table;
    private final String sql;

    Operation(RequestKind kind, String table, String sql) {
        this.kind = kind;
        this.table = table;
        this.sql = sql;
    }

    RequestKind kind() {
        return kind;
    }

    /** How many arguments it takes, each a long. */
    int parameters() {
        return (int) sql.chars().filter(character -> character == '?').count();
    }

    /** Returns the operation's name for the database of that name. */
    String nameFor(String database) {
        return database + "-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Adds its declaration for the database of that name to a gateway's configuration. */
    void declare(GatewayYaml yaml, String database) {
        final String path = (kind == RequestKind.LOOKUP ? "lookups." : "statements.") + nameFor(database) + ".";
        yaml.with(path + "database", database)
                .with(path + "sql", sql)
                .with(path + "types", Collections.nCopies(parameters(), "long"));
        if (!table.isEmpty()) {
            yaml.with(path + "reads", kind == RequestKind.UPDATE ? List.of() : List.of(table));
        }
        if (!table.isEmpty() && kind == RequestKind.UPDATE) {
            yaml.with(path + "writes", List.of(table));
        }
    }
}
