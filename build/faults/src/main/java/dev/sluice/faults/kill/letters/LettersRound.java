package dev.sluice.faults.kill.letters;

import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.ChronicleRound;
import dev.sluice.faults.kill.FaultPoints;
import dev.sluice.faults.kill.Kill;
import dev.sluice.faults.kill.Kill.Moment;
import dev.sluice.faults.kill.Kill.Victim;
import dev.sluice.faults.kill.Mishap;
import dev.sluice.faults.kill.RoundOptions;
import dev.sluice.faults.kill.Rounds.Site;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A round with some runs of the job over one pair of queues and one database; each run is interrupted by kills. For one thread.
 */
public final class LettersRound extends ChronicleRound {

    /** The processes that are killed. */
    private static final Map<Mishap, Victim> VICTIMS = new EnumMap<>(Map.of(
            Mishap.JOB_KILLED, Victim.JOB,
            Mishap.GATEWAY_KILLED, Victim.GATEWAY,
            Mishap.JOB_AND_GATEWAY_KILLED, Victim.BOTH));

    /** All that can happen. */
    public static final List<Mishap> KINDS = List.of(
            Mishap.JOB_KILLED, Mishap.GATEWAY_KILLED, Mishap.JOB_AND_GATEWAY_KILLED, Mishap.KILLED_AT_FAULT_POINT);

    /** All that can happen to a job with its gateway embedded. */
    public static final List<Mishap> EMBEDDED_KINDS =
            List.of(Mishap.JOB_AND_GATEWAY_KILLED, Mishap.KILLED_AT_FAULT_POINT);

    /** The name of the counter of runs that have ended. */
    static final String RUNS = "runs";

    private static final int WIDEST = 64;
    private static final int[] MARK_MILLIS = {0, 0, 5, 50, 500};
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
    private static final String ENDED = "run-marked-ended";
    /** The fault points of a job, and the highest count at which each may stop it. */
    private static final Map<String, Integer> JOB_POINTS = Map.of(
            "run-placed", 1, "sink-forced", 20, "mark-written", 20, "document-open", 600, "file-rolled", 1, ENDED, 1);

    /**
     * The last progress line of the job's process.
     *
     * @param handled the letters handled so far by this process and earlier ones
     * @param fromHistory the requests of this process whose results were already in the output
     * @param lines the number of lines that this process has printed
     */
    private record Said(long handled, long fromHistory, long lines) {}

    private final int contracts;
    private final boolean embedded;
    private final RoundOptions options;
    private final Mishap.Deck victims;
    private final RunCheck check;
    private Optional<Child> job = Optional.empty();
    private volatile Said said = new Said(0, 0, 0);
    private Letters run;
    private boolean ended;
    private long handled;

    /**
     * @param contracts the number of contracts, and so of letters, of a run
     * @param embedded whether the gateway is in the job's process, so that both are killed together
     */
    public LettersRound(Site site, int contracts, boolean embedded, RoundOptions options)
            throws IOException, SQLException {
        super(site, options);
        this.options = options;
        this.victims = new Mishap.Deck(
                Optional.of(options.of(VICTIMS.keySet()))
                        .filter(kinds -> !kinds.isEmpty())
                        .orElse(
                                options.points().isEmpty()
                                        ? List.copyOf(VICTIMS.keySet())
                                        : List.of(Mishap.GATEWAY_KILLED)),
                random.split());
        this.contracts = contracts;
        this.embedded = embedded;
        final Store store = create(site, Stores.NAMES.get(0), connection -> Letters.create(connection, contracts));
        this.run = new Letters(1, contracts);
        this.check = new RunCheck(queuesPath, lanes.get(0), store, run, findings);
    }

    @Override
    protected void declare(GatewayYaml yaml) {
        Letters.declare(yaml);
    }

    private Path letters() {
        return directory.resolve(run.runId() + ".txt");
    }

    @Override
    public void cycle(int number) throws IOException, SQLException, InterruptedException {
        if (ended) {
            run = new Letters(run.run() + 1, contracts);
            check.next(run);
            handled = 0;
            ended = false;
        }
        final Kill kill = anyKill();
        start(number, kill);
        final Optional<Moment> moment = await(kill);
        if (moment.isPresent()) {
            kill(number, kill, moment.get());
        } else if (!findings.any()) {
            end();
            gatewayIsToGo(kill);
        }
        if (ended && !findings.any()) {
            checkRun();
        }
    }

    /** Plans a random kill. Only a process that is started now can stop at a fault point. */
    private Kill anyKill() {
        final Victim victim = embedded ? Victim.EMBEDDED : VICTIMS.get(victims.next());
        final boolean jobStops =
                victim.isJob() && job.isEmpty() && (embedded || options.points().isEmpty());
        final boolean gatewayStops =
                embedded ? jobStops : victim.isGateway() && gateway().isEmpty();
        final int way = random.nextInt(100);
        if (isAtPoint(way) && (jobStops || gatewayStops)) {
            return atPoint(victim, jobStops, gatewayStops);
        } else if (way < 25) {
            return Kill.of(victim, Moment.RANDOM, random.nextLong(LONGEST_NANOS), 0);
        }
        final long letters = (long) Math.exp(random.nextDouble() * Math.log(contracts / 2.0));
        return Kill.of(victim, Moment.LETTERS, 0, letters);
    }

    /** Whether to kill at a fault point: in a third of the cycles, or in all if nothing else may happen. */
    private boolean isAtPoint(int way) {
        return options.mishaps().contains(Mishap.KILLED_AT_FAULT_POINT)
                && (way >= 65 || options.of(VICTIMS.keySet()).isEmpty());
    }

    private Kill atPoint(Victim victim, boolean jobStops, boolean gatewayStops) {
        if (jobStops && options.points().isEmpty() && (!gatewayStops || random.nextBoolean())) {
            final List<String> points = JOB_POINTS.keySet().stream().sorted().toList();
            final String point = points.get(random.nextInt(points.size()));
            return new Kill(
                    victim, Moment.POINT, 0, contracts / 2, FaultPoints.nth(point, JOB_POINTS.get(point), random), "");
        }
        return Kill.atGatewayPoint(victim, options.anyPoint(random), contracts / 2, random);
    }

    /** Lets the present run end without another kill, and checks it. */
    @Override
    public void finish() throws IOException, SQLException, InterruptedException {
        if (!ended) {
            final Kill never = Kill.of(Victim.BOTH, Moment.END, 0, 0);
            start(0, never);
            await(never);
            if (!findings.any()) {
                end();
                if (!embedded) {
                    stopGateway();
                }
                checkRun();
            }
        }
    }

    /** Waits for the moment of the kill; returns empty if the job ended before that moment, or a promise was found broken. */
    private Optional<Moment> await(Kill kill) throws IOException, SQLException, InterruptedException {
        final Child process = job.orElseThrow();
        final Child[] processes =
                Stream.concat(job.stream(), gateway().stream()).toArray(Child[]::new);
        final long startNanos = System.nanoTime();
        final long handledBefore = handled;
        final Watched letters = new Watched() {
            @Override
            public long look() {
                check.drain();
                return said.lines();
            }

            @Override
            public boolean ended() {
                return !process.isAlive();
            }

            @Override
            public Optional<Moment> due() {
                final boolean late = said.handled() - handledBefore >= kill.count();
                return switch (kill.moment()) {
                    case RANDOM -> when(System.nanoTime() - startNanos >= kill.delayNanos(), Moment.RANDOM);
                    case LETTERS -> when(late, Moment.LETTERS);
                    case POINT ->
                        Stream.of(processes).anyMatch(Child::isAtFaultPoint)
                                ? Optional.of(Moment.POINT)
                                : when(late && !kill.jobPoint().startsWith(ENDED), Moment.LETTERS);
                    default -> Optional.empty();
                };
            }
        };
        return await(letters, processes);
    }

    private static Optional<Moment> when(boolean now, Moment moment) {
        return now ? Optional.of(moment) : Optional.empty();
    }

    private void start(int number, Kill kill) throws IOException {
        if (!embedded && gateway().isEmpty()) {
            startGateway(number, kill.gatewayPoint());
        }
        if (job.isEmpty()) {
            final int width = 1 + random.nextInt(WIDEST);
            final int marks = MARK_MILLIS[random.nextInt(MARK_MILLIS.length)];
            said = new Said(0, 0, 0);
            final Path log = directory.resolve("job-%04d.log".formatted(number));
            final Path served = embedded ? configure(number) : queuesPath;
            job = Optional.of(
                    LettersProgram.start(log, kill.pointOfJob(), served, letters(), run, width, marks, this::said));
        }
    }

    /** Receives a progress line of the job, on the thread that reads its output. */
    private void said(String line) {
        final String[] numbers = line.split(" ");
        said = new Said(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), said.lines() + 1);
    }

    /** Kills the planned processes, and checks the database. The run may have ended just before the kill. */
    private void kill(int number, Kill kill, Moment moment) throws IOException, SQLException, InterruptedException {
        if (kill.victim().isJob()) {
            killJob();
        }
        if (ended) {
            gatewayIsToGo(kill);
        } else {
            if (kill.victim().isGateway()) {
                killGateway();
            }
            if (gateway().isEmpty()) {
                handled = Math.max(handled, said.handled());
                check.checkCounters(handled);
            }
            report.killed(kill.victim(), moment, kill);
        }
        note("%s, cycle %d: killed %s, planned as %s; %d letters handled"
                .formatted(run.runId(), number, moment, kill, handled));
    }

    private void killJob() throws IOException, InterruptedException {
        if (job.orElseThrow().kill()) {
            jobIsGone();
        } else {
            end();
        }
    }

    /** Records that the job has ended by itself. */
    private void end() throws IOException, InterruptedException {
        try (Child process = job.orElseThrow()) {
            if (!process.ends(0)) {
                findings.add(Kind.DIED, process.described());
            }
        }
        jobIsGone();
        ended = true;
    }

    private void jobIsGone() {
        handled = Math.max(handled, said.handled());
        report.add("requests answered from history", said.fromHistory());
        job = Optional.empty();
    }

    /** Kills a gateway of its own process after the job has ended by itself; an embedded one has ended with the job. */
    private void gatewayIsToGo(Kill kill) throws IOException, InterruptedException {
        if (embedded) {
            report.add("runs that ended before their kill", 1);
        } else {
            killGateway();
            report.killed(Victim.GATEWAY, Moment.END, kill);
        }
    }

    private void checkRun() throws IOException, SQLException {
        report.add(RUNS, 1);
        report.add("letters", run.contracts());
        report.add("requests asked", run.requests());
        check.checkEnded(letters());
    }

    @Override
    public void close() {
        job.ifPresent(Child::close);
        report.add("results", check.results());
        check.close();
        super.close();
    }
}
