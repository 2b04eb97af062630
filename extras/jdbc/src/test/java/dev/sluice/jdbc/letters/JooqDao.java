package dev.sluice.jdbc.letters;

import java.time.LocalDate;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

final class JooqDao implements LetterDao {

    private final DSLContext jooq;

    JooqDao(DataSource database) {
        jooq = DSL.using(database, SQLDialect.POSTGRES);
    }

    @Override
    public Contract contract(long id) {
        return jooq.fetchSingle(CONTRACT, id).into(Contract.class);
    }

    @Override
    public Customer customer(long id) {
        return jooq.fetchSingle(CUSTOMER, id).into(Customer.class);
    }

    @Override
    public int written(LocalDate date, long contract) {
        return jooq.execute(UPDATE, date, contract);
    }
}
