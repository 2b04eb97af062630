package dev.sluice.service.generated;

import dev.sluice.service.jdbc.OracleTurn;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;

/** An empty part of a database for one run; what is made in it goes when it is closed. One thread. */
abstract class Place implements AutoCloseable {

    private final Product product;
    private final String url;
    private final String user;
    private final String password;
    private final Lock turn;
    private final Connection connection;
    private final PlainJdbc plain;

    /**
     * Opens a connection there.
     *
     * @param properties those of the oracle alone
     */
    Place(Product product, String url, String properties, String user, String password) throws SQLException {
        this.product = product;
        this.url = url;
        this.user = user;
        this.password = password;
        this.turn = OracleTurn.of(url);
        this.connection = DriverManager.getConnection(url + properties, user, password);
        this.plain = new PlainJdbc(connection, product);
    }

    final Product product() {
        return product;
    }

    final String url() {
        return url;
    }

    final String user() {
        return user;
    }

    final String password() {
        return password;
    }

    final Connection connection() {
        return connection;
    }

    final PlainJdbc plain() {
        return plain;
    }

    /** The database and its version. */
    final String version() throws SQLException {
        final DatabaseMetaData database = connection.getMetaData();
        return database.getDatabaseProductName() + " " + database.getDatabaseProductVersion();
    }

    /** Makes a schema that fits, each statement in a transaction of its own. */
    final void make(Schema schema) throws SQLException {
        for (final String sql : schema.ddl()) {
            execute(sql);
        }
    }

    /** Prepares a statement with parameters of the types that requests bring. */
    abstract void prepare(Step.Shape shape) throws SQLException;

    /** Sets back what a statement left in the session. */
    abstract void restore() throws SQLException;

    /** Rows as somebody sees them whom no policy hides any from. */
    abstract List<String> rows(String query) throws SQLException;

    /** Disturbs what runs on the tables of a schema until it is closed. */
    interface Disturbance extends AutoCloseable {
        @Override
        void close() throws SQLException;
    }

    /** Begins a disturbance, if this place has one. */
    Disturbance rival(Schema schema) throws SQLException {
        return () -> {};
    }

    @Override
    public abstract void close() throws SQLException;

    /** Makes a schema, and returns it without the statements that this database refuses. */
    final Schema makeWhatFits(Schema schema) throws SQLException {
        Schema made = schema;
        for (int i = 0; i < made.ddl().size(); i++) {
            try {
                execute(made.ddl().get(i));
            } catch (final SQLException e) {
                made = made.without(i--);
            }
        }
        return made;
    }

    /** Returns the steps whose statements can be prepared: for what a declared one lacks a gateway waits. */
    final List<Step> prepared(Case program) {
        final List<Step.Shape> taken =
                program.shapes().stream().filter(this::prepares).toList();
        return program.steps().stream()
                .filter(step -> taken.contains(step.shape()))
                .toList();
    }

    private boolean prepares(Step.Shape shape) {
        try {
            inTurn(() -> prepare(shape));
            return true;
        } catch (final SQLException e) {
            return false;
        }
    }

    /** Runs a program by plain JDBC, up to a statement that takes too long. */
    final List<Answer> plainly(List<Step> steps) throws SQLException {
        final List<Answer> answers = new ArrayList<>();
        for (final Step step : steps) {
            final AtomicReference<Answer> answer = new AtomicReference<>();
            inTurn(() -> answer.set(plain.answer(step)));
            if (answer.get().failedWith("57014")) { // query_canceled
                return answers;
            }
            answers.add(answer.get());
            restore();
        }
        return answers;
    }

    /** Returns the columns' names and the rows of each query, in an order of their texts. */
    final List<List<String>> contents(List<String> queries) throws SQLException {
        final List<List<String>> contents = new ArrayList<>();
        for (final String query : queries) {
            inTurn(() -> {
                final List<String> rows = rows(query);
                Collections.sort(rows);
                contents.add(rows);
            });
        }
        return contents;
    }

    final void execute(String sql) throws SQLException {
        inTurn(() -> execute(connection, sql));
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static List<String> rows(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            final int columns = found.getMetaData().getColumnCount();
            final List<String> rows = new ArrayList<>();
            final List<String> names = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                names.add(found.getMetaData().getColumnLabel(i));
            }
            rows.add(names.toString());
            while (found.next()) {
                final List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(found.getString(i));
                }
                rows.add(row.toString());
            }
            return rows;
        }
    }

    private interface Work {
        void run() throws SQLException;
    }

    /** HSQLDB in this JVM takes one at a time. */
    private void inTurn(Work work) throws SQLException {
        turn.lock();
        try {
            work.run();
        } finally {
            turn.unlock();
        }
    }
}
