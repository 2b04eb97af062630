package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.ChronicleRound;
import dev.sluice.faults.kill.Kill;
import dev.sluice.faults.kill.Kill.Moment;
import dev.sluice.faults.kill.Kill.Victim;
import dev.sluice.faults.kill.Mishap;
import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.Restorable;
import dev.sluice.faults.kill.RestorableDirectory;
import dev.sluice.faults.kill.RoundOptions;
import dev.sluice.faults.kill.Rounds.Site;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A round in which a writer sends requests to two databases, and each cycle starts and kills a gateway. For one thread. */
final class BankRound extends ChronicleRound {

    /** The ways to end a gateway. */
    static final List<Mishap> ENDS = List.of(
            Mishap.GATEWAY_KILLED,
            Mishap.GATEWAY_KILLED_STARTING,
            Mishap.KILLED_AT_FAULT_POINT,
            Mishap.GATEWAY_KILLED_AT_FILE,
            Mishap.GATEWAY_KILLED_IN_CALL,
            Mishap.GATEWAY_TOLD_TO_END);

    static final List<Mishap> SET_BACKS =
            List.of(Mishap.DATABASE_SET_BACK, Mishap.QUEUES_SET_BACK, Mishap.ALL_SET_BACK);

    /** All that can happen. */
    static final List<Mishap> KINDS = Stream.of(ENDS, SET_BACKS, List.of(Mishap.WRITER_KILLED))
            .flatMap(List::stream)
            .toList();

    /** The name of the counter of calls to the service that holds the items. */
    static final String CALLS = "calls to the REST service";

    /**
     * The name of the counter of starts that were refused because only a database, or only the queues, had been set back to a
     * backup.
     */
    static final String REFUSED = "backups of one part refused";
    /** The name of the counter of starts after queues and databases had been set back together, to backups of one instant. */
    static final String WENT_ON = "backups of all gone on from";

    /**
     * The smallest backlog. It is small, so that requests written after a backup are soon answered. As long as none of them is
     * answered, going back to the backup loses nothing, and tests nothing.
     */
    private static final int SMALLEST_BACKLOG = 50;

    private static final int LARGEST_BACKLOG = 4_000;
    private static final long LONGEST_RUN_NANOS = TimeUnit.MILLISECONDS.toNanos(600);
    private static final long LONGEST_FILE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MOST_CALLS = 20;
    /** The assumed time of a start until one is measured. */
    private static final long START_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    private static final int KILLS_TO_A_BACKUP = 4;
    private static final int KILLS_TO_A_SET_BACK = 2;

    private final Site site;
    private final ItemService items;
    private final RoundOptions options;
    private final long callsBefore;
    private final List<Store> stores = new ArrayList<>();
    private final Restorable queues;
    private final List<Served> served = new ArrayList<>();
    /** The number of requests of each lane when the backup was made; empty before the first backup. */
    private List<Long> backedUp = List.of();

    private final Mishap.Deck ends;
    private final Optional<Mishap.Deck> setBacks;
    private boolean wasSetBack;

    private Optional<Moment> lastKill = Optional.empty();

    /**
     * Creates the queues and the databases, and starts a writer for each lane.
     *
     * @param items the service that holds the items of the first database
     */
    BankRound(Site site, RoundOptions options, ItemService items) throws IOException, SQLException {
        super(site, options);
        this.site = site;
        this.items = items;
        this.options = options;
        this.ends = options.deck(ENDS, random)
                .orElseGet(() -> new Mishap.Deck(List.of(Mishap.GATEWAY_TOLD_TO_END), random.split()));
        this.setBacks = options.deck(SET_BACKS, random);
        this.callsBefore = items.calls();
        this.queues = new RestorableDirectory(queuesPath);
        for (final String name : Stores.NAMES) {
            stores.add(create(site, name, connection -> Bank.create(connection, options.lanes())));
        }
        serve(lane -> new JudgedLane(lanes.get(lane), site.seed(), lane, stores, findings));
    }

    private void serve(IntFunction<JudgedLane> judged) throws IOException {
        for (int lane = 0; lane < options.lanes(); lane++) {
            final Path path = Path.of(lanes.get(lane).address());
            served.add(new Served(path, judged.apply(lane), newWriter(path, lane)));
        }
    }

    private Writer newWriter(Path path, int lane) throws IOException {
        return new Writer(site, path, lane, options.mishaps().contains(Mishap.WRITER_KILLED), random.split());
    }

    @Override
    protected void declare(GatewayYaml yaml) {
        items.declare(yaml, lanes.size());
    }

    @Override
    public void cycle(int number) throws IOException, SQLException, InterruptedException {
        if (anyLost() && (!wasSetBack || random.nextInt(KILLS_TO_A_SET_BACK) == 0)) {
            setBack(number, setBacks.orElseThrow().next());
        }
        final Mishap end = ends.next();
        final boolean stop = end == Mishap.GATEWAY_TOLD_TO_END;
        final Kill kill = planned(end);
        final int backlog = SMALLEST_BACKLOG + (anyLost() || setBacks.isEmpty() ? random.nextInt(LARGEST_BACKLOG) : 0);
        final Child gateway = startGateway(number, kill.gatewayPoint());
        final GatewayLife life = new GatewayLife(
                gateway,
                kill,
                backlog,
                items,
                served,
                served.get(random.nextInt(served.size())).queues());
        final Optional<Moment> cameUpon = await(life, gateway);
        if (stop) {
            stopGateway();
            report.add("gateways stopped in order", 1);
        } else {
            killGateway();
        }
        final OptionalLong restart = life.restartNanos();
        lastKill.ifPresent(before -> restart.ifPresent(nanos -> report.restarted(before, nanos)));
        lastKill = stop ? Optional.empty() : cameUpon;
        lastKill.ifPresent(moment -> report.killed(Victim.GATEWAY, moment, kill));
        int halfMade = 0;
        for (final Served lane : served) {
            halfMade += NewFile.halfMade(Queues.output(lane.queues()));
        }
        report.add("output files left half made", halfMade);
        served.forEach(lane -> lane.judged().drain());
        note(
                "gateway-%04d: first result after %s; killed %s, planned as %s; %d files half made; %,d results, answered up to request %s"
                        .formatted(
                                number,
                                restart.isPresent() ? restart.getAsLong() / 1_000_000 + " ms" : "unknown time",
                                lastKill.map(Moment::toString).orElse("not killed"),
                                kill,
                                halfMade,
                                Served.results(served),
                                served.stream()
                                        .map(lane -> Long.toString(lane.judged().answered()))
                                        .collect(Collectors.joining(" and "))));
        for (final Served lane : served) {
            report.add(
                    "updates caught between their commit and their result",
                    lane.judged().checkUpdates());
        }
        if (setBacks.isPresent() && (backedUp.isEmpty() || anyLost() && random.nextInt(KILLS_TO_A_BACKUP) == 0)) {
            backUp();
        }
    }

    private void backUp() throws IOException, SQLException, InterruptedException {
        stopWriters();
        queues.backUp();
        for (final Store store : stores) {
            store.restorable().backUp();
        }
        backedUp = lanes.stream().map(Lane::requestCount).toList();
        startWriters();
    }

    /**
     * Goes back to the backup in one of three options. If queues and databases are set back together, the gateway must go on from
     * there. If only a database or only the queues are set back, and an update written after the backup was answered, the next
     * start must be refused. After that, the content that was replaced is restored.
     */
    private void setBack(int number, Mishap what) throws IOException, SQLException, InterruptedException {
        wasSetBack = true;
        if (what == Mishap.DATABASE_SET_BACK) {
            final int first = random.nextInt(stores.size());
            final int database = lost(first) ? first : stores.size() - 1 - first;
            refused(
                    number,
                    stores.get(database).restorable(),
                    "database '" + Stores.NAMES.get(database) + "'",
                    "the database lost them");
        } else if (what == Mishap.QUEUES_SET_BACK) {
            refused(number, queues, "the queues", "bring the right one back");
        } else {
            allSetBack(number);
        }
    }

    private boolean anyLost() {
        return IntStream.range(0, stores.size()).anyMatch(this::lost);
    }

    /** Whether an update of a database was written after the backup and is already answered. */
    private boolean lost(int database) {
        return IntStream.range(0, backedUp.size())
                .anyMatch(lane -> served.get(lane).judged().lastUpdate(database) > backedUp.get(lane));
    }

    private void refused(int number, Restorable restored, String what, String words)
            throws IOException, SQLException, InterruptedException {
        stopWriters();
        restored.setBack();
        note("gateway-%04d: %s set back, to be refused".formatted(number, what));
        startRefused(number, words);
        if (findings.any()) {
            return; // leave everything as it is, for the search for the cause
        }
        restored.putBack();
        report.add(REFUSED, 1);
        startWriters();
    }

    private void allSetBack(int number) throws IOException, SQLException, InterruptedException {
        stopWriters();
        closeServed();
        queues.setBack();
        for (final Store store : stores) {
            store.restorable().setBack();
        }
        openQueuesAgain();
        serve(lane -> new JudgedLane(lanes.get(lane), site.seed(), lane, stores, Duration.ZERO, findings));
        served.forEach(lane -> lane.judged().drain());
        note("gateway-%04d: all set back".formatted(number));
        report.add(WENT_ON, 1);
    }

    private void stopWriters() throws IOException, InterruptedException {
        for (final Served lane : served) {
            lane.writer().stop();
        }
    }

    private void startWriters() throws IOException {
        for (final Served lane : served) {
            lane.writer().start();
        }
    }

    private void closeServed() {
        for (final Served lane : served) {
            lane.writer().close();
            lane.judged().close();
        }
        served.clear();
    }

    private Kill planned(Mishap end) {
        return switch (end) {
            case GATEWAY_KILLED_STARTING -> {
                final long start = report.medianRestart().orElse(START_NANOS);
                yield Kill.of(Victim.GATEWAY, Moment.START, (long) (random.nextDouble() * start), 0);
            }
            case KILLED_AT_FAULT_POINT -> Kill.atGatewayPoint(Victim.GATEWAY, options.anyPoint(random), 0, random);
            case GATEWAY_KILLED_IN_CALL -> Kill.of(Victim.GATEWAY, Moment.REST_CALL, 0, 1 + random.nextInt(MOST_CALLS));
            case GATEWAY_KILLED_AT_FILE -> {
                final Moment file = random.nextInt(8) < 5 ? Moment.OUTPUT_FILE : Moment.INPUT_FILE;
                yield Kill.of(Victim.GATEWAY, file, random.nextLong(LONGEST_FILE_NANOS), 1 + random.nextInt(2));
            }
            default -> Kill.of(Victim.GATEWAY, Moment.RANDOM, random.nextLong(LONGEST_RUN_NANOS), 0);
        };
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
                return Served.results(served);
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
            report.add("requests", lane.judged().requests());
            report.add("results", lane.judged().results());
            report.add("results of updates", lane.judged().updates());
        }
        report.add(CALLS, items.calls() - callsBefore);
        closeServed();
        super.close();
    }
}
