package dev.sluice.perf.baseline;

import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Customer;
import dev.sluice.examples.letters.SingleLookups;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The DAO of the letters job, as users of Spring write it. Its data source connects to the database directly or through the
 * gateway.
 *
 * <p>The comparison is fair because PostgreSQL's driver caches prepared statements by their SQL on each connection. A call of the
 * template therefore costs one round trip, and the server does not parse the statement again.
 *
 * @param end closes the data source
 */
public record TemplateLookups(JdbcTemplate template, Runnable end) implements SingleLookups {

    @Override
    public Optional<Customer> customer(long id) {
        return Optional.ofNullable(template.queryForObject(
                "SELECT first_name, last_name FROM customer WHERE id = ?",
                (row, number) -> new Customer(row.getString("first_name"), row.getString("last_name")),
                id));
    }

    @Override
    public Optional<Address> address(long id) {
        return Optional.ofNullable(template.queryForObject(
                "SELECT street, postcode, city FROM address WHERE id = ?",
                (row, number) -> new Address(row.getString("street"), row.getString("postcode"), row.getString("city")),
                id));
    }

    @Override
    public void close() {
        end.run();
    }
}
