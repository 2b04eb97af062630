package dev.sluice.service.generated;

import java.sql.SQLException;

/** A database product whose schemas are drawn. The order is part of what a seed draws. */
enum Product {
    POSTGRESQL,
    HSQLDB,
    H2;

    Schema schema(Draw draw) {
        return this == POSTGRESQL ? new PostgreSqlSchema(draw).schema() : new EmbeddedSchema(draw, this).schema();
    }

    Places open() throws SQLException {
        return switch (this) {
            case POSTGRESQL -> PostgreSqlPlaces.open();
            case HSQLDB -> () -> new EmbeddedPlace("jdbc:hsqldb:mem:", "");
            case H2 -> () -> new EmbeddedPlace("jdbc:h2:mem:", ";DB_CLOSE_DELAY=-1");
        };
    }
}
