package dev.sluice.service.generated;

import java.sql.SQLException;

/** A database product whose schemas are drawn. The order is part of what a seed draws. */
enum Product {
    POSTGRESQL,
    HSQLDB;

    Schema schema(Draw draw) {
        return this == POSTGRESQL ? new PostgreSqlSchema(draw).schema() : new HsqlDbSchema(draw).schema();
    }

    Places open() throws SQLException {
        return this == POSTGRESQL ? PostgreSqlPlaces.open() : HsqlDbPlace::new;
    }
}
