package dev.sluice.examples.letters;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** Executes one SELECT for each lookup, prepared once, on a connection that stays open. Not thread-safe. */
public final class SelectEach implements SingleLookups {

    private final Connection connection;
    private final PreparedStatement customer;
    private final PreparedStatement address;

    private SelectEach(Connection connection) throws SQLException {
        this.connection = connection;
        this.customer = connection.prepareStatement("SELECT first_name, last_name FROM customer WHERE id = ?");
        this.address = connection.prepareStatement("SELECT street, postcode, city FROM address WHERE id = ?");
    }

    /** Opens a connection, which the caller closes by closing the lookups. */
    public static SingleLookups open(DataSource database) throws SQLException {
        final Connection connection = database.getConnection();
        try {
            return new SelectEach(connection);
        } catch (final SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public Optional<Customer> customer(long id) throws SQLException {
        customer.setLong(1, id);
        try (ResultSet rows = customer.executeQuery()) {
            return rows.next() ? Optional.of(new Customer(rows.getString(1), rows.getString(2))) : Optional.empty();
        }
    }

    @Override
    public Optional<Address> address(long id) throws SQLException {
        address.setLong(1, id);
        try (ResultSet rows = address.executeQuery()) {
            return rows.next()
                    ? Optional.of(new Address(rows.getString(1), rows.getString(2), rows.getString(3)))
                    : Optional.empty();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
