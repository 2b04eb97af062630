package dev.sluice.service.config;

import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.config.yaml.Document;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.config.yaml.Section;
import dev.sluice.service.config.yaml.Section.Finding;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A gateway's configuration, checked as a whole. Wrong values are refused and never adjusted. Maps are in the order of the file.
 * Immutable. Its text form shows no secret.
 *
 * @param name the gateway's name, the first word of its log lines
 * @param databases the databases by name; there is at least one database or service
 * @param lookups the lookups by name; no lookup has the name of a statement
 * @param statements the statements by name
 * @param rest the services, with their lookups and endpoints
 * @param health the server for health and metrics; empty if there is none
 */
public record GatewayConfig(
        String name,
        QueuesConfig queues,
        ChunkConfig chunk,
        LimitsConfig limits,
        PauserKind pauser,
        Map<String, DatabaseConfig> databases,
        Map<String, Declaration> lookups,
        Map<String, Declaration> statements,
        RestConfig rest,
        Optional<HealthConfig> health) {

    /** How the service thread waits for work. */
    public enum PauserKind {
        /** Spins: has the shortest latency, but always uses a whole core. */
        BUSY,
        /** Spins for a while, then sleeps for longer and longer times. */
        BALANCED,
        /** Sleeps soon: may delay the first request after an idle period by milliseconds. */
        SLEEPY
    }

    /**
     * The REST services, with their lookups and endpoints.
     *
     * @param services the services by name
     * @param lookups the lookups that a service answers, by name
     * @param endpoints the endpoints that receive events, by name
     */
    public record RestConfig(
            Map<String, ServiceConfig> services,
            Map<String, RestDeclaration> lookups,
            Map<String, RestDeclaration> endpoints) {}

    static final Keys KEYS = new Keys();
    private static final Key<String> NAME = KEYS.of("name", Format.name(), "sluice", """
            The gateway's name, first in every log line. Gateways that share a database need different names.""");
    private static final Key<PauserKind> PAUSER =
            KEYS.of("pauser", Format.choice(PauserKind.values()), PauserKind.BALANCED, """
            How the service thread waits: busy takes a whole core, sleepy delays the first request after a pause by
            milliseconds.""");

    private static final String DATABASES = "databases";
    private static final String LOOKUPS = "lookups";
    private static final String STATEMENTS = "statements";
    private static final String SERVICES = "services";
    private static final String ENDPOINTS = "endpoints";

    /** The maximum number of characters of a gateway's name in the checkpoint's table. */
    private static final int LONGEST_NAME = 64;

    private static final int LONG_SECRET = 8;

    /** Sections that were removed, with a hint what to use instead. */
    private static final Map<String, String> FORMER = Map.of(
            "control",
            "control over HTTP was removed, with its token, audit and hosts: delete this section. Use sluice ctl --queues"
                    + " ADDRESS instead; every user who may write the queues may use it");

    /**
     * Reads a file. Paths in it are relative to its directory.
     *
     * @param env returns the value of an environment variable; null if it is not set
     * @param review a review whose findings are reported together with all other problems
     * @throws ConfigException if there are problems; lists all of them
     */
    public static GatewayConfig load(Path file, UnaryOperator<String> env, DeclarationReview review) {
        return Document.read(file, env, root -> read(root, review));
    }

    /**
     * Reads a configuration from its text.
     *
     * @param baseDir the directory to which paths in it are relative
     * @param env returns the value of an environment variable; null if it is not set
     * @throws ConfigException if there are problems; lists all of them
     */
    public static GatewayConfig parse(String yaml, Path baseDir, UnaryOperator<String> env) {
        return Document.read("the configuration", yaml, baseDir, env, root -> read(root, DeclarationReview.NONE));
    }

    /** Returns the configuration of one lane, which is served like a gateway with the name {@code NAME/LANE}. */
    public GatewayConfig lane(int number, String address) {
        return new GatewayConfig(
                name + "/" + number, // a configured name cannot contain a slash
                queues.lane(address),
                chunk,
                limits,
                pauser,
                databases,
                lookups,
                statements,
                rest,
                Optional.empty());
    }

    /** Returns the declarations of SQL: first the lookups, then the statements. */
    public Stream<Declaration> declarations() {
        return Stream.concat(lookups.values().stream(), statements.values().stream());
    }

    /** Returns the database that allows ad hoc SQL; empty if none does. */
    public Optional<DatabaseConfig> adHocDatabase() {
        return databases.values().stream()
                .filter(database -> database.adHoc().allowed())
                .findFirst();
    }

    /**
     * Returns the secrets that must be masked in all messages. These are only the long secrets. A short secret may be a common
     * word, so it is masked only in messages about its own database or service.
     */
    public Secrets secrets() {
        return Secrets.of(Stream.of(
                        databases.values().stream().flatMap(DatabaseConfig::secretValues),
                        rest.services().values().stream().flatMap(ServiceConfig::secretValues),
                        health.flatMap(HealthConfig::token).stream())
                .flatMap(several -> several)
                .filter(secret -> secret.value().length() >= LONG_SECRET)
                .toList());
    }

    static GatewayConfig read(Section root, DeclarationReview review) {
        FORMER.forEach(root::refuse);
        root.allow(KEYS, "queues", "chunk", "limits", "health", DATABASES, SERVICES, LOOKUPS, STATEMENTS, ENDPOINTS);
        final Map<String, Section> serviceSections = root.child(SERVICES).children();
        final Map<String, DatabaseConfig> databases =
                readDatabases(root.child(DATABASES).children(), serviceSections);
        final Map<String, ServiceConfig> services = readAll(serviceSections, ServiceConfig::read);
        if (databases.isEmpty() && services.isEmpty()) {
            root.child(DATABASES).report("missing: at least one database, or one service under services");
        }
        final Map<String, Section> lookups = root.child(LOOKUPS).children();
        final Map<String, Section> statements = root.child(STATEMENTS).children();
        final Map<String, Section> endpoints = root.child(ENDPOINTS).children();
        checkNames("a lookup", lookups, statements);
        checkNames("a lookup", lookups, endpoints);
        checkNames("a statement", statements, endpoints);
        final GatewayConfig config = new GatewayConfig(
                root.get(NAME),
                QueuesConfig.read(root.child("queues")),
                ChunkConfig.read(root.child("chunk")),
                LimitsConfig.read(root.child("limits")),
                root.get(PAUSER),
                databases,
                readAll(
                        only(lookups, section -> !RestDeclaration.isRest(section)),
                        (name, section) -> Declaration.lookup(name, section, databases.keySet())),
                readAll(statements, (name, section) -> Declaration.statement(name, section, databases.keySet())),
                new RestConfig(
                        services,
                        readAll(
                                only(lookups, RestDeclaration::isRest),
                                (name, section) -> RestDeclaration.lookup(name, section, services.keySet())),
                        readAll(
                                endpoints,
                                (name, section) -> RestDeclaration.endpoint(name, section, services.keySet()))),
                HealthConfig.read(root.child("health")));
        final int lanes = config.queues.lanes();
        if (lanes > 1 && config.lane(lanes - 1, "").name.length() > LONGEST_NAME) {
            root.child("queues")
                    .report("lanes: the name of a lane's gateway may have at most " + LONGEST_NAME + " characters, and "
                            + config.lane(lanes - 1, "").name + " has more: choose a shorter name");
        }
        config.lookups.forEach((name, lookup) -> config.review(review, lookup, lookups.get(name)));
        config.statements.forEach((name, statement) -> config.review(review, statement, statements.get(name)));
        config.rest.lookups().forEach((name, lookup) -> config.review(review, lookup, lookups.get(name)));
        config.rest.endpoints().forEach((name, endpoint) -> config.review(review, endpoint, endpoints.get(name)));
        return config;
    }

    private void review(DeclarationReview review, Declaration declaration, Section section) {
        if (!declaration.sql().isEmpty()) {
            review.sql(declaration, Optional.ofNullable(databases.get(declaration.database())))
                    .forEach(section::report);
        }
    }

    /** Reviews a contract only if no problem was found in it so far, because a contract consists of many keys. */
    private void review(DeclarationReview review, RestDeclaration declaration, Section section) {
        final ServiceConfig service = rest.services().get(declaration.service());
        if (service != null && section.isRight()) {
            review.rest(declaration, service, limits).forEach(section::report);
        }
    }

    private static Map<String, DatabaseConfig> readDatabases(
            Map<String, Section> sections, Map<String, Section> services) {
        final Map<String, DatabaseConfig> databases = new LinkedHashMap<>();
        sections.forEach((name, child) -> {
            final DatabaseConfig database = DatabaseConfig.read(name, child);
            DatabaseConfig.checkAdHoc(database, child, databases.values());
            databases.put(name, database);
            if (services.containsKey(name)) {
                services.get(name).report("a database has the same name; logs and metrics need different names");
            }
        });
        return Collections.unmodifiableMap(databases);
    }

    private static <T> Map<String, T> readAll(Map<String, Section> sections, BiFunction<String, Section, T> read) {
        final Map<String, T> all = new LinkedHashMap<>();
        sections.forEach((name, child) -> all.put(name, read.apply(name, child)));
        return Collections.unmodifiableMap(all);
    }

    private static Map<String, Section> only(Map<String, Section> sections, Predicate<Section> which) {
        final Map<String, Section> chosen = new LinkedHashMap<>(sections);
        chosen.values().removeIf(which.negate());
        return chosen;
    }

    private static void checkNames(String kind, Map<String, Section> ones, Map<String, Section> others) {
        others.forEach((name, other) -> Optional.ofNullable(ones.get(name))
                .ifPresent(one -> other.report(kind + " has the same name, in line " + one.line()
                        + "; logs and metrics need different names")));
    }

    /**
     * Finds mistakes in declarations that only the code for databases or the code for services can recognize, such as a wrong
     * number of parameters of a statement, or a body that is no JSON. Called while the file is read, so that all mistakes are
     * reported together, each with its line. Calls no backend.
     */
    public interface DeclarationReview {

        /** A review that finds nothing. */
        DeclarationReview NONE = new DeclarationReview() {};

        /**
         * Reviews the SQL of a declaration.
         *
         * @param database the declaration's database; empty if it does not exist
         */
        default List<Finding> sql(Declaration declaration, Optional<DatabaseConfig> database) {
            return List.of();
        }

        /** Reviews the templates of a lookup or endpoint of a service. */
        default List<Finding> rest(RestDeclaration declaration, ServiceConfig service, LimitsConfig limits) {
            return List.of();
        }
    }
}
