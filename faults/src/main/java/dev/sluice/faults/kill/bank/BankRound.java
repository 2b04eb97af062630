package dev.sluice.faults.kill.bank;

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
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

    /** A lane of the round, by its queues: its writer, and what judges it. */
    private record Served(Path queues, JudgedLane judged, Writer writer) {}

    private final ItemService items;
    private final boolean atLeastOnce;
    private final List<String> points;
    private final long callsBefore;
    private final List<Served> served = new ArrayList<>();
    private Optional<Moment> lastKill = Optional.empty();

    /**
     * Makes the queues and the databases, and starts a writer for each lane.
     *
     * @param lanes how many there are
     * @param items the service that has the items of the first database
     * @param atLeastOnce whether updates may run again: then a run should find some that did
     * @param points fault points, to kill there alone; empty to kill in all ways
     */
    BankRound(Site site, int lanes, ItemService items, boolean atLeastOnce, List<String> points)
            throws IOException, SQLException {
        super(site, lanes);
        this.items = items;
        this.atLeastOnce = atLeastOnce;
        this.points = points;
        this.callsBefore = items.calls();
        final List<Store> stores = new ArrayList<>();
        for (final String name : Stores.NAMES) {
            stores.add(create(site, name, connection -> Bank.create(connection, lanes)));
        }
        for (int lane = 0; lane < lanes; lane++) {
            final Path queues = Path.of(this.lanes.get(lane).address());
            served.add(new Served(
                    queues,
                    new JudgedLane(this.lanes.get(lane), site.seed(), lane, stores, findings),
                    new Writer(site, queues, lane, random.split())));
        }
    }

    @Override
    protected void declare(GatewayYaml yaml) {
        items.declare(yaml, lanes.size());
        if (atLeastOnce) {
            Stores.NAMES.forEach(database -> yaml.with("databases." + database + ".updates", "at-least-once"));
        }
    }

    private long results() {
        return served.stream().mapToLong(lane -> lane.judged().results()).sum();
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
        int halfMade = 0;
        for (final Served lane : served) {
            halfMade += NewFile.halfMade(Queues.output(lane.queues()));
        }
        tally.add("output files left half made", halfMade);
        served.forEach(lane -> lane.judged().drain());
        note(
                "gateway-%04d: first result after %s; killed %s, planned as %s; %d files half made; %,d results, answered up to request %s"
                        .formatted(
                                number,
                                restart.isPresent() ? restart.getAsLong() / 1_000_000 + " ms" : "unknown time",
                                lastKill.map(Moment::toString).orElse("not killed"),
                                kill,
                                halfMade,
                                results(),
                                served.stream()
                                        .map(lane -> Long.toString(lane.judged().answered()))
                                        .collect(Collectors.joining(" and "))));
        for (final Served lane : served) {
            tally.add(
                    "updates caught between their commit and their result",
                    lane.judged().checkUpdates());
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

    @Override
    public void finish() throws IOException, SQLException, InterruptedException {
        final Child gateway = startLastGateway();
        final List<Long> last = new ArrayList<>();
        for (final Served lane : served) {
            last.add(lane.writer().finish());
        }
        await(answersUpTo(last), gateway);
        stopGateway();
        for (int lane = 0; lane < served.size(); lane++) {
            served.get(lane).judged().atEnd(last.get(lane));
        }
    }

    private Watched answersUpTo(List<Long> last) {
        return new Watched() {
            @Override
            public long look() {
                served.forEach(lane -> lane.judged().poll(Integer.MAX_VALUE));
                return results();
            }

            @Override
            public boolean ended() {
                return IntStream.range(0, served.size())
                        .allMatch(lane -> served.get(lane).judged().answered() >= last.get(lane));
            }
        };
    }

    @Override
    public void close() {
        for (final Served lane : served) {
            tally.add("requests", lane.judged().requests());
            tally.add("results", lane.judged().results());
            tally.add("results of updates", lane.judged().updates());
        }
        tally.add(CALLS, items.calls() - callsBefore);
        for (final Served lane : served) {
            lane.writer().close();
            lane.judged().close();
        }
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
            final Path watched = served.get(random.nextInt(served.size())).queues();
            this.files = new NewFile(
                    kill.moment() == Moment.INPUT_FILE ? Queues.input(watched) : Queues.output(watched),
                    kill.count(),
                    kill.delayNanos());
            this.callsBefore = items.calls();
            this.resultsBefore = results();
            this.awaited = served.stream()
                    .anyMatch(lane -> lane.writer().written() > lane.judged().answered());
        }

        @Override
        public long look() throws IOException, InterruptedException {
            for (final Served lane : served) {
                lane.judged().poll(closely() ? 8 : 128);
                lane.writer().tend(lane.judged().answered() + backlog);
            }
            nowNanos = System.nanoTime();
            if (firstNanos == 0 && results() > resultsBefore) {
                firstNanos = nowNanos;
            }
            return results();
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
            return served.stream().anyMatch(lane -> lane.writer().isWatched())
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
