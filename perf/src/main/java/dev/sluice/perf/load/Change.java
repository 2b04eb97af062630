package dev.sluice.perf.load;

import dev.sluice.perf.lab.Database;
import java.sql.SQLException;

/** A kind of change that experiments have made to a database: one statement with two arguments of type long. */
public enum Change {

    /** A new row. A gateway, like a job by hand, makes batches of it. */
    INSERT("entry", "INSERT INTO sluice_perf_entry VALUES (?, ?)"),

    /**
     * One row by its primary key, with arithmetic only, of one account after the other: where a gateway can prove that
     * they do not meet, many become one statement.
     */
    UPDATE("account", "UPDATE sluice_perf_account SET balance = ? - balance WHERE id = ?"),

    /** One row by its primary key, with a function, of accounts at random: a batch everywhere. */
    UPDATE_BY_FUNCTION("folded", Accounts.FOLD);

    private final String statement;
    private final String sql;

    Change(String statement, String sql) {
        this.statement = statement;
        this.sql = sql;
    }

    /** The name that it is declared by. */
    public String statement() {
        return statement;
    }

    public String sql() {
        return sql;
    }

    /** In a report: what many of them are. */
    public String shown() {
        return this == INSERT ? "inserts" : this == UPDATE ? "updates" : "updates with a function";
    }

    /** The one of that name. */
    public static Change of(String statement) {
        for (final Change one : values()) {
            if (one.statement.equals(statement)) {
                return one;
            }
        }
        throw new IllegalArgumentException("No change is called '" + statement + "'");
    }

    /** Makes its table, empty or with what is to be changed. */
    public void create(Database database) throws SQLException {
        if (this == INSERT) {
            Entries.create(database);
        } else {
            Accounts.create(database);
        }
    }

    /** What its table holds, to be compared with {@link ChangeStream#expected}. */
    Asked contents(Database database) throws SQLException {
        return this == INSERT ? Entries.contents(database) : Accounts.contents(database);
    }
}
