package dev.sluice.service.check;

import dev.sluice.service.config.ContractConfig.Ask;
import dev.sluice.service.config.ContractConfig.Missing;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.Declaration.Trust;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.RestDeclaration;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.core.footprint.DatabaseIdentity.Self;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import dev.sluice.service.jdbc.probe.DatabaseProbe;
import dev.sluice.service.jdbc.probe.DatabaseReport;
import dev.sluice.service.jdbc.probe.DatabaseReport.Prepared;
import dev.sluice.service.rest.ServiceProbe;
import dev.sluice.transport.Holder;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Inspects the queues and all backends of a configuration. All backends are inspected at the same time. Changes nothing. */
final class Check {

    /** The time limit for the inspection of one backend with all its statements. */
    private static final long LOOK_SECONDS = 60;

    private static final String EVERYTHING = "everything";
    private static final String SINGLE = "single";
    private static final String NOT_TRIED = "not tried";

    private final GatewayConfig config;
    private final CheckReport report = new CheckReport();
    private final Map<String, Declaration> declarations = new LinkedHashMap<>();
    /** The identities of the databases, as far as known, by their names in the configuration. */
    private final Map<String, Self> selves = new LinkedHashMap<>();

    private final Optional<Holder> gateway;

    private Check(GatewayConfig config) {
        this.config = config;
        this.gateway = QueuePlace.look(config, report);
        config.lookups().forEach((name, lookup) -> declarations.put("lookups." + name, lookup));
        config.statements().forEach((name, statement) -> declarations.put("statements." + name, statement));
    }

    /** Runs the check, which takes as long as its slowest backend. */
    static CheckReport of(GatewayConfig config) {
        final Check check = new Check(config);
        SecretsReview.overHttp(config).forEach(check.report::warning);
        final Map<DatabaseConfig, FutureTask<DatabaseReport>> databases = new LinkedHashMap<>();
        config.databases()
                .values()
                .forEach(database ->
                        databases.put(database, begun(database.name(), () -> DatabaseProbe.look(config, database))));
        final Map<ServiceConfig, FutureTask<ServiceProbe.Reached>> services = new LinkedHashMap<>();
        config.rest()
                .services()
                .values()
                .forEach(service -> services.put(service, begun(service.name(), () -> ServiceProbe.reach(service))));
        databases.forEach(check::database);
        services.forEach(check::service);
        check.adHoc();
        check.rest();
        return check.report;
    }

    private static <T> FutureTask<T> begun(String name, Callable<T> look) {
        final FutureTask<T> task = new FutureTask<>(look);
        final Thread thread = new Thread(task, "check-" + name);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    /** Returns the configuration paths of a database's declarations. */
    private Stream<String> of(DatabaseConfig database) {
        return declarations.keySet().stream()
                .filter(path -> declarations.get(path).database().equals(database.name()));
    }

    private void database(DatabaseConfig database, FutureTask<DatabaseReport> look) {
        final String key = "databases." + database.name();
        final String at = database.url().toString();
        try {
            final DatabaseReport found = result(look);
            report.backend(
                    database.name(), found.product(), at, found.problems().isEmpty() ? "reached" : "PROBLEM");
            report.durability(database.name(), found.durability(), found.updates());
            found.problems().forEach(text -> report.problem(key + ": " + text));
            found.warnings().forEach(text -> report.warning(key + ": " + text));
            of(database).forEach(path -> prepared(path, found));
            found.roundTrip().ifPresent(trip -> of(database).forEach(path -> waits(path, found, trip)));
            of(database).forEach(path -> missing(path, found.missing()));
            found.self().ifPresent(self -> oneOf(database, self));
        } catch (final IOException e) {
            final boolean ours = e.getCause() instanceof UnreachableException unreachable
                    && unreachable.inUse()
                    && gateway.isPresent();
            report.backend(database.name(), "database", at, ours ? "in use by the gateway" : "PROBLEM");
            if (ours) {
                report.warning(key + ": its files are in use by the running gateway, process "
                        + gateway.get().pid() + "; the statements were not tried: stop the gateway to try them");
            } else {
                report.problem(key + ": " + e.getMessage());
            }
            of(database).forEach(path -> untried(path, NOT_TRIED));
        }
    }

    /**
     * Warns of declared names that are not tables, most likely because of a typing error. Such a name keeps no requests in order.
     */
    private void missing(String path, Set<String> missing) {
        final Declaration declaration = declarations.get(path);
        final Map<String, Set<String>> declared = new LinkedHashMap<>();
        declared.put("reads", declaration.reads().orElse(Set.of()));
        declared.put("writes", declaration.writes().orElse(Set.of()));
        declared.forEach((key, names) -> names.stream()
                .filter(missing::contains)
                .sorted()
                .forEach(name -> report.warning(path + "." + key + ": there is no table " + name + " in databases."
                        + declaration.database() + ", so a read may overtake a write of the table that is meant")));
    }

    /**
     * Warns if two configured databases are, or may be, the same database. In both cases conflicting requests to the two
     * databases keep their order. If they are in fact different databases, this costs concurrency without need.
     */
    private void oneOf(DatabaseConfig database, Self self) {
        selves.forEach((earlier, its) -> {
            final boolean mayBe = its.mayBe(self);
            if (mayBe && self.id().isPresent() && its.id().isPresent()) {
                report.warning("databases." + earlier + " and databases." + database.name()
                        + ": they are one database, so conflicting requests to both keep their order");
            } else if (mayBe) {
                report.warning("databases." + earlier + " and databases." + database.name()
                        + ": they may be one database (not known), so conflicting requests to both keep their order,"
                        + " as if they were one");
            }
        });
        selves.put(database.name(), self);
    }

    private void prepared(String path, DatabaseReport found) {
        final Prepared prepared = found.prepared().get(declarations.get(path).name());
        if (prepared instanceof Prepared.As as) {
            asked(path, as.form(), as.reads(), as.writes());
            as.beyond().ifPresent(beyond -> beyond(path, beyond));
            as.notes().forEach(note -> report.note(path + ": " + note));
        } else if (prepared instanceof Prepared.Untried untried) {
            untried(path, untried.reason());
        } else {
            untried(path, "PROBLEM");
            report.problem(path + ".sql: cannot be prepared: " + ((Prepared.Refused) prepared).reason());
        }
    }

    private void waits(String path, DatabaseReport found, Duration roundTrip) {
        final Declaration declaration = declarations.get(path);
        if (declaration.lookup() && found.prepared().get(declaration.name()) instanceof Prepared.As as) {
            final boolean alone = as.form().startsWith(SINGLE);
            report.waits(
                    declaration.name(), roundTrip, alone ? 1 : config.chunk().limit());
        }
    }

    /** Reports that a declaration leaves out tables which the statement uses, or may use, according to the catalog. */
    private void beyond(String path, String beyond) {
        if (declarations.get(path).trust().contains(Trust.DECLARED)) {
            report.warning(path + ": " + beyond
                    + "; the declaration counts nevertheless, because of 'trust: declared', so requests may be"
                    + " reordered");
        } else {
            report.problem(path + ": " + beyond + ". The gateway goes by the catalog: delete the declaration, or add"
                    + " trust: declared if no request can notice");
        }
    }

    private void untried(String path, String why) {
        asked(path, why, "-", "-");
    }

    private void asked(String path, String form, String reads, String writes) {
        final Declaration declaration = declarations.get(path);
        report.asked(
                declaration.name(),
                declaration.lookup() ? "lookup" : "statement",
                declaration.database(),
                form,
                reads,
                writes);
    }

    private void service(ServiceConfig service, FutureTask<ServiceProbe.Reached> look) {
        final String at = service.url().toString();
        if (config.rest().endpoints().values().stream()
                .anyMatch(endpoint -> endpoint.service().equals(service.name()))) {
            report.durability(service.name(), "-", "events at-least-once, each with an idempotency key");
        }
        try {
            final ServiceProbe.Reached reached = result(look);
            report.backend(service.name(), "REST service", at, reached.text());
            reached.roundTrip().ifPresent(trip -> waits(service, trip));
        } catch (final IOException e) {
            report.backend(service.name(), "REST service", at, "PROBLEM");
            report.problem("services." + service.name() + ": " + e.getMessage());
        }
    }

    private void waits(ServiceConfig service, Duration roundTrip) {
        config.rest().lookups().values().stream()
                .filter(lookup -> lookup.service().equals(service.name()))
                .forEach(lookup -> {
                    final boolean alone = form(lookup).contains(", " + SINGLE);
                    final int most = Math.min(
                            lookup.contract().ask().limit(), config.chunk().limit());
                    report.waits(lookup.name(), roundTrip, alone ? 1 : most);
                });
    }

    private void adHoc() {
        config.adHocDatabase()
                .ifPresent(database -> report.asked(
                        "(any SQL)", "ad hoc", database.name(), "as its text allows", EVERYTHING, EVERYTHING));
    }

    private void rest() {
        Stream.of(config.rest().lookups(), config.rest().endpoints())
                .flatMap(declarations -> declarations.values().stream())
                .forEach(declaration -> report.asked(
                        declaration.name(),
                        declaration.endpoint() ? "endpoint" : "lookup",
                        declaration.service(),
                        form(declaration),
                        names(declaration.reads()),
                        names(declaration.writes())));
    }

    /** Describes how a service will be called. A call never has more items than a chunk. */
    private String form(RestDeclaration declaration) {
        final Ask ask = declaration.contract().ask();
        final int most = config.chunk().limit();
        final String call = ask.method() + " " + ask.path();
        if (!declaration.chunk()) {
            return call + ", single: chunk: false";
        }
        if (ask.limit() == 1) {
            return call + ", single: a call can have only one item, or request.limit is 1";
        }
        if (most == 1) {
            return call + ", single: chunk.limit is 1";
        }
        if (declaration.contract().answer().mayCutRows()) {
            return call + ", single: an item may have several rows, and no response.total shows that all are there";
        }
        final boolean asksMissing = declaration.contract().answer().missing() == Missing.NOT_FOUND;
        return call + ", up to "
                + (ask.limit() > most
                        ? most + ": that is chunk.limit, though request.limit is " + ask.limit()
                        : ask.limit())
                + (asksMissing ? "; a key that is missing from a response gets a call of its own" : "");
    }

    private static String names(Optional<Set<String>> declared) {
        return declared.map(names -> names.isEmpty() ? "-" : String.join(", ", new TreeSet<>(names)))
                .orElse(EVERYTHING);
    }

    /** @throws IOException if the backend could not be inspected; the message is written for the user */
    private static <T> T result(FutureTask<T> look) throws IOException {
        try {
            return look.get(LOOK_SECONDS, TimeUnit.SECONDS);
        } catch (final TimeoutException e) {
            throw new IOException("it did not answer everything within " + LOOK_SECONDS + " s", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the check was interrupted", e);
        } catch (final ExecutionException e) {
            final Throwable cause = e.getCause();
            throw new IOException(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
        }
    }
}
