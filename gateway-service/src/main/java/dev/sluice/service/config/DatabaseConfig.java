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
 * A database and how it is asked.
 *
 * @param init a script for a database that does not have its content yet
 * @param adHoc the SQL that may be run in it without a declaration
 * @param updatesPerTransaction most updates that share a transaction
 * @param snapshot whether a run of reads sees one state of the database
 * @param statementTimeout whole seconds
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
        /** Updates without a conflicting read between them share one, up to the database's limit. */
        SHARED,
        /** One transaction for each update. */
        EACH
    }

    /** How often an update happens that a crash came between. */
    public enum UpdateGuarantee {
        /** Once: a checkpoint in the database commits with it. */
        EXACTLY_ONCE,
        /** Once or more. */
        AT_LEAST_ONCE
    }

    /**
     * The SQL that jobs may send to a database without a declaration.
     *
     * @param allowed whether there is any
     * @param files the files with the texts that may be sent; none where any may be
     * @param texts what is in these
     */
    public record AdHoc(boolean allowed, List<Path> files, Set<String> texts) {

        public static final AdHoc NONE = new AdHoc(false, List.of(), Set.of());
        public static final AdHoc ANY = new AdHoc(true, List.of(), Set.of());

        /** A line that ends a text of a file; {@code sluice-jdbc} writes such files. */
        private static final String END = "(?m)^;[ \\t]*$";

        /** Reads the files that the key of that name lists; reports those that cannot be read. */
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

        /** Whether that text may be sent; white space around it aside. */
        public boolean allows(String sql) {
            return allowed && (files.isEmpty() || texts.contains(sql.strip()));
        }
    }

    static final Keys KEYS = new Keys(ResilienceConfig.KEYS);
    private static final Key<JdbcUrl> URL = KEYS.required("url", Format.jdbcUrl(), """
            The database's JDBC URL. Files of HSQLDB and H2 in this process take commits late, and a kill loses them:
            the gateway has them write each commit, if the user is an administrator there; if not, it warns.
            hsqldb.write_delay=false makes a new HSQLDB file so, and WRITE_DELAY=0 opens one of H2 so. shutdown=true
            lets the next start open HSQLDB's files at once.""");
    private static final Key<String> USER = KEYS.of("user", Format.anyText(), "", """
            The database user. Give it no more rights than the statements need.""");
    private static final Key<Secret> PASSWORD = KEYS.of("password", Format.password(), new Secret(""), """
            The user's password, never printed. Take it from the environment, ${NAME}, or from a file,
            ${file:/run/secrets/db}: here it is readable by whoever reads this file.""");
    private static final Key<Path> INIT = KEYS.optional("init", Format.path(), "none", """
            An SQL script that is run when the database does not have its content yet. Relative to the directory of
            this file. For demos: a real schema has a tool of its own.""");
    private static final Key<Boolean> AD_HOC = KEYS.of("adHoc", Format.flag(), false, """
            Whether jobs may send SQL that is not declared below; at most one database allows it. Whoever can write to
            the queue then does what the user above may do. Instead of true, a list of files, such as [allowed.sql], allows
            only the texts in them, each of which ends with a line that is ; alone; relative to the directory of this
            file.""");

    private static final Key<Integer> UPDATES_PER_TRANSACTION =
            KEYS.of("updatesPerTransaction", Format.wholeNumber(1, 10_000), 100, """
            The most updates that share a transaction. More means fewer commits, and locks held for longer.""");
    private static final Key<TransactionMode> TRANSACTION =
            KEYS.of("transaction", Format.choice(TransactionMode.values()), TransactionMode.SHARED, """
            shared lets updates share a transaction where the database's catalog proves that nobody can tell, but for
            the time of the transaction and gaps in generated keys. each gives every update its own: slower by the
            round trips and the commit of each.""");
    private static final Key<UpdateGuarantee> UPDATES =
            KEYS.of("updates", Format.choice(UpdateGuarantee.values()), UpdateGuarantee.EXACTLY_ONCE, """
            exactly-once keeps a checkpoint in two tables of this database, sluice_checkpoint and sluice_outcome, and
            makes them if they are missing; with at-least-once a crash may run updates again.""");
    private static final Key<Boolean> SNAPSHOT = KEYS.of("snapshot", Format.flag(), false, """
            Whether a run of reads sees one state of the database while others write to it. Holds a transaction open
            for as long.""");
    private static final Key<Duration> STATEMENT_TIMEOUT = KEYS.of(
            "statementTimeout",
            Format.seconds(Duration.ofSeconds(1), Duration.ofHours(24)),
            Duration.ofSeconds(30),
            """
            How long one call may take. Too short fails items that are only slow; a long one holds up everything after
            it. A shorter time that PostgreSQL, MariaDB or H2 has for the user counts.""");
    private static final Key<Duration> CONNECTION_TIMEOUT = KEYS.of(
            "connectionTimeout",
            Format.duration(Duration.ofMillis(250), Duration.ofMinutes(10)),
            Duration.ofSeconds(5),
            """
            How long to wait for a connection before it counts as an outage, which is waited for and fails nothing.""");

    static DatabaseConfig read(String name, Section section) {
        section.allow(KEYS);
        return new DatabaseConfig(
                name,
                section.require(URL, new JdbcUrl("")),
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

    /** This database at another URL, waiting for a connection no longer than that. */
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

    /** The texts that must be in no message: the password, and parameters of the URL that seem to be secret. */
    public Secrets secrets() {
        return Secrets.of(secretValues().toList());
    }

    Stream<Secret> secretValues() {
        return Stream.concat(Stream.of(password), url.secrets().stream());
    }

    /** Records a problem if a second database allows ad hoc SQL: a request with such SQL names no database. */
    static void checkAdHoc(DatabaseConfig database, Section section, Collection<DatabaseConfig> others) {
        others.stream()
                .filter(other -> database.adHoc.allowed() && other.adHoc.allowed())
                .findFirst()
                .ifPresent(other -> section.report(
                        AD_HOC, "only one database may allow ad hoc SQL, and '" + other.name + "' does already"));
    }
}
