package dev.sluice.jdbc.letters;

import java.time.LocalDate;
import javax.sql.DataSource;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;

final class JdbcTemplateDao implements LetterDao {

    private final JdbcTemplate template;

    JdbcTemplateDao(DataSource database) {
        template = new JdbcTemplate(database);
    }

    @Override
    public Contract contract(long id) {
        return template.queryForObject(CONTRACT, new DataClassRowMapper<>(Contract.class), id);
    }

    @Override
    public Customer customer(long id) {
        return template.queryForObject(
                CUSTOMER, (row, number) -> new Customer(row.getString("first_name"), row.getString("last_name")), id);
    }

    @Override
    public int written(LocalDate date, long contract) {
        return template.update(UPDATE, date, contract);
    }
}
