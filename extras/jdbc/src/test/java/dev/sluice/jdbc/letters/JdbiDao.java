package dev.sluice.jdbc.letters;

import java.time.LocalDate;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

final class JdbiDao implements LetterDao {

    private final Jdbi jdbi;

    JdbiDao(DataSource database) {
        jdbi = Jdbi.create(database)
                .registerRowMapper(ConstructorMapper.factory(Contract.class))
                .registerRowMapper(ConstructorMapper.factory(Customer.class));
    }

    @Override
    public Contract contract(long id) {
        return jdbi.withHandle(
                handle -> handle.select(CONTRACT, id).mapTo(Contract.class).one());
    }

    @Override
    public Customer customer(long id) {
        return jdbi.withHandle(
                handle -> handle.select(CUSTOMER, id).mapTo(Customer.class).one());
    }

    @Override
    public int written(LocalDate date, long contract) {
        return jdbi.withHandle(handle -> handle.execute(UPDATE, date, contract));
    }
}
