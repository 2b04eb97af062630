package dev.sluice.examples.demo;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.SplittableRandom;
import javax.sql.DataSource;

/**
 * Generates contracts with their customers and addresses. Equal seeds give equal data on every machine. There are fewer customers
 * than contracts, so that lookups repeat as they do in practice.
 */
public final class DemoData {

    /** The date of every letter. It is constant, so that a run writes the same letters if it is continued on another day. */
    public static final LocalDate LETTER_DATE = LocalDate.of(2027, 1, 1);

    private static final List<String> FIRST_NAMES = List.of(
            "Ada", "Zoë", "Jürgen", "Søren", "Łukasz", "Çağla", "Nguyễn", "Αλέξης", "Олена", "美咲", "Sean", "Inês");
    private static final List<String> LAST_NAMES =
            List.of("Brandt", "Müller", "O'Leary", "Ångström", "Núñez", "Wójcik", "Yılmaz", "Παππάς", "Шевченко", "田中");
    private static final List<String> STREETS =
            List.of("Mill Lane", "Königstraße", "Rue de l'Été", "Storgata", "Plaça Major", "Ulica Długa");
    private static final List<String> CITIES =
            List.of("Hamburg", "Zürich", "Besançon", "Tromsø", "València", "Łódź", "Ghent", "Malmö");
    private static final List<String> PRODUCTS = List.of("household", "liability", "travel", "legal", "glass");
    private static final int BATCH = 1_000;

    private final int contracts;
    private final int customers;
    private final SplittableRandom random;
    private volatile int inserted;

    /** Creates a generator for the given number of contracts. */
    public DemoData(int contracts, long seed) {
        this.contracts = contracts;
        this.customers = Math.max(1, (int) (contracts * 6L / 10));
        this.random = new SplittableRandom(seed);
    }

    /** The number of rows to insert. */
    public int rows() {
        return 2 * customers + contracts;
    }

    /** The number of rows inserted so far. Thread-safe. */
    public int inserted() {
        return inserted;
    }

    /**
     * Creates the tables and inserts the rows in an empty database.
     *
     * @throws InterruptedException if this thread is interrupted
     */
    public void load(DataSource database) throws SQLException, InterruptedException {
        try (Connection connection = database.getConnection()) {
            createTables(connection);
            connection.setAutoCommit(false);
            insert(connection, "customer", 3, customers, this::customer);
            insert(connection, "address", 4, customers, this::address);
            insert(connection, "contract", 5, contracts, this::contract);
        }
    }

    /** Returns the number of contracts whose last letter has the given date. */
    public static long updated(DataSource database, LocalDate day) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement count =
                        connection.prepareStatement("SELECT COUNT(*) FROM contract WHERE last_letter = ?")) {
            count.setObject(1, day);
            try (ResultSet rows = count.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    private static void createTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customer (id BIGINT PRIMARY KEY,"
                    + " first_name VARCHAR(100) NOT NULL, last_name VARCHAR(100) NOT NULL)");
            statement.execute("CREATE TABLE address (id BIGINT PRIMARY KEY, street VARCHAR(200) NOT NULL,"
                    + " postcode VARCHAR(20) NOT NULL, city VARCHAR(100) NOT NULL)");
            statement.execute("CREATE TABLE contract (id BIGINT PRIMARY KEY, customer_id BIGINT NOT NULL,"
                    + " address_id BIGINT NOT NULL, product VARCHAR(100) NOT NULL, premium DECIMAL(12, 2) NOT NULL,"
                    + " last_letter DATE)");
        }
    }

    private interface RowSetter {
        void set(PreparedStatement insert, int number) throws SQLException;
    }

    private void insert(Connection connection, String table, int columns, int rows, RowSetter row)
            throws SQLException, InterruptedException {
        final String names = table.equals("contract") ? " (id, customer_id, address_id, product, premium)" : "";
        final String sql = "INSERT INTO " + table + names + " VALUES (?" + ", ?".repeat(columns - 1) + ")";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int number = 1; number <= rows; number++) {
                row.set(insert, number);
                insert.addBatch();
                if (number % BATCH == 0 || number == rows) {
                    insert.executeBatch();
                    connection.commit();
                    inserted += (number - 1) % BATCH + 1;
                    if (Thread.interrupted()) {
                        throw new InterruptedException("interrupted after " + inserted + " rows");
                    }
                }
            }
        }
    }

    private void customer(PreparedStatement insert, int number) throws SQLException {
        insert.setLong(1, number);
        insert.setString(2, anyOf(FIRST_NAMES));
        insert.setString(3, anyOf(LAST_NAMES));
    }

    private void address(PreparedStatement insert, int number) throws SQLException {
        insert.setLong(1, addressOf(number));
        insert.setString(2, anyOf(STREETS) + " " + random.nextInt(1, 200));
        insert.setString(3, Integer.toString(random.nextInt(10_000, 100_000)));
        insert.setString(4, anyOf(CITIES));
    }

    private void contract(PreparedStatement insert, int number) throws SQLException {
        final int customer = random.nextInt(1, customers + 1);
        insert.setLong(1, number);
        insert.setLong(2, customer);
        insert.setLong(3, addressOf(customer));
        insert.setString(4, anyOf(PRODUCTS));
        insert.setBigDecimal(5, BigDecimal.valueOf(random.nextLong(1_000, 500_000), 2));
    }

    /** Returns the id of a customer's address. */
    private static long addressOf(int customer) {
        return 1_000_000_000L + customer;
    }

    private String anyOf(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
