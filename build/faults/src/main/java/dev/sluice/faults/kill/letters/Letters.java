package dev.sluice.faults.kill.letters;

import dev.sluice.testsupport.GatewayYaml;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A model of one run, which writes one letter for each contract from 1 on. The model knows the rows that the lookups find, and
 * the expected file at the end. It depends only on the run's number and the number of contracts. Each run looks up different
 * customers, so that an answer that belongs to another run is noticed.
 *
 * @param run the run's number, from 1
 * @param contracts the number of contracts
 */
record Letters(int run, int contracts) {

    static final int CUSTOMERS = 300;
    static final int ADDRESSES = 70;

    /** The number of customer ids that contracts use but the database does not have. */
    private static final int STRANGERS = 10;

    private static final String NONE = "-";

    /** Returns the run's name. */
    String runId() {
        return "run-" + run;
    }

    /** Returns the customer that a run looks up for a contract. */
    static long customer(int run, long contract) {
        return 1 + (7_919 * contract + 104_729L * run) % (CUSTOMERS + STRANGERS);
    }

    static String name(long customer) {
        return "customer " + customer * customer;
    }

    static long addressOf(long customer) {
        return 1 + 31 * customer % ADDRESSES;
    }

    static String street(long address) {
        return "street " + "x".repeat((int) (address % 7)) + address;
    }

    /** Returns the letter for a contract whose customer does not exist. */
    static String toNobody(int run, long contract) {
        return text(run, contract, NONE, NONE);
    }

    static String text(int run, long contract, String name, String street) {
        return "contract " + contract + " in run " + run + "\n  " + name + "\n  " + street + "\n\n";
    }

    private static boolean isThere(long customer) {
        return customer <= CUSTOMERS;
    }

    private String letter(long contract) {
        final long customer = customer(run, contract);
        return isThere(customer)
                ? text(run, contract, name(customer), street(addressOf(customer)))
                : toNobody(run, contract);
    }

    /**
     * Returns the expected answer to a request for a contract, in the words of {@link dev.sluice.faults.kill.Judge}; empty if
     * the job does not send this request.
     */
    Optional<String> answer(long contract, String name, List<Object> arguments) {
        final long customer = customer(run, contract);
        final long address = addressOf(customer);
        final String request = name + arguments;
        if (request.equals("customer[" + customer + "]")) {
            return Optional.of(
                    isThere(customer)
                            ? "rows [[" + customer + ", " + name(customer) + ", " + address + "]]"
                            : "not found");
        } else if (request.equals("address[" + address + "]")) {
            return Optional.of("rows [[" + address + ", " + street(address) + "]]");
        }
        return request.equals("last-letter[" + run + ", " + contract + "]")
                ? Optional.of("updated 1")
                : Optional.empty();
    }

    /** Returns the expected content of the file. */
    String all() {
        return LongStream.rangeClosed(1, contracts).mapToObj(this::letter).collect(Collectors.joining());
    }

    /** Returns the number of requests of the run; each is sent once. */
    long requests() {
        return LongStream.rangeClosed(1, contracts)
                .map(contract -> isThere(customer(run, contract)) ? 3 : 2)
                .sum();
    }

    /** Adds the lookups and the statement to a gateway's configuration. */
    static void declare(GatewayYaml yaml) {
        lookup(yaml, "customer", "SELECT id, name, address_id FROM customer WHERE id = ?");
        lookup(yaml, "address", "SELECT id, street FROM address WHERE id = ?");
        yaml.with("statements.last-letter.database", "main")
                .with(
                        "statements.last-letter.sql",
                        "UPDATE contract SET letters = letters + 1, last_run = ? WHERE id = ?")
                .with("statements.last-letter.types", List.of("long", "long"))
                .with("statements.last-letter.reads", List.of())
                .with("statements.last-letter.writes", List.of("contract"));
    }

    private static void lookup(GatewayYaml yaml, String table, String sql) {
        yaml.with("lookups." + table + ".database", "main")
                .with("lookups." + table + ".sql", sql)
                .with("lookups." + table + ".types", List.of("long"))
                .with("lookups." + table + ".reads", List.of(table));
    }

    /** Creates the tables in the database. Each contract has a counter of letters, to which each run adds 1. */
    static void create(Connection connection, int contracts) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customer"
                    + " (id BIGINT PRIMARY KEY, name VARCHAR(100) NOT NULL, address_id BIGINT NOT NULL)");
            statement.execute("CREATE TABLE address (id BIGINT PRIMARY KEY, street VARCHAR(100) NOT NULL)");
            statement.execute("CREATE TABLE contract"
                    + " (id BIGINT PRIMARY KEY, letters BIGINT NOT NULL, last_run BIGINT NOT NULL)");
        }
        insert(connection, "customer", CUSTOMERS, id -> List.of(id, name(id), addressOf(id)));
        insert(connection, "address", ADDRESSES, id -> List.of(id, street(id)));
        insert(connection, "contract", contracts, id -> List.of(id, 0L, 0L));
        connection.commit();
    }

    private static void insert(Connection connection, String table, int rows, LongFunction<List<Object>> row)
            throws SQLException {
        final String values = String.join(", ", Collections.nCopies(row.apply(1).size(), "?"));
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table + " VALUES (" + values + ")")) {
            for (long id = 1; id <= rows; id++) {
                final List<Object> columns = row.apply(id);
                for (int i = 0; i < columns.size(); i++) {
                    insert.setObject(i + 1, columns.get(i));
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
