package dev.sluice.service.config;

import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.config.yaml.Document;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Key;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.config.yaml.Section;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A gateway's configuration, checked as a whole: what exists is right, and nothing in it was adjusted. Maps are in the
 * order of the file. Immutable. Printing it shows no secret.
 *
 * @param name the gateway's name, the first word of its log lines
 * @param databases by name; at least one, or one service
 * @param lookups by name; none has the name of a statement
 * @param statements by name
 * @param rest services, and what can be asked of them
 * @param health where health and metrics are served; empty: nowhere
 */
public record GatewayConfig(
        String name,
        QueuesConfig queues,
        ChunkConfig chunk,
        LimitsConfig limits,
        PauserKind pauser,
        Map<String, DatabaseConfig> databases,
        Map<String, LookupConfig> lookups,
        Map<String, StatementConfig> statements,
        RestConfig rest,
        Optional<HealthConfig> health) {

    private static final Key<String> NAME = Key.of(
            "name",
            Format.name(),
            "sluice",
            "The gateway's name, the first word of every log line. Gateways that share a database need different"
                    + " ones.");
    private static final Key<PauserKind> PAUSER = Key.of(
            "pauser",
            Format.choice(List.of(PauserKind.values()).stream()),
            PauserKind.BALANCED,
            "What the service thread does without work: busy takes a whole core for the shortest latency, sleepy costs"
                    + " milliseconds after a rest.");

    private static final String DATABASES = "databases";
    private static final String LOOKUPS = "lookups";
    private static final String STATEMENTS = "statements";
    private static final String SERVICES = "services";
    private static final String ENDPOINTS = "endpoints";

    private static final int LONG_SECRET = 8;

    static final List<Key<?>> KEYS = List.of(NAME, PAUSER);

    public GatewayConfig {
        databases = inOrder(databases);
        lookups = inOrder(lookups);
        statements = inOrder(statements);
    }

    /**
     * Reads a file, with the environment of the process. Relative paths in it start from its directory.
     *
     * @throws ConfigException with every problem, if there is one
     */
    public static GatewayConfig load(Path file) {
        return load(file, System::getenv);
    }

    /**
     * Reads a file. Relative paths in it start from its directory.
     *
     * @param env the environment: null for a variable that is not set
     * @throws ConfigException with every problem, if there is one
     */
    public static GatewayConfig load(Path file, UnaryOperator<String> env) {
        return load(file, env, DeclarationReview.NONE);
    }

    /**
     * Reads a file. Relative paths in it start from its directory.
     *
     * @param env the environment: null for a variable that is not set
     * @param review what it finds is reported with everything else
     * @throws ConfigException with every problem, if there is one
     */
    public static GatewayConfig load(Path file, UnaryOperator<String> env, DeclarationReview review) {
        return Document.read(file, env, root -> read(root, review));
    }

    /**
     * Reads a configuration from its text.
     *
     * @param baseDir what relative paths in it start from
     * @param env the environment: null for a variable that is not set
     * @throws ConfigException with every problem, if there is one
     */
    public static GatewayConfig parse(String yaml, Path baseDir, UnaryOperator<String> env) {
        return Document.read("the configuration", yaml, baseDir, env, root -> read(root, DeclarationReview.NONE));
    }

    /** The database where ad hoc SQL is run, if one allows it. */
    public Optional<DatabaseConfig> adHocDatabase() {
        return databases.values().stream().filter(DatabaseConfig::adHoc).findFirst();
    }

    /**
     * What must stand nowhere, whatever it is about: long secrets only, since a short one is a word of many messages, and
     * is masked where something is said of its own database or service.
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

    private static GatewayConfig read(Section root, DeclarationReview review) {
        root.allow(KEYS, "queues", "chunk", "limits", "health", DATABASES, SERVICES, LOOKUPS, STATEMENTS, ENDPOINTS);
        final Map<String, DatabaseConfig> databases = readDatabases(root.child(DATABASES));
        final Map<String, Section> serviceSections = root.child(SERVICES).children();
        final Map<String, ServiceConfig> services = readAll(serviceSections, ServiceConfig::read);
        if (databases.isEmpty() && services.isEmpty()) {
            root.child(DATABASES).report("missing: at least one database, or one service under services");
        }
        checkBackends(databases, serviceSections);
        final Set<String> names = databases.keySet();
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
                        only(lookups, section -> !RestDeclarations.isRest(section)),
                        (name, section) -> LookupConfig.read(name, section, names)),
                readAll(statements, (name, section) -> StatementConfig.read(name, section, names)),
                new RestConfig(
                        services,
                        readAll(
                                only(lookups, RestDeclarations::isRest),
                                (name, section) -> RestDeclarations.lookup(name, section, services.keySet())),
                        readAll(
                                endpoints,
                                (name, section) -> RestDeclarations.endpoint(name, section, services.keySet()))),
                HealthConfig.read(root.child("health")));
        config.lookups.values().forEach(lookup -> config.review(review, lookup, lookups.get(lookup.name())));
        config.statements
                .values()
                .forEach(statement -> config.review(review, statement, statements.get(statement.name())));
        config.reviewRest(review, lookups, endpoints);
        return config;
    }

    private void review(DeclarationReview review, Declaration declaration, Section section) {
        if (!declaration.sql().isEmpty()) {
            review.sql(declaration, Optional.ofNullable(databases.get(declaration.database())))
                    .forEach(section::report);
        }
    }

    /** A contract is made of many keys, so it is reviewed only if all of them are right so far. */
    private void reviewRest(
            DeclarationReview review, Map<String, Section> lookupSections, Map<String, Section> endpointSections) {
        rest.lookups().forEach((name, lookup) -> {
            final Section section = lookupSections.get(name);
            final ServiceConfig service = rest.services().get(lookup.service());
            if (service != null && section.isRight()) {
                review.lookup(lookup, service, limits).forEach(section::report);
            }
        });
        rest.endpoints().forEach((name, endpoint) -> {
            final Section section = endpointSections.get(name);
            final ServiceConfig service = rest.services().get(endpoint.service());
            if (service != null && section.isRight()) {
                review.endpoint(endpoint, service, limits).forEach(section::report);
            }
        });
    }

    private static Map<String, DatabaseConfig> readDatabases(Section section) {
        final Map<String, Section> sections = section.children();
        final Map<String, DatabaseConfig> databases = new LinkedHashMap<>();
        sections.forEach((name, child) -> {
            final DatabaseConfig database = DatabaseConfig.read(name, child);
            DatabaseConfig.checkAdHoc(database, child, databases.values());
            databases.put(name, database);
        });
        return databases;
    }

    private static <T> Map<String, T> readAll(Map<String, Section> sections, BiFunction<String, Section, T> read) {
        final Map<String, T> all = new LinkedHashMap<>();
        sections.forEach((name, child) -> all.put(name, read.apply(name, child)));
        return all;
    }

    private static Map<String, Section> only(Map<String, Section> sections, Predicate<Section> which) {
        final Map<String, Section> chosen = new LinkedHashMap<>(sections);
        chosen.values().removeIf(which.negate());
        return chosen;
    }

    private static void checkBackends(Map<String, DatabaseConfig> databases, Map<String, Section> services) {
        services.forEach((name, service) -> {
            if (databases.containsKey(name)) {
                service.report("a database has the same name; logs and metrics need them apart");
            }
        });
    }

    private static void checkNames(String kind, Map<String, Section> ones, Map<String, Section> others) {
        others.forEach((name, other) -> Optional.ofNullable(ones.get(name))
                .ifPresent(one -> other.report(
                        kind + " has the same name, in line " + one.line() + "; logs and metrics need them apart")));
    }

    private static <T> Map<String, T> inOrder(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
