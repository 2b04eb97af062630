package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Child;
import dev.sluice.faults.kill.FaultPoints;
import dev.sluice.faults.kill.Kill;
import dev.sluice.faults.kill.Kill.Moment;
import dev.sluice.faults.kill.Kill.Victim;
import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.Round;
import dev.sluice.faults.kill.Round.Watched;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Requests of a writer to two databases: a gateway is started and killed in each cycle. One thread. */
final class BankRound extends Round {

    /** The tally's name for calls of the service that has the items. */
    static final String CALLS = "calls to the REST service";

    private static final int LARGEST_BACKLOG = 4_000;
    private static final long LONGEST_RUN_NANOS = TimeUnit.MILLISECONDS.toNanos(600);
    private static final long LONGEST_FILE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MOST_CALLS = 20;
    /** The time after the first result after which a planned moment will not come any more. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
    /** How long a start takes, until it is known. */
    private static final long START_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    private final ItemService items;
    private final boolean atLeastOnce;
    private final List<String> points;
    private final long callsBefore;
    private final List<StoreCheck> checks = new ArrayList<>();
    private final Verifier verifier;
    private final Writer writer;
    private Optional<Moment> lastKill = Optional.empty();

    /**
     * Makes the queues and the databases, and starts the writer.
     *
     * @param items the service that has the items of the first database
     * @param atLeastOnce whether updates may run again: then a run should find some that did
     * @param points fault points, to kill there alone; empty to kill in all ways
     */
    BankRound(Site site, ItemService items, boolean atLeastOnce, List<String> points) throws IOException, SQLException {
        super(site);
        this.items = items;
        this.atLeastOnce = atLeastOnce;
        this.points = points;
        this.callsBefore = items.calls();
        final Workload workload = new Workload(site.seed());
        final List<Bank> banks = new ArrayList<>();
        for (final String name : Stores.NAMES) {
            final Store store = create(site, name, Bank::create);
            final Bank bank = new Bank(banks.size(), workload);
            banks.add(bank);
            checks.add(new StoreCheck(name, store, bank, findings));
        }
        verifier = new Verifier(queues, workload, banks, findings);
        writer = new Writer(site, random.split());
    }

    @Override
    protected void declare(GatewayYaml yaml) {
        yaml.with("services.items.url", items.url()).with("services.items.maxBackoff", "1s");
        for (final String database : Stores.NAMES) {
            if (atLeastOnce) {
                yaml.with("databases." + database + ".updates", "at-least-once");
            }
            for (final Operation operation : Operation.values()) {
                if (operation.nameFor(database).equals(ItemService.LOOKUP)) {
                    yaml.with("lookups." + ItemService.LOOKUP + ".service", "items")
                            .with("lookups." + ItemService.LOOKUP + ".types", List.of("long"));
                } else if (operation != Operation.UNKNOWN) {
                    operation.declare(yaml, database);
                }
            }
        }
    }

    @Override
    public void cycle(int number) throws IOException, SQLException, InterruptedException {
        final Kill kill = points.isEmpty() ? anyKill() : atOneOf(points);
        final int backlog = 50 + random.nextInt(LARGEST_BACKLOG);
        final Child gateway = startGateway(number, kill.gatewayPoint());
        final GatewayLife life = new GatewayLife(gateway, kill, backlog);
        final Optional<Moment> cameUpon = await(life, gateway);
        killGateway();
        final OptionalLong restart = life.restartNanos();
        lastKill.ifPresent(before -> restart.ifPresent(nanos -> tally.restarted(before, nanos)));
        cameUpon.ifPresent(moment -> tally.killed(Victim.GATEWAY, moment, kill));
        lastKill = cameUpon;
        final int halfMade = NewFile.halfMade(Queues.output(queuesPath));
        tally.add("output files left half made", halfMade);
        drain();
        note(
                "gateway-%04d: first result after %s; killed %s, planned as %s; %d files half made; %,d results, answered up to request %d"
                        .formatted(
                                number,
                                restart.isPresent() ? restart.getAsLong() / 1_000_000 + " ms" : "unknown time",
                                lastKill.map(Moment::toString).orElse("not killed"),
                                kill,
                                halfMade,
                                verifier.results(),
                                verifier.sequence()));
        for (final StoreCheck check : checks) {
            tally.add("updates caught between their commit and their result", check.afterKill(verifier.sequence()));
        }
    }

    private Kill anyKill() {
        final int draw = random.nextInt(100);
        if (draw < 14) {
            return Kill.of(Victim.GATEWAY, Moment.RANDOM, random.nextLong(LONGEST_RUN_NANOS), 0);
        } else if (draw < 30) {
            final long start = tally.medianRestart().orElse(START_NANOS);
            return Kill.of(Victim.GATEWAY, Moment.START, (long) (random.nextDouble() * start), 0);
        } else if (draw < 66) {
            return atOneOf(FaultPoints.names());
        } else if (draw < 76) {
            return Kill.of(Victim.GATEWAY, Moment.REST_CALL, 0, 1 + random.nextInt(MOST_CALLS));
        }
        final Moment file = draw < 91 ? Moment.OUTPUT_FILE : Moment.INPUT_FILE;
        return Kill.of(Victim.GATEWAY, file, random.nextLong(LONGEST_FILE_NANOS), 1 + random.nextInt(2));
    }

    private Kill atOneOf(List<String> some) {
        return Kill.atGatewayPoint(Victim.GATEWAY, some.get(random.nextInt(some.size())), 0, random);
    }

    private void drain() {
        while (verifier.poll(Integer.MAX_VALUE) > 0) {
            continue;
        }
    }

    @Override
    public void finish() throws IOException, SQLException, InterruptedException {
        final Child gateway = startLastGateway();
        final long last = writer.finish();
        await(answersUpTo(last), gateway);
        stopGateway();
        drain();
        if (verifier.sequence() != last) {
            findings.add(
                    verifier.sequence() < last ? Kind.LOST : Kind.DUPLICATED,
                    "request " + last + " was the last, and " + verifier.sequence() + " the last answered");
        }
        final boolean complete = !findings.any();
        if (complete) {
            verifier.readAgain();
        }
        for (final StoreCheck check : checks) {
            if (complete) {
                check.atEnd();
            } else {
                check.afterKill(verifier.sequence());
            }
        }
    }

    private Watched answersUpTo(long last) {
        return new Watched() {
            @Override
            public long look() {
                verifier.poll(Integer.MAX_VALUE);
                return verifier.results();
            }

            @Override
            public boolean ended() {
                return verifier.sequence() >= last;
            }
        };
    }

    @Override
    public void close() {
        tally.add("requests", verifier.requests());
        tally.add("results", verifier.results());
        tally.add("results of updates", verifier.updates());
        tally.add(CALLS, items.calls() - callsBefore);
        writer.close();
        verifier.close();
        super.close();
    }

    /** A gateway from its start to the moment at which it is to be killed. One thread. */
    private final class GatewayLife implements Watched {

        private final Child gateway;
        private final Kill kill;
        private final int backlog;
        private final NewFile files;
        private final long callsBefore;
        private final long resultsBefore;
        private final boolean awaited;
        private long firstNanos;
        private long nowNanos;

        /**
         * Begins with a process that has just been started.
         *
         * @param backlog how many requests may wait for it
         */
        private GatewayLife(Child gateway, Kill kill, int backlog) {
            this.gateway = gateway;
            this.kill = kill;
            this.backlog = backlog;
            this.files = new NewFile(
                    kill.moment() == Moment.INPUT_FILE ? Queues.input(queuesPath) : Queues.output(queuesPath),
                    kill.count(),
                    kill.delayNanos());
            this.callsBefore = items.calls();
            this.resultsBefore = verifier.results();
            this.awaited = writer.written() > verifier.sequence();
        }

        @Override
        public long look() throws IOException, InterruptedException {
            verifier.poll(closely() ? 8 : 128);
            writer.tend(verifier.sequence() + backlog);
            nowNanos = System.nanoTime();
            if (firstNanos == 0 && verifier.results() > resultsBefore) {
                firstNanos = nowNanos;
            }
            return verifier.results();
        }

        @Override
        public Optional<Moment> due() {
            return switch (kill.moment()) {
                case START -> {
                    final Moment moment = firstNanos > 0 ? Moment.RANDOM : Moment.START;
                    yield nowNanos - gateway.startNanos() < kill.delayNanos() ? Optional.empty() : Optional.of(moment);
                }
                case POINT -> gateway.isAtFaultPoint() ? Optional.of(Moment.POINT) : missed(Moment.MISSED);
                case OUTPUT_FILE, INPUT_FILE -> files.appeared() ? Optional.of(kill.moment()) : missed(Moment.RANDOM);
                case REST_CALL ->
                    items.isAsked() && items.calls() - callsBefore >= kill.count()
                            ? Optional.of(Moment.REST_CALL)
                            : missed(Moment.RANDOM);
                default -> answering(kill.delayNanos()) ? Optional.of(Moment.RANDOM) : Optional.empty();
            };
        }

        private Optional<Moment> missed(Moment instead) {
            return answering(PATIENCE_NANOS) ? Optional.of(instead) : Optional.empty();
        }

        /** Whether the first result came so long ago. */
        private boolean answering(long nanos) {
            return firstNanos > 0 && nowNanos - firstNanos >= nanos;
        }

        @Override
        public boolean closely() {
            return writer.isWatched()
                    || kill.moment() == Moment.OUTPUT_FILE
                    || kill.moment() == Moment.INPUT_FILE
                    || kill.moment() == Moment.REST_CALL;
        }

        /** Returns the time from the start of the process to its first result, if a request was waiting for it. */
        private OptionalLong restartNanos() {
            return awaited && firstNanos > 0
                    ? OptionalLong.of(firstNanos - gateway.startNanos())
                    : OptionalLong.empty();
        }
    }
}
