package dev.sluice.service.jdbc.update;

import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.jdbc.connect.Embedded;
import dev.sluice.service.jdbc.connect.Product;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * Checks whether committed updates survive a crash of the database's process or machine. If the user has the right, sets an
 * embedded database to write each commit to disk at once. Does not change the settings of a server. Belongs to the worker that
 * runs the updates.
 */
public final class Durability {

    private static final Logger LOG = MaskedLog.of(Durability.class);

    private static final String KILL =
            "a kill of this process loses committed updates, and with updates: exactly-once the next start"
                    + " is refused; ";
    private static final String SERVER =
            "a crash of the server loses committed updates, and with updates: exactly-once the gateway does not go on after it; ";
    private static final String POWER = "a power cut loses committed updates";
    private static final String DESTROYS = "a power cut may destroy the database";

    /** The query returns rows only to administrators. */
    private static final String HSQLDB =
            "SELECT PROPERTY_NAME || '=' || PROPERTY_VALUE FROM INFORMATION_SCHEMA.SYSTEM_PROPERTIES"
                    + " WHERE PROPERTY_NAME IN ('hsqldb.write_delay', 'hsqldb.log_data')";

    private static final String HSQLDB_AT_ONCE = "SET FILES WRITE DELAY FALSE";
    private static final String HSQLDB_SCRIPT = "SET FILES WRITE DELAY ";

    /**
     * The query returns the effective delay, and to administrators also the stored delay. H2 ignores the stored delay when it
     * opens the files again.
     */
    private static final String H2 =
            "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'WRITE_DELAY'";

    private static final String H2_ADMINISTRATOR =
            "SELECT IS_ADMIN FROM INFORMATION_SCHEMA.USERS WHERE USER_NAME = CURRENT_USER";
    private static final String H2_SERVER =
            "SELECT SERVER FROM INFORMATION_SCHEMA.SESSIONS WHERE SESSION_ID = SESSION_ID()";
    private static final String H2_AT_ONCE = "SET WRITE_DELAY 0";

    private static final Pattern OF_A_SERVER =
            Pattern.compile("jdbc:(hsqldb:(hsqls?|https?):|h2:(tcp|ssl):|derby://).*");

    private static final Pattern IN_MEMORY =
            Pattern.compile("jdbc:(hsqldb:(mem:|\\.)|h2:(tcp:[^;]*/|ssl:[^;]*/)?mem:|derby:memory:"
                    + "|sqlite:($|[?]|:memory:|file::memory:|file:[^?]*[?].*mode=memory)|duckdb:($|[;?]|:memory:))");

    /**
     * A reason why a crash may lose committed updates.
     *
     * @param text the message: the cause, a colon, the updates that may be lost, and the remedy
     * @param mend a statement that removes the weakness; empty if the gateway's user cannot remove it
     */
    public record Weakness(String text, Optional<String> mend) {

        private Weakness(String text) {
            this(text, Optional.empty());
        }
    }

    private final String name;
    private String told = "";

    /** @param name the gateway and the database, for the log */
    Durability(String name) {
        this.name = name;
    }

    /**
     * Removes the weakness of the database if the user has the right; otherwise logs the weakness, but the same one only once.
     * Must be called for each session, because H2 forgets the setting when the last session on the database is closed.
     */
    void keep(Session session) throws SQLException {
        try {
            Query.look(() -> weakness(session)).ifPresent(weakness -> tell(session, weakness));
        } catch (final SQLException e) {
            LOG.debug("Not known here", e); // some other database that speaks the same protocol
        }
        session.rollback();
    }

    private void tell(Session session, Weakness weakness) {
        final boolean first = !weakness.text.equals(told);
        told = weakness.text;
        try {
            if (weakness.mend.isPresent()) {
                session.execute(weakness.mend.get());
                session.commit();
            }
            if (first && weakness.mend.isPresent()) {
                LOG.info(
                        "{}: told the database {}, so that a kill of this process loses no committed update",
                        name,
                        weakness.mend.get());
            } else if (first) {
                LOG.warn("{}: {}", name, weakness.text);
            }
        } catch (final SQLException e) {
            LOG.warn("{}: {}; the database refused that: {}", name, weakness.text, e.getMessage());
        }
    }

    /** Returns the weakness of the database; empty if none is known. */
    public static Optional<Weakness> weakness(Session session) throws SQLException {
        final String url = session.connection().getMetaData().getURL();
        if (session.postgres()) {
            return postgres(session).map(Weakness::new);
        }
        if (inMemory(url)) {
            return Optional.empty();
        }
        return switch (Product.of(url)) {
            case HSQLDB -> hsqldb(session, url);
            case H2 -> h2(session, url);
            case MARIADB, MYSQL -> innodb(session).map(Weakness::new);
            case SQLITE -> sqlite(session).map(Weakness::new);
            case DERBY -> derby(url).map(Weakness::new);
            default -> Optional.empty();
        };
    }

    /** Whether, judging by the URL, the data of the database is lost when its process ends. */
    static boolean inMemory(String url) {
        return IN_MEMORY.matcher(url.toLowerCase(Locale.ROOT)).lookingAt();
    }

    private static Optional<String> postgres(Session session) throws SQLException {
        if (value(session, "SHOW fsync").equals("off")) {
            return Optional.of("fsync is off: " + DESTROYS);
        }
        return value(session, "SHOW synchronous_commit").equals("off")
                ? Optional.of("synchronous_commit is off: " + SERVER + "turn it on")
                : Optional.empty();
    }

    private static Optional<Weakness> hsqldb(Session session, String url) throws SQLException {
        final List<String> settings = values(session, HSQLDB);
        final boolean server = OF_A_SERVER.matcher(url).matches();
        if (settings.contains("hsqldb.log_data=false")) {
            return Optional.of(new Weakness("hsqldb.log_data is off: a kill loses all that was committed since the last"
                    + " CHECKPOINT; run SET FILES LOG TRUE"));
        }
        if (settings.contains("hsqldb.write_delay=true")) {
            return Optional.of(
                    server
                            ? new Weakness("hsqldb.write_delay is on: for a database in files, " + SERVER + "run "
                                    + HSQLDB_AT_ONCE)
                            : new Weakness(
                                    "hsqldb.write_delay is on: " + KILL + "run " + HSQLDB_AT_ONCE,
                                    Optional.of(HSQLDB_AT_ONCE)));
        }
        return server || !settings.isEmpty() || writesAtOnce(url)
                ? Optional.empty()
                : Optional.of(new Weakness("hsqldb.write_delay is on: " + KILL + "user '" + user(session)
                        + "' has no right to switch it off: run " + HSQLDB_AT_ONCE
                        + " once as an administrator of the database"));
    }

    /**
     * Whether the script file of an HSQLDB database sets the delay to 0. HSQLDB rewrites this file when it opens the database
     * after a kill.
     */
    private static boolean writesAtOnce(String url) {
        final Optional<String> files = Embedded.path(url);
        if (files.isEmpty()) {
            return false;
        }
        try (Stream<String> lines = Files.lines(Path.of(files.get() + ".script"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(HSQLDB_SCRIPT))
                    .findFirst()
                    .equals(Optional.of(HSQLDB_SCRIPT + "0"));
        } catch (final IOException e) {
            return false; // the script has another format
        }
    }

    private static Optional<Weakness> h2(Session session, String url) throws SQLException {
        final int millis =
                values(session, H2).stream().mapToInt(Integer::parseInt).max().orElse(0);
        if (millis == 0) {
            return Optional.empty();
        }
        final String delays = "WRITE_DELAY is " + millis + " ms: ";
        if (OF_A_SERVER.matcher(url).matches() || !value(session, H2_SERVER).isEmpty()) {
            return Optional.of(new Weakness(delays + SERVER
                    + "add ;WRITE_DELAY=0 to the URL, and connect as an administrator of the database"));
        }
        return Optional.of(
                value(session, H2_ADMINISTRATOR).equalsIgnoreCase("true")
                        ? new Weakness(delays + KILL + "run " + H2_AT_ONCE, Optional.of(H2_AT_ONCE))
                        : new Weakness(
                                delays + KILL + "user '" + user(session) + "' has no right to change it, and H2 resets"
                                        + " it when its files are closed: have an administrator run ALTER USER "
                                        + user(session) + " ADMIN TRUE"));
    }

    private static Optional<String> innodb(Session session) throws SQLException {
        final String flush = value(session, "SELECT @@innodb_flush_log_at_trx_commit");
        return switch (flush) {
            case "1" -> Optional.empty();
            case "0" -> Optional.of("innodb_flush_log_at_trx_commit is 0: " + SERVER + "set it to 1");
            default -> Optional.of("innodb_flush_log_at_trx_commit is not 1: " + POWER + " on the server; set it to 1");
        };
    }

    /** A kill loses data only if the journal is off or in memory, because written data is already with the operating system. */
    private static Optional<String> sqlite(Session session) throws SQLException {
        final String journal = value(session, "PRAGMA journal_mode").toLowerCase(Locale.ROOT);
        final String synchronous = value(session, "PRAGMA synchronous");
        if (journal.equals("off") || journal.equals("memory")) {
            return Optional.of("journal_mode is " + journal + ": a kill of this process may destroy the database");
        }
        if (synchronous.equals("0")) {
            return Optional.of("synchronous is off: " + DESTROYS);
        }
        return synchronous.equals("1") && journal.equals("wal")
                ? Optional.of("synchronous is normal: " + POWER)
                : Optional.empty();
    }

    /** Derby reads the setting when it is loaded, from a system property or a file. No query shows the setting. */
    private static Optional<String> derby(String url) {
        return !OF_A_SERVER.matcher(url).matches()
                        && System.getProperty("derby.system.durability", "").equalsIgnoreCase("test")
                ? Optional.of("derby.system.durability is test: " + DESTROYS)
                : Optional.empty();
    }

    private static String user(Session session) throws SQLException {
        return session.connection().getMetaData().getUserName();
    }

    private static String value(Session session, String query) throws SQLException {
        return values(session, query).stream().findFirst().orElse("");
    }

    private static List<String> values(Session session, String query) throws SQLException {
        session.trip();
        return Query.texts(session.connection(), query);
    }
}
