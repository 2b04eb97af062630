package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.bank.Workload.Request;
import dev.sluice.testsupport.GatewayYaml;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * A model of one database: runs the requests one at a time in order, and knows the few numbers that the database must contain
 * afterwards and the answer to each request. For one thread.
 */
public final class Bank {

    private static final String NONE = "rows []";
    private static final String CONSTRAINT = "failed REJECTED 23";
    private static final String DIVISION = "failed REJECTED 22";
    private static final String UPDATED = "updated 1";
    private static final String NOTHING_UPDATED = "updated 0";

    private final int database;
    private final Workload workload;
    private final long[] accounts = new long[Workload.ACCOUNTS];
    private long entries;
    private long amounts;

    Bank(int database, Workload workload) {
        this.database = database;
        this.workload = workload;
    }

    /** Creates and fills the tables of {@code lanes} lanes in the database. */
    public static void create(Connection connection, int lanes) throws SQLException {
        for (int lane = 0; lane < lanes; lane++) {
            createLane(connection, lane);
        }
    }

    /**
     * Adds the lookups and statements of {@code lanes} lanes, on the databases {@link Stores#NAMES}, to a gateway's
     * configuration.
     */
    public static void declare(GatewayYaml yaml, int lanes) {
        declare(yaml, lanes, "");
    }

    /** @param elsewhere the name of a lookup that is not declared, because no database answers it */
    static void declare(GatewayYaml yaml, int lanes, String elsewhere) {
        for (final String database : Stores.NAMES) {
            for (int lane = 0; lane < lanes; lane++) {
                for (final Operation operation : Operation.values()) {
                    if (operation != Operation.UNKNOWN
                            && !operation.nameFor(database, lane).equals(elsewhere)) {
                        operation.declare(yaml, database, lane);
                    }
                }
            }
        }
    }

    private static void createLane(Connection connection, int lane) throws SQLException {
        final String accounts = Operation.table("account", lane);
        final String items = Operation.table("item", lane);
        final String ledger = Operation.table("ledger", lane);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + accounts + " (id BIGINT PRIMARY KEY, n BIGINT NOT NULL, CONSTRAINT "
                    + accounts + "_enough CHECK (n >= 0))");
            statement.execute("CREATE TABLE " + items + " (id BIGINT PRIMARY KEY, label BIGINT NOT NULL)");
            // No primary key, so that an entry made twice is visible as two rows.
            statement.execute("CREATE TABLE " + ledger
                    + " (id BIGINT NOT NULL, account BIGINT NOT NULL, amount BIGINT NOT NULL)");
            statement.execute("CREATE INDEX " + ledger + "_id ON " + ledger + " (id)");
            for (int account = 0; account < Workload.ACCOUNTS; account++) {
                statement.execute("INSERT INTO " + accounts + " VALUES (" + account + ", 0)");
            }
            for (int item = 0; item < Workload.ITEMS; item++) {
                statement.execute("INSERT INTO " + items + " VALUES (" + item + ", " + label(item) + ")");
            }
        }
    }

    /** Returns the label of an item. */
    static long label(long item) {
        return 7 * item;
    }

    /** Runs a request in the model, after all earlier ones, and returns the expected answer. */
    String answer(Request request) {
        return switch (request.operation()) {
            case ITEM -> {
                final long id = request.arguments().get(0);
                yield id < Workload.ITEMS ? row(label(id)) : "not found";
            }
            case BALANCE -> {
                final int account = account(request, 0);
                yield account < accounts.length ? row(accounts[account]) : "not found";
            }
            case TOTAL -> row(total());
            case ENTRY -> entry(request).map(Bank::row).orElse(NONE);
            case ENTER -> {
                entries++;
                amounts += request.arguments().get(2);
                yield UPDATED;
            }
            case COUNT -> change(account(request, 1), request.arguments().get(0));
            case WITHDRAW -> change(account(request, 1), -request.arguments().get(0));
            case DIVIDE -> divide(account(request, 1), request.arguments().get(0));
            case ITEM_AGAIN -> CONSTRAINT;
            case SPREAD -> {
                for (int account = 0; account < accounts.length; account++) {
                    accounts[account]++;
                }
                yield "updated " + accounts.length;
            }
            case UNKNOWN -> throw new IllegalArgumentException("nobody can answer " + request);
        };
    }

    private static int account(Request request, int argument) {
        return Math.toIntExact(request.arguments().get(argument));
    }

    private Optional<Long> entry(Request request) {
        final long earlier = request.arguments().get(0);
        return earlier > 0 && earlier < request.sequence() ? workload.entered(earlier, database) : Optional.empty();
    }

    private String change(int account, long by) {
        if (account >= accounts.length) {
            return NOTHING_UPDATED;
        }
        if (accounts[account] + by < 0) {
            return CONSTRAINT;
        }
        accounts[account] += by;
        return UPDATED;
    }

    private String divide(int account, long by) {
        if (account >= accounts.length) {
            return NOTHING_UPDATED;
        }
        if (by == 0) {
            return DIVISION;
        }
        accounts[account] /= by;
        return UPDATED;
    }

    private static String row(long value) {
        return "rows [[" + value + "]]";
    }

    private long total() {
        long total = 0;
        for (final long n : accounts) {
            total += n;
        }
        return total;
    }

    long account(int account) {
        return accounts[account];
    }

    /** Returns the number of rows in the ledger. */
    long entries() {
        return entries;
    }

    /** Returns the sum of the amounts in the ledger. */
    long amounts() {
        return amounts;
    }
}
