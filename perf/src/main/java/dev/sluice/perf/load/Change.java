package dev.sluice.perf.load;

import java.util.Arrays;

/** A kind of change that experiments have made to a database: one statement with two arguments of type long. */
public enum Change {

    /** A new row. A gateway, like a job by hand, makes batches of it. */
    INSERT("entry", "inserts", "INSERT INTO sluice_perf_entry VALUES (?, ?)"),

    /**
     * One row by its primary key, with arithmetic only, of one account after the other: where a gateway can prove that
     * they do not meet, many become one statement.
     */
    UPDATE("account", "updates", "UPDATE sluice_perf_account SET balance = ? - balance WHERE id = ?");

    /** How many accounts there are. */
    public static final int ACCOUNTS = 10_000;

    private final String statement;
    private final String shown;
    private final String sql;

    Change(String statement, String shown, String sql) {
        this.statement = statement;
        this.shown = shown;
        this.sql = sql;
    }

    /** The name that it is declared by. */
    public String statement() {
        return statement;
    }

    public String sql() {
        return sql;
    }

    /** The word for many of them in a report. */
    public String shown() {
        return shown;
    }

    /** Returns the kind that is declared by that name. */
    public static Change of(String statement) {
        return Arrays.stream(values())
                .filter(one -> one.statement.equals(statement))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("No change is called '" + statement + "'"));
    }
}
