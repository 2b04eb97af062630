package dev.sluice.service.generated;

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

    @Override
    void prepare(Step.Shape shape) throws SQLException {
        connection().prepareStatement(shape.sql()).close();
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
