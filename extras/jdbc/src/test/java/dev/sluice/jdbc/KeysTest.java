package dev.sluice.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.jdbi.v3.core.Jdbi;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** Rows that updates return, and generated keys: as PostgreSQL's own driver gives them. */
class KeysTest {

    private static final String INSERT = "INSERT INTO product (name) VALUES (?)";

    @TempDir
    private Path directory;

    /** MyBatis reads and writes it by reflection. */
    @SuppressWarnings("unused")
    private static final class Product {
        private long id;
        private String name = "scale";
        private int stock;
    }

    /** MyBatis reads it by reflection. */
    interface Products {

        @Insert("INSERT INTO product (name) VALUES (#{name})")
        @Options(useGeneratedKeys = true, keyProperty = "id,stock", keyColumn = "id,stock")
        int add(Product product);
    }

    /** The keys and rows that each library and each way of plain JDBC gives. */
    private static List<Object> keys(DataSource database) throws SQLException {
        final List<Object> found = new ArrayList<>();
        final JdbcTemplate template = new JdbcTemplate(database);
        final GeneratedKeyHolder all = new GeneratedKeyHolder();
        template.update(
                connection -> {
                    final PreparedStatement statement =
                            connection.prepareStatement(INSERT + ";", Statement.RETURN_GENERATED_KEYS);
                    statement.setString(1, "hammer");
                    return statement;
                },
                all);
        found.add(all.getKeyList());
        found.add(template.queryForObject(INSERT + " RETURNING id", Long.class, "nail"));
        found.add(template.queryForList("UPDATE product SET stock = stock + 1 RETURNING id, stock"));
        found.add(template.queryForList(
                "WITH gone AS (DELETE FROM product WHERE name = ? RETURNING id) SELECT id FROM gone", "nail"));
        found.add(Jdbi.create(database)
                .withHandle(handle -> handle.createUpdate(INSERT)
                        .bind(0, "saw")
                        .executeAndReturnGeneratedKeys("id", "stock")
                        .mapToMap()
                        .one()));
        found.add(DSL.using(database, SQLDialect.POSTGRES)
                .insertInto(DSL.table("product"), DSL.field("name", String.class))
                .values("drill")
                .returning(DSL.field("id", Long.class))
                .fetchOne(DSL.field("id", Long.class)));
        final Configuration mapping =
                new Configuration(new Environment("keys", new JdbcTransactionFactory(), database));
        mapping.addMapper(Products.class);
        try (SqlSession session = new SqlSessionFactoryBuilder().build(mapping).openSession(true)) {
            final Product product = new Product();
            session.getMapper(Products.class).add(product);
            found.add(Map.of("id", product.id, "stock", product.stock));
        }
        try (Connection connection = database.getConnection();
                PreparedStatement batch = connection.prepareStatement(INSERT, new String[] {"id", "name"});
                Statement plain = connection.createStatement()) {
            for (final String name : List.of("axe", "rake")) {
                batch.setString(1, name);
                batch.addBatch();
            }
            found.add(batch.executeBatch().length);
            found.add(rows(batch.getGeneratedKeys()));
            found.add(plain.execute("DELETE FROM product WHERE name = 'axe' -- all", new String[] {"id"}));
            found.add(rows(plain.getGeneratedKeys()));
            found.add(plain.executeUpdate("DELETE FROM product WHERE name = 'none'", Statement.RETURN_GENERATED_KEYS));
            found.add(rows(plain.getGeneratedKeys()));
            found.add(plain.execute("UPDATE product SET stock = 0 WHERE name = 'rake' RETURNING name, stock"));
            found.add(rows(plain.getResultSet()));
            found.add(plain.executeUpdate("UPDATE product SET stock = 1 WHERE name = 'rake'"));
            found.add(rows(plain.getGeneratedKeys()));
            assertThrows(SQLException.class, () -> plain.executeQuery("DELETE FROM product WHERE id = 100"));
        }
        found.add(template.queryForList("SELECT id, name, stock FROM product ORDER BY id"));
        return found;
    }

    private static List<String> rows(ResultSet rows) throws SQLException {
        final List<String> all = new ArrayList<>();
        while (rows.next()) {
            final StringBuilder row = new StringBuilder();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                row.append(rows.getMetaData().getColumnLabel(i))
                        .append('=')
                        .append(rows.getString(i))
                        .append(' ');
            }
            all.add(row.toString());
        }
        return all;
    }

    @Test
    void shouldGiveKeysAsTheDatabasesOwnDriverDoes() throws Exception {
        try (TestGateway gateway = TestGateway.postgreSql(directory, true);
                SluiceDataSource source = SluiceDataSource.at(gateway.queues())) {
            final String[] table = {
                "DROP TABLE IF EXISTS product",
                "CREATE TABLE product (id BIGINT GENERATED ALWAYS AS IDENTITY, name TEXT, stock BIGINT DEFAULT 7)"
            };
            gateway.execute(table);
            final List<Object> expected = keys(gateway.direct());
            gateway.execute(table);
            assertEquals(expected, keys(source));
            try (Connection connection = source.getConnection()) {
                assertTrue(connection.getMetaData().supportsGetGeneratedKeys());
            }
        }
    }

    @Test
    void shouldNameTheProductThatCannotReturnKeys() throws SQLException {
        try (TestGateway gateway = TestGateway.start(directory, TestGateway.Kind.HSQLDB);
                Connection connection = gateway.connect()) {
            assertFalse(connection.getMetaData().supportsGetGeneratedKeys());
            assertEquals(
                    "RETURN_GENERATED_KEYS is refused: HSQL Database Engine has no RETURNING: use keys that the job"
                            + " knows, such as a UUID or one made of the item's key (docs/reference/jdbc.md)",
                    assertThrows(SQLException.class, () -> connection.prepareStatement(INSERT, new String[] {"id"}))
                            .getMessage());
        }
    }
}
