package dev.sluice.jdbc.letters;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.function.Function;
import javax.sql.DataSource;

/** The statements of the letters job. Each kind knows a data source, and nothing of a gateway. */
interface LetterDao {

    String CONTRACT = "SELECT id, customer_id, product, premium FROM contract WHERE id = ?";
    String CUSTOMER = "SELECT first_name, last_name FROM customer WHERE id = ?";
    String UPDATE = "UPDATE contract SET last_letter = ?, letters = letters + 1 WHERE id = ?";

    record Contract(long id, long customerId, String product, BigDecimal premium) {}

    record Customer(String firstName, String lastName) {}

    /** The library that the DAO is written with. */
    enum Kind {
        JDBC_TEMPLATE(JdbcTemplateDao::new),
        JDBI(JdbiDao::new),
        MY_BATIS(MyBatisDao::new),
        JOOQ(JooqDao::new);

        private final Function<DataSource, LetterDao> maker;

        Kind(Function<DataSource, LetterDao> maker) {
            this.maker = maker;
        }

        LetterDao over(DataSource database) {
            return maker.apply(database);
        }
    }

    Contract contract(long id);

    Customer customer(long id);

    int written(LocalDate date, long contract);

    /** Writes a letter, as a loop over contracts does. */
    default String letter(long id, LocalDate date) {
        final Contract contract = contract(id);
        final Customer customer = customer(contract.customerId());
        if (written(date, id) != 1) {
            throw new IllegalStateException("contract " + id + " was not updated");
        }
        return date + ": Dear " + customer.firstName() + " " + customer.lastName() + ", your " + contract.product()
                + " costs " + contract.premium().toPlainString();
    }
}
