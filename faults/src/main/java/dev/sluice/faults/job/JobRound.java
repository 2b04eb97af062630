package dev.sluice.faults.job;

import dev.sluice.faults.job.JobKill.Moment;
import dev.sluice.faults.job.JobKill.Starting;
import dev.sluice.faults.job.JobKill.Victim;
import dev.sluice.faults.processes.Child;
import dev.sluice.faults.processes.FaultFile;
import dev.sluice.faults.processes.Findings;
import dev.sluice.faults.processes.Findings.Kind;
import dev.sluice.faults.processes.GatewayFile;
import dev.sluice.faults.processes.Queues;
import dev.sluice.faults.processes.Store;
import dev.sluice.faults.processes.Stores;
import dev.sluice.queue.QueuePair;
import dev.sluice.service.Main;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** Some runs of the job over one pair of queues and one database, with kills in them. One thread. */
final class JobRound implements AutoCloseable {

    private static final int WIDEST = 64;
    private static final int[] MARK_MILLIS = {0, 0, 5, 50, 500};

    private final Path directory;
    private final int contracts;
    private final SplittableRandom random;
    private final Findings findings;
    private final JobTally tally;
    private final Store store;
    private final GatewayFile config;
    private final QueuePair queues;
    private final Counters counters;
    private final RunCheck check;
    private final AskedOnce asked;
    private Optional<Child> gateway = Optional.empty();
    private Optional<JobProcess> job = Optional.empty();
    private Letters run;
    private int started;
    private long handled;

    JobRound(Path directory, int contracts, long seed, Stores stores, Findings findings, JobTally tally)
            throws IOException, SQLException {
        this.directory = Files.createDirectories(directory);
        this.contracts = contracts;
        this.random = new SplittableRandom(seed);
        this.findings = findings;
        this.tally = tally;
        this.store = stores.create(directory, Stores.NAMES.get(0), new LettersTables(contracts)::create);
        this.config = new GatewayFile(queuesPath(), List.of(store), LettersTables.DECLARATIONS, false);
        this.queues = Queues.open(queuesPath());
        this.counters = new Counters(store, findings);
        this.check = new RunCheck(queuesPath(), findings);
        this.asked = new AskedOnce(queues, findings);
    }

    private Path queuesPath() {
        return directory.resolve("queues");
    }

    private Path letters() {
        return directory.resolve(run.runId() + ".txt");
    }

    /**
     * One run, from its first process to its end, and looks at what it leaves.
     *
     * @param number which, from 1
     * @param more whether there are to be more kills
     * @param killed told of each
     */
    void run(int number, BooleanSupplier more, Runnable killed) throws IOException, SQLException, InterruptedException {
        run = new Letters(number, contracts);
        handled = 0;
        boolean ended = false;
        while (!ended && !findings.any()) {
            final Optional<JobKill> kill = more.getAsBoolean()
                    ? Optional.of(JobKill.any(random, new Starting(job.isEmpty(), gateway.isEmpty()), contracts))
                    : Optional.empty();
            start(kill);
            final Optional<Moment> moment =
                    new JobTrigger(job.orElseThrow(), gateway.orElseThrow(), handled, findings).await(kill);
            if (moment.isPresent()) {
                ended = kill(kill.orElseThrow(), moment.get());
                killed.run();
            } else if (!findings.any()) {
                ended = true;
                end();
                if (kill.isPresent()) {
                    killGateway();
                    tally.killed(Victim.GATEWAY, Moment.END);
                    killed.run();
                } else {
                    stopGateway();
                }
            }
        }
        if (!findings.any()) {
            checkRun();
        }
    }

    private void start(Optional<JobKill> kill) throws IOException {
        started++;
        if (gateway.isEmpty()) {
            final Path file = directory.resolve("gateway-%04d.yaml".formatted(started));
            config.write(file, random);
            gateway = Optional.of(Child.start(
                    "the gateway",
                    directory.resolve("gateway-%04d.log".formatted(started)),
                    new FaultFile(kill.map(JobKill::gatewayPoint).orElse(""), directory.resolve("gateway.fault")),
                    Main.class,
                    List.of("run", "--config", file.toString())));
        }
        if (job.isEmpty()) {
            final int width = 1 + random.nextInt(WIDEST);
            final int marks = MARK_MILLIS[random.nextInt(MARK_MILLIS.length)];
            job = Optional.of(JobProcess.start(
                    directory.resolve("job-%04d.log".formatted(started)),
                    new FaultFile(kill.map(JobKill::jobPoint).orElse(""), directory.resolve("job.fault")),
                    List.of(
                            queuesPath().toString(),
                            letters().toString(),
                            Integer.toString(run.run()),
                            Integer.toString(contracts),
                            Integer.toString(width),
                            Integer.toString(marks))));
        }
    }

    /** Kills, and looks at the database. Whether the run had ended in that moment. */
    private boolean kill(JobKill kill, Moment moment) throws IOException, SQLException, InterruptedException {
        boolean ended = false;
        if (kill.victim().isJob()) {
            ended = killJob();
        }
        if (kill.victim().isGateway() || ended) {
            killGateway();
        }
        note(kill, moment);
        tally.killed(ended ? Victim.GATEWAY : kill.victim(), ended ? Moment.END : moment);
        if (moment == Moment.POINT && !ended) {
            tally.atPoint(kill);
        }
        return ended;
    }

    private boolean killJob() throws IOException, InterruptedException {
        final JobProcess process = job.orElseThrow();
        if (!process.kill()) {
            end();
            return true;
        }
        said(process);
        job = Optional.empty();
        return false;
    }

    /** The job has ended by itself. */
    private void end() throws IOException, InterruptedException {
        final JobProcess process = job.orElseThrow();
        if (!process.endedWell()) {
            findings.add(Kind.DIED, process.child().described());
        }
        said(process);
        process.close();
        job = Optional.empty();
    }

    private void said(JobProcess process) {
        handled = Math.max(handled, process.said().handled());
        tally.process(process.said());
    }

    private void killGateway() throws IOException, SQLException, InterruptedException {
        final Child process = gateway.orElseThrow();
        job.ifPresent(running -> handled = Math.max(handled, running.said().handled()));
        if (!process.kill()) {
            findings.add(Kind.DIED, process.described());
        }
        gateway = Optional.empty();
        counters.check(run, handled);
    }

    private void stopGateway() throws IOException, InterruptedException {
        final Child process = gateway.orElseThrow();
        if (!process.stop()) {
            findings.add(Kind.DIED, "it was to stop in order: " + process.described());
        }
        process.close();
        gateway = Optional.empty();
    }

    private void checkRun() throws IOException, SQLException {
        tally.run(run);
        check.checkFile(run, letters());
        check.checkEnded(run);
        asked.check(run);
        counters.check(run, contracts);
    }

    /** For whoever looks for the reason of what was found. */
    private void note(JobKill kill, Moment moment) throws IOException {
        Files.writeString(
                directory.resolve("kills.log"),
                "%s: %s, start %d: killed %s, planned as %s; %d letters handled%n"
                        .formatted(Instant.now(), run.runId(), started, moment, kill, handled),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Deletes everything it left, when it is closed. */
    void delete() throws IOException, SQLException {
        store.drop();
        Trees.delete(directory);
    }

    @Override
    public void close() {
        job.ifPresent(JobProcess::close);
        gateway.ifPresent(Child::close);
        try (queues) {
            asked.close();
        }
    }
}
