package dev.sluice.testing;

import dev.sluice.service.jdbc.connect.InitScript;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;

/** An HSQLDB in this process's memory for a test and its gateway. The test can make it unavailable to the gateway. */
final class MemoryDatabase implements AutoCloseable {

    /** The gateway's database user; the test itself uses SA. */
    static final String GATEWAY = "GATEWAY";

    private final JDBCDataSource source = new JDBCDataSource();

    /**
     * @param likeUrl the URL of the replaced database; HSQLDB accepts types and functions of PostgreSQL, MySQL or MariaDB
     *     accordingly
     */
    MemoryDatabase(String likeUrl) throws SQLException {
        String url = "jdbc:hsqldb:mem:" + UUID.randomUUID();
        if (likeUrl.startsWith("jdbc:postgresql:")) {
            url += ";sql.syntax_pgs=true";
        } else if (likeUrl.startsWith("jdbc:mysql:") || likeUrl.startsWith("jdbc:mariadb:")) {
            url += ";sql.syntax_mys=true";
        }
        source.setURL(url);
        source.setUser("SA");
        execute("CREATE USER " + GATEWAY + " PASSWORD '" + GATEWAY + "' ADMIN");
    }

    String url() {
        return source.getURL();
    }

    DataSource source() {
        return source;
    }

    /** Runs a script in HSQLDB's syntax. */
    void fill(Path script) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            InitScript.run(InitScript.statements(script, SqlSyntax.STANDARD), connection, script);
        }
    }

    /** Closes the gateway's sessions, and prevents new ones. */
    void goAway() throws SQLException {
        execute("ALTER USER " + GATEWAY + " SET PASSWORD 'away'");
        for (final long session : sessions()) {
            execute("ALTER SESSION " + session + " CLOSE");
        }
    }

    void comeBack() throws SQLException {
        execute("ALTER USER " + GATEWAY + " SET PASSWORD '" + GATEWAY + "'");
    }

    private List<Long> sessions() throws SQLException {
        final List<Long> sessions = new ArrayList<>();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT session_id FROM information_schema.system_sessions"
                        + " WHERE user_name = '" + GATEWAY + "'")) {
            while (rows.next()) {
                sessions.add(rows.getLong(1));
            }
        }
        return sessions;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        execute("SHUTDOWN");
    }
}
