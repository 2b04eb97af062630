package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.SQLException;

/** Knows whether a query may be asked in another order or number without a change of its result. Any thread. */
public interface Volatility {

    /** Whether everything the query calls is known to be stable; what is not known is volatile. */
    boolean stable(Connection connection, SqlText query) throws SQLException;
}
