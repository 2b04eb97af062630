package com.example.letters;

import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;

/** A DAO that handles one contract after another. It contains nothing that is specific to the gateway. */
class LetterDao {

    private final JdbcTemplate database;

    LetterDao(JdbcTemplate database) {
        this.database = database;
    }

    record Contract(long id, long customerId) {}

    record Customer(String firstName, String lastName) {}

    String letter(Contract contract, String day) {
        final Customer customer = database.queryForObject(
                "SELECT first_name, last_name FROM customer WHERE id = ?",
                new DataClassRowMapper<>(Customer.class),
                contract.customerId());
        database.update(
                "UPDATE contract SET last_letter = CAST(? AS DATE) WHERE id = ?", day, contract.id());
        return day + ": Dear " + customer.firstName() + " " + customer.lastName() + ", this is about contract "
                + contract.id();
    }
}
