package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.JdbcUrl;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Secret;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.config.yaml.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A database, and how it is used.
 *
 * @param init an SQL script that is run if the database does not have its content yet
 * @param adHoc the SQL that jobs may run in the database without a declaration
 * @param updatesPerTransaction the maximum number of updates that share a transaction
 * @param snapshot whether all reads of a call see the same state of the database
 * @param statementTimeout the time limit of a call, in whole seconds
 */
public record DatabaseConfig(
        String name,
        JdbcUrl url,
        String user,
        Secret password,
        Optional<Path> init,
        AdHoc adHoc,
        int updatesPerTransaction,
        TransactionMode transaction,
        UpdateGuarantee updates,
        boolean snapshot,
        Duration statementTimeout,
        Duration connectionTimeout,
        ResilienceConfig resilience) {

    /** How updates share database transactions. */
    public enum TransactionMode {
        /** Updates without a conflicting read between them share a transaction, up to the database's limit. */
        SHARED,
        /** Each update has its own transaction. */
        EACH
    }

    /** How often an update happens if the gateway's process crashes while the update is in progress. */
    public enum UpdateGuarantee {
        /** Exactly once, because a checkpoint in the database is committed together with the update. */
        EXACTLY_ONCE,
        /** Once or several times. */
        AT_LEAST_ONCE
    }

    /**
     * The SQL that jobs may send to a database without a declaration.
     *
     * @param allowed whether jobs may send any ad hoc SQL
     * @param files the files with the allowed statements; none if every statement is allowed
     * @param texts the statements in these files
     */
    public record AdHoc(boolean allowed, List<Path> files, Set<String> texts) {

        public static final AdHoc NONE = new AdHoc(false, List.of(), Set.of());
        public static final AdHoc ANY = new AdHoc(true, List.of(), Set.of());

        /** A line that ends a statement in a file; {@code sluice-jdbc} writes such files. */
        private static final String END = "(?m)^;[ \\t]*$";

        /** Reads the files that the key with this name lists, and reports each file that cannot be read. */
        static AdHoc listed(Section section, String name) {
            final Key<Path> key = new Keys().list(name, Format.path(), "none", "");
            final List<Path> files = section.findList(key).orElse(List.of()).stream()
                    .map(section::resolve)
                    .toList();
            final Set<String> texts = files.stream()
                    .flatMap(file -> texts(file).orElseGet(() -> {
                        section.report(key, "cannot read the file of allowed SQL, looked for " + file.toAbsolutePath());
                        return Stream.empty();
                    }))
                    .collect(Collectors.toUnmodifiableSet());
            return new AdHoc(!files.isEmpty(), files, texts);
        }

        private static Optional<Stream<String>> texts(Path file) {
            try {
                return Optional.of(
                        Stream.of(Files.readString(file).replace("\r\n", "\n").split(END))
                                .map(String::strip)
                                .filter(text -> !text.isEmpty()));
            } catch (final IOException e) {
                return Optional.empty();
            }
        }

        /** Whether a statement may be sent; white space around it is ignored. */
        public boolean allows(String sql) {
            return allowed && (files.isEmpty() || texts.contains(sql.strip()));
        }
    }

    static final Keys KEYS = new Keys(ResilienceConfig.KEYS);
    private static final Key<JdbcUrl> URL = KEYS.required("url", Format.jdbcUrl(), """
            The JDBC URL. HSQLDB and H2 in this process write commits late, so a kill loses the last ones. The gateway
            changes that if the user is an administrator; otherwise hsqldb.write_delay=false does for a new HSQLDB file,
            WRITE_DELAY=0 for H2. With shutdown=true HSQLDB closes its files, and the next start needs no recovery.""");
    private static final Key<String> USER = KEYS.of("user", Format.anyText(), "", """
            The database user. Give it no more rights than the statements need.""");
    private static final Key<Secret> PASSWORD = KEYS.of("password", Format.password(), new Secret(""), """
            The user's password, never printed. Take it from ${NAME} or ${file:/run/secrets/db}.""");
    private static final Key<Path> INIT = KEYS.optional("init", Format.path(), "none", """
            An SQL script, run if the database does not have its content yet. For demos; a real schema needs a migration
            tool.""");
    private static final Key<Boolean> AD_HOC = KEYS.of("adHoc", Format.flag(), false, """
            Whether jobs may send SQL that is not declared; at most one database may allow it. With true, whoever can
            write to the queue has all rights of this user. A list of files, such as [allowed.sql], allows the
            statements in them; a line with only a ; ends each.""");

    private static final Key<Integer> UPDATES_PER_TRANSACTION =
            KEYS.of("updatesPerTransaction", Format.wholeNumber(1, 10_000), 500, """
            The most updates that share a transaction. More means fewer commits, but locks are held longer.""");
    private static final Key<TransactionMode> TRANSACTION =
            KEYS.of("transaction", Format.choice(TransactionMode.values()), TransactionMode.SHARED, """
            With shared, updates share a transaction if the catalog proves that this changes nothing but the time and
            gaps in generated keys. With each, every update has its own, which costs round trips and commits.""");
    private static final Key<UpdateGuarantee> UPDATES =
            KEYS.of("updates", Format.choice(UpdateGuarantee.values()), UpdateGuarantee.EXACTLY_ONCE, """
            exactly-once keeps a checkpoint in the tables sluice_checkpoint and sluice_outcome, made if they are
            missing; with at-least-once updates may run again after a crash.""");
    private static final Key<Boolean> SNAPSHOT = KEYS.of("snapshot", Format.flag(), false, """
            Whether all reads of a call see one state of the database, in a transaction that is open until the
            last.""");
    private static final Key<Duration> STATEMENT_TIMEOUT = KEYS.of(
            "statementTimeout",
            Format.seconds(Duration.ofSeconds(1), Duration.ofHours(24)),
            Duration.ofSeconds(30),
            """
            How long one call may take. It holds up all later results. A shorter timeout of the user's (PostgreSQL,
            MariaDB, H2) takes precedence.""");
    private static final Key<Duration> CONNECTION_TIMEOUT = KEYS.of(
            "connectionTimeout",
            Format.duration(Duration.ofMillis(250), Duration.ofMinutes(10)),
            Duration.ofSeconds(5),
            """
            How long to wait for a connection. Then the database is away: requests wait and do not fail.""");

    static DatabaseConfig read(String name, Section section) {
        section.allow(KEYS);
        final JdbcUrl url = section.require(URL, new JdbcUrl(""));
        if (url.value().startsWith("jdbc:postgres:")) {
            section.report(URL, "no driver takes 'jdbc:postgres:': PostgreSQL's URL starts with 'jdbc:postgresql:'");
        }
        return new DatabaseConfig(
                name,
                url,
                section.get(USER),
                section.get(PASSWORD),
                section.file(INIT, "script"),
                section.isList(AD_HOC)
                        ? AdHoc.listed(section, AD_HOC.name())
                        : section.get(AD_HOC) ? AdHoc.ANY : AdHoc.NONE,
                section.get(UPDATES_PER_TRANSACTION),
                section.get(TRANSACTION),
                section.get(UPDATES),
                section.get(SNAPSHOT),
                section.get(STATEMENT_TIMEOUT),
                section.get(CONNECTION_TIMEOUT),
                ResilienceConfig.read(section));
    }

    /** Returns this database with another URL and an upper limit for the connection timeout. */
    public DatabaseConfig at(JdbcUrl other, Duration longest) {
        return new DatabaseConfig(
                name,
                other,
                user,
                password,
                init,
                adHoc,
                updatesPerTransaction,
                transaction,
                updates,
                snapshot,
                statementTimeout,
                connectionTimeout.compareTo(longest) < 0 ? connectionTimeout : longest,
                resilience);
    }

    /** Returns the secrets that must be masked in messages: the password, and parameters of the URL that seem to be secret. */
    public Secrets secrets() {
        return Secrets.of(secretValues().toList());
    }

    Stream<Secret> secretValues() {
        return Stream.concat(Stream.of(password), url.secrets().stream());
    }

    /** Reports a second database that allows ad hoc SQL, because a request with such SQL need not name a database. */
    static void checkAdHoc(DatabaseConfig database, Section section, Collection<DatabaseConfig> others) {
        others.stream()
                .filter(other -> database.adHoc.allowed() && other.adHoc.allowed())
                .findFirst()
                .ifPresent(other -> section.report(
                        AD_HOC, "only one database may allow ad hoc SQL, and '" + other.name + "' does already"));
    }
}
