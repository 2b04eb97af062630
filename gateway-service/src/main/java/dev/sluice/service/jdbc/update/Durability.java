package dev.sluice.service.jdbc.update;

import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/** Whether what a database says it committed is on its disk. */
public final class Durability {

    private static final String HSQLDB = "SELECT property_value FROM information_schema.system_properties"
            + " WHERE property_name = 'hsqldb.write_delay'";

    private static final String H2 =
            "SELECT setting_value FROM information_schema.settings WHERE setting_name = 'WRITE_DELAY'";

    private static final String HSQLDB_DELAYS = "hsqldb.write_delay is on: a crash of this process loses committed"
            + " updates; add ;hsqldb.write_delay=false to the URL";

    private Durability() {}

    /** Says which committed updates a crash may take away, and how to change that; empty if nothing is known of it. */
    public static Optional<String> weakness(Session session) throws SQLException {
        if (session.postgres()) {
            return postgres(session);
        }
        final String url = session.connection().getMetaData().getURL();
        if (url.startsWith("jdbc:h2:") && !url.startsWith("jdbc:h2:mem:")) {
            return h2(session);
        }
        if (url.startsWith("jdbc:mariadb:")) {
            return value(session, "SELECT @@innodb_flush_log_at_trx_commit").equals("1")
                    ? Optional.empty()
                    : Optional.of("innodb_flush_log_at_trx_commit is not 1: a crash of the server loses committed"
                            + " updates");
        }
        if (url.startsWith("jdbc:sqlite:")) {
            return sqlite(value(session, "PRAGMA synchronous"));
        }
        return url.startsWith("jdbc:hsqldb:file:") && value(session, HSQLDB).equals("true")
                ? Optional.of(HSQLDB_DELAYS)
                : Optional.empty();
    }

    /** Says which committed updates a crash may take away from files that such a URL will make. */
    public static Optional<String> weaknessOfNew(String url) {
        final String lower = url.toLowerCase(Locale.ROOT);
        if (lower.startsWith("jdbc:hsqldb:")) {
            return lower.contains("hsqldb.write_delay=false") ? Optional.empty() : Optional.of(HSQLDB_DELAYS);
        }
        return lower.startsWith("jdbc:h2:") && !lower.contains("write_delay=0")
                ? Optional.of(h2Delays("500"))
                : Optional.empty();
    }

    private static Optional<String> postgres(Session session) throws SQLException {
        if (value(session, "SHOW fsync").equals("off")) {
            return Optional.of("fsync is off: a power cut may destroy the database");
        }
        return value(session, "SHOW synchronous_commit").equals("off")
                ? Optional.of("synchronous_commit is off: a crash of the server loses committed updates")
                : Optional.empty();
    }

    private static Optional<String> sqlite(String synchronous) {
        return switch (synchronous) {
            case "0" -> Optional.of("synchronous is OFF: a power cut may destroy the database");
            case "1" -> Optional.of("synchronous is NORMAL: a power cut may lose committed updates");
            default -> Optional.empty();
        };
    }

    private static Optional<String> h2(Session session) throws SQLException {
        final String delay = value(session, H2);
        return delay.isEmpty() || delay.equals("0") ? Optional.empty() : Optional.of(h2Delays(delay));
    }

    private static String h2Delays(String millis) {
        return "WRITE_DELAY is " + millis + " ms: a crash loses committed updates; add ;WRITE_DELAY=0 to the URL";
    }

    private static String value(Session session, String query) throws SQLException {
        session.trip();
        return Query.texts(session.connection(), query).stream().findFirst().orElse("");
    }
}
