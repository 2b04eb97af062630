package dev.sluice.faults.kill.bank;

import dev.sluice.api.RequestKind;
import dev.sluice.testsupport.GatewayYaml;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The operations on each database. A wrong balance shows that a read ran too early or too late. The ledger has no primary key, so
 * that an update that ran twice shows as two rows.
 */
enum Operation {
    ITEM(RequestKind.LOOKUP, "item", "SELECT label FROM item WHERE id = ?"),
    BALANCE(RequestKind.LOOKUP, "account", "SELECT n FROM account WHERE id = ?"),
    TOTAL(RequestKind.QUERY, "account", "SELECT CAST(SUM(n) AS BIGINT) FROM account"),
    ENTRY(RequestKind.QUERY, "ledger", "SELECT amount FROM ledger WHERE id = ?"),
    ENTER(RequestKind.UPDATE, "ledger", "INSERT INTO ledger (id, account, amount) VALUES (?, ?, ?)"),
    COUNT(RequestKind.UPDATE, "account", "UPDATE account SET n = n + ? WHERE id = ?"),
    /** Fails on the table's constraint if the balance is too low. */
    WITHDRAW(RequestKind.UPDATE, "account", "UPDATE account SET n = n - ? WHERE id = ?"),
    /** Fails on zero. */
    DIVIDE(RequestKind.UPDATE, "account", "UPDATE account SET n = n / ? WHERE id = ?"),
    /** Always fails, because the items already exist. */
    ITEM_AGAIN(RequestKind.UPDATE, "item", "INSERT INTO item (id, label) VALUES (?, ?)"),
    /** Conflicts with everything, because it does not declare what it reads and writes. */
    SPREAD(RequestKind.UPDATE, "", "UPDATE account SET n = n + 1"),
    /** Is not declared in the configuration. */
    UNKNOWN(RequestKind.LOOKUP, "", "");

    private static final Pattern TABLE = Pattern.compile("(?<=(FROM|INTO|UPDATE) )\\w+");

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

    /** Returns the number of arguments; each is a long. */
    int parameters() {
        return (int) sql.chars().filter(character -> character == '?').count();
    }

    /** Returns the operation's name for a database and the tables of a lane. */
    String nameFor(String database, int lane) {
        return database + "-" + name().toLowerCase(Locale.ROOT).replace('_', '-') + (lane == 0 ? "" : "-" + lane);
    }

    /**
     * Returns the name of a lane's table. Lanes have separate tables, so that they do not wait for each other and each has a
     * model.
     */
    static String table(String name, int lane) {
        return lane == 0 ? name : name + "_" + lane;
    }

    /** Adds the operation's declaration, for a database and the tables of a lane, to a gateway's configuration. */
    void declare(GatewayYaml yaml, String database, int lane) {
        final String path = (kind == RequestKind.LOOKUP ? "lookups." : "statements.") + nameFor(database, lane) + ".";
        yaml.with(path + "database", database)
                .with(path + "sql", TABLE.matcher(sql).replaceAll(found -> table(found.group(), lane)))
                .with(path + "types", Collections.nCopies(parameters(), "long"));
        if (!table.isEmpty()) {
            yaml.with(path + "reads", kind == RequestKind.UPDATE ? List.of() : List.of(table(table, lane)));
        }
        if (!table.isEmpty() && kind == RequestKind.UPDATE) {
            yaml.with(path + "writes", List.of(table(table, lane)));
        }
    }
}
