package dev.sluice.jdbc.letters;

import java.time.LocalDate;
import java.util.function.Function;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;

/** With sessions of autocommit: the one change that MyBatis needs. */
final class MyBatisDao implements LetterDao {

    private final SqlSessionFactory sessions;

    MyBatisDao(DataSource database) {
        final Configuration configuration =
                new Configuration(new Environment("letters", new JdbcTransactionFactory(), database));
        configuration.setArgNameBasedConstructorAutoMapping(true);
        configuration.setMapUnderscoreToCamelCase(true);
        configuration.addMapper(Letters.class);
        sessions = new SqlSessionFactoryBuilder().build(configuration);
    }

    /** MyBatis reads it by reflection. */
    interface Letters {

        @Select("SELECT id, customer_id, product, premium FROM contract WHERE id = #{id}")
        Contract contract(long id);

        @Select("SELECT first_name, last_name FROM customer WHERE id = #{id}")
        Customer customer(long id);

        @Update("UPDATE contract SET last_letter = #{date}, letters = letters + 1 WHERE id = #{id}")
        int written(@Param("date") LocalDate date, @Param("id") long id);
    }

    private <R> R with(Function<Letters, R> use) {
        try (SqlSession session = sessions.openSession(true)) {
            return use.apply(session.getMapper(Letters.class));
        }
    }

    @Override
    public Contract contract(long id) {
        return with(letters -> letters.contract(id));
    }

    @Override
    public Customer customer(long id) {
        return with(letters -> letters.customer(id));
    }

    @Override
    public int written(LocalDate date, long contract) {
        return with(letters -> letters.written(date, contract));
    }
}
