package dev.sluice.perf.load;

import java.util.Arrays;

/** A kind of change that experiments make to a database: one statement with two arguments of type long. */
public enum Change {

    /** Inserts a row. Both the gateway and hand-written jobs execute inserts in batches. */
    INSERT("entry", "inserts", "INSERT INTO sluice_perf_entry VALUES (?, ?)"),

    /**
     * Updates one account by its primary key, with arithmetic only. Successive updates change different accounts. If a gateway
     * can prove that the result is the same, it combines many updates into one statement.
     */
    UPDATE("account", "updates", "UPDATE sluice_perf_account SET balance = ? - balance WHERE id = ?");

    /** The number of accounts. */
    public static final int ACCOUNTS = 10_000;

    private final String statement;
    private final String shown;
    private final String sql;

    Change(String statement, String shown, String sql) {
        this.statement = statement;
        this.shown = shown;
        this.sql = sql;
    }

    /** The name under which the statement is declared in the gateway's configuration. */
    public String statement() {
        return statement;
    }

    public String sql() {
        return sql;
    }

    /** The plural that reports use for this kind of change. */
    public String shown() {
        return shown;
    }

    /** Returns the kind whose statement is declared under the given name. */
    public static Change of(String statement) {
        return Arrays.stream(values())
                .filter(one -> one.statement.equals(statement))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("No change is called '" + statement + "'"));
    }
}
