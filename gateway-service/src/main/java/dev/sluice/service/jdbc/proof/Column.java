package dev.sluice.service.jdbc.proof;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A column, as the catalog has it. What speaks against something is in words, which are empty if nothing does.
 *
 * @param noKey why different arguments may be equal to one value of it
 * @param cuts why a value may be stored as another one
 * @param changes why an update of another column may change it
 */
record Column(String name, Kind kind, String noKey, String cuts, String changes) {

    /** Reads a column from a row, from its column {@code first} on. */
    static Column read(ResultSet row, int first) throws SQLException {
        return new Column(
                row.getString(first),
                Kind.valueOf(row.getString(first + 1).strip()),
                row.getString(first + 2).strip(),
                row.getString(first + 3).strip(),
                row.getString(first + 4).strip());
    }
}
