package dev.sluice.perf.letters;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Rows;
import dev.sluice.perf.baseline.MixByJdbc;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.letters.LettersSystem.Network;
import dev.sluice.perf.load.ExpectedResults;
import dev.sluice.perf.load.Mix;
import dev.sluice.perf.load.Mix.Kind;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.testsupport.GatewayYaml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures a job that reads and updates its own table by key. With plain JDBC it executes one request at a time. Through the
 * gateway it writes all requests without waiting for results. The time runs from the first request to the last result. Every
 * result is checked. Not thread-safe.
 */
final class LettersOwnTable {

    private static final String UNIT = "us per request";
    /**
     * The number of requests before the time starts, so that all statements are prepared and the gateway has checked them against
     * the database's catalog.
     */
    private static final int BEFORE = 300;

    private static final Map<Kind, List<String>> GOALS = Map.of(
            Kind.APART, List.of("at least 8", "at least 60"),
            Kind.RECENT, List.of("at least 6", "at least 40"),
            Kind.EACH, List.of("at least 8", "at least 40"),
            Kind.UNPROVED, List.of("at least 0.8", "at least 0.5"));
    private static final Duration GOAL_LATENCY = Duration.ofMillis(1);

    private final Run run;
    private final LettersSystem system;
    private final List<Row> rows = new ArrayList<>();
    private final List<Variant> variants = new ArrayList<>();

    /** A row of the report's table: a mix of requests over a network. */
    private record Row(Kind kind, Network network) {

        String named(String way) {
            return kind.shown() + ", " + network + ": " + way;
        }

        String byJdbc() {
            return named("plain JDBC");
        }

        String byGateway() {
            return named("gateway");
        }
    }

    LettersOwnTable(Run run, LettersSystem system) throws Exception {
        this.run = run;
        this.system = system;
        system.database().execute(Mix.schema());
        system.networks().forEach(this::over);
    }

    private void over(Network network) {
        final Database database = network.database();
        final Duration latency = network.latency();
        for (final Kind kind : Kind.values()) {
            final Row row = new Row(kind, network);
            final Mix mix = Mix.of(kind, count(kind), run.seed());
            final int most = latency.isZero()
                    ? mix.count()
                    : (int) (run.of(LettersSizes.SINGLE_MILLIS) * 1_000_000L / latency.toNanos());
            final Mix few = mix.first(Math.min(mix.count(), Math.max(2, most)));
            rows.add(row);
            variants.add(Variant.of(row.byJdbc(), UNIT, () -> byJdbc(database, few)));
            final Mix many = kind == Kind.UNPROVED && !latency.isZero()
                    ? mix.first(Math.min(mix.count(), 2 * few.count())) // one round trip for each update here, too
                    : mix;
            variants.add(Variant.of(row.byGateway(), UNIT, () -> byGateway(database, many)));
        }
    }

    private int count(Kind kind) {
        final int lookups = run.of(LettersSizes.OWN_LOOKUPS);
        return switch (kind) {
            case APART, RECENT, TWO_TABLES -> lookups + lookups / 10;
            case EACH -> 2 * lookups;
            case UNPROVED -> Math.max(1, lookups / 10);
        };
    }

    /** Executes all requests of a mix and checks their results. */
    private interface Asking {
        void ask(Mix mix) throws Exception;
    }

    private double byJdbc(Database database, Mix mix) throws Exception {
        try (MixByJdbc way = new MixByJdbc(database, mix)) {
            return micros(mix, way::ask);
        }
    }

    private double byGateway(Database database, Mix mix) throws Exception {
        final Path own = run.newDirectory("gateway");
        try (Service service = system.gateways().open(own, configuration(database, mix, own))) {
            return micros(mix, asked -> ask(service, asked));
        }
    }

    private double micros(Mix mix, Asking way) throws Exception {
        system.database().execute(mix.refill());
        way.ask(mix.first(Math.min(mix.count() / 2, BEFORE)));
        system.database().execute(mix.refill());
        final long start = System.nanoTime();
        way.ask(mix);
        return (System.nanoTime() - start) / 1e3 / mix.count();
    }

    private GatewayYaml configuration(Database database, Mix mix, Path own) {
        final GatewayYaml yaml = database.declaredIn(
                        new GatewayYaml(own.getFileName().toString()))
                .with("chunk.limit", run.of(LettersSizes.OWN_CHUNK))
                .with("chunk.callsInFlight", run.of(LettersSizes.CALLS_IN_FLIGHT));
        return yaml.with("lookups.row.sql", mix.lookupSql())
                .with("lookups.row.types", List.of("long"))
                .with("lookups.row.reads", List.of(Mix.READ))
                .with("statements.change.sql", mix.updateSql())
                .with("statements.change.types", List.of("long"))
                .with("statements.change.writes", List.of(mix.kind().updated()));
    }

    private static void ask(Service service, Mix mix) {
        final Requests requests = service.client().requests();
        final Checked results = new Checked(mix, requests.lastSequence());
        for (int i = 0; i < mix.count(); i++) {
            if (mix.updates()[i]) {
                requests.executeUpdate("change", mix.keys()[i]);
            } else {
                requests.lookup("row", mix.keys()[i]);
            }
        }
        service.await(results);
    }

    private record Checked(Mix mix, long before) implements ExpectedResults {

        @Override
        public void rows(RequestRef request, Rows rows) {
            mix.check(place(request), rows.only().getLong("n"));
        }

        @Override
        public void updated(RequestRef request, long count) {
            mix.checkUpdated(place(request), count);
        }

        private int place(RequestRef request) {
            return (int) (request.sequence() - before - 1);
        }
    }

    void measure(int warmUps, Findings findings) throws Exception {
        findings.conditions(
                """
                own table: %,d lookups interleaved with a tenth as many updates, by key, on tables with %,d rows; where each
                  row is read and then updated, as many updates as lookups; over a network with latency plain JDBC runs for
                  %,d ms; up to %,d requests in a chunk; updates exactly once, without fsync
                """,
                run.of(LettersSizes.OWN_LOOKUPS),
                Mix.ROWS,
                run.of(LettersSizes.SINGLE_MILLIS),
                run.of(LettersSizes.OWN_CHUNK));
        final Measurements measured = run.inTurns("letters: its own table, ", warmUps, variants);
        findings.add(measured.all());
        findings.table(
                "A job that reads and updates its own table, microseconds per request",
                rows,
                new Columns<Row>()
                        .with("requests", row -> row.kind().shown())
                        .with("network", Row::network)
                        .with("plain JDBC", row -> measured.get(row.byJdbc()))
                        .with("gateway", row -> measured.get(row.byGateway()))
                        .with("times as fast", row -> findings.add(timesAsFast(row, measured))));
        final Findings.Rows targets = findings.targets("Targets of a job on its own table");
        for (final Row row : rows) {
            final Duration latency = row.network().latency();
            if (GOALS.containsKey(row.kind()) && (latency.isZero() || latency.equals(GOAL_LATENCY))) {
                targets.target(timesAsFast(row, measured), GOALS.get(row.kind()).get(latency.isZero() ? 0 : 1));
            }
            if (row.kind() == Kind.APART) {
                final Row two = new Row(Kind.TWO_TABLES, row.network());
                targets.target(
                        findings.add(measured.get(two.byGateway())
                                .over(measured.get(row.byGateway()), row.named("throughput to that of two tables"))),
                        "at least 0.8");
            }
        }
    }

    private static Measurement timesAsFast(Row row, Measurements measured) {
        return measured.get(row.byJdbc()).over(measured.get(row.byGateway()), row.named("times as fast as plain JDBC"));
    }
}
