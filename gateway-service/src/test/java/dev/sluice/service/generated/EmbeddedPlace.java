package dev.sluice.service.generated;

import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** An HSQLDB or an H2 in memory. */
final class EmbeddedPlace extends Place {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** @param url up to the database's name */
    EmbeddedPlace(String url, String properties) throws SQLException {
        super(url + "generated" + NUMBER.incrementAndGet() + properties, "", "SA");
    }

    /** HSQLDB says of a declared type that does not fit its parameter only when an argument of it is bound. */
    @Override
    void prepare(Step.Shape shape) throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(shape.sql())) {
            for (int i = 0; shape.typed() && i < shape.parameters().size(); i++) {
                final Kind kind = shape.parameters().get(i);
                PlainJdbc.bind(statement, i + 1, kind.values().get(0), kind);
            }
        } catch (final SQLDataException badValue) {
            return; // that is a request's, not its type's
        }
    }

    @Override
    void restore() {
        // nothing that programs run changes the session
    }

    @Override
    List<String> rows(String query) throws SQLException {
        return rows(connection(), query);
    }

    @Override
    public void close() throws SQLException {
        execute("SHUTDOWN");
        connection().close();
    }
}
