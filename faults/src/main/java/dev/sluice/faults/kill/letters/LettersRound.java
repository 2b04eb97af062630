package dev.sluice.faults.kill.letters;

import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.FaultFile;
import dev.sluice.faults.kill.GatewayFile;
import dev.sluice.faults.kill.Round;
import dev.sluice.faults.kill.Store;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.letters.JobKill.Moment;
import dev.sluice.faults.kill.letters.JobKill.Starting;
import dev.sluice.faults.kill.letters.JobKill.Victim;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Some runs of the job over one pair of queues and one database, with kills in them. One thread. */
final class LettersRound extends Round {

    private static final int WIDEST = 64;
    private static final int[] MARK_MILLIS = {0, 0, 5, 50, 500};

    private final int contracts;
    private final JobTally tally;
    private final GatewayFile config;
    private final Counters counters;
    private final RunCheck check;
    private final AskedOnce asked;
    private Optional<JobProcess> job = Optional.empty();
    private Letters run;
    private boolean ended;
    private long handled;

    LettersRound(Site site, int contracts, JobTally tally) throws IOException, SQLException {
        super(site);
        this.contracts = contracts;
        this.tally = tally;
        final Store store = create(site, Stores.NAMES.get(0), new LettersTables(contracts)::create);
        this.config = new GatewayFile(queuesPath, List.of(store), LettersTables.DECLARATIONS, false);
        this.counters = new Counters(store, findings);
        this.check = new RunCheck(queuesPath, findings);
        this.asked = new AskedOnce(queues, findings);
        this.run = new Letters(1, contracts);
    }

    @Override
    protected GatewayFile config() {
        return config;
    }

    private Path letters() {
        return directory.resolve(run.runId() + ".txt");
    }

    @Override
    public void cycle(int number) throws IOException, SQLException, InterruptedException {
        if (ended) {
            run = new Letters(run.run() + 1, contracts);
            handled = 0;
            ended = false;
        }
        final JobKill kill =
                JobKill.any(random, new Starting(job.isEmpty(), gateway().isEmpty()), contracts);
        start(number, Optional.of(kill));
        final Optional<Moment> moment = await(Optional.of(kill));
        if (moment.isPresent()) {
            kill(number, kill, moment.get());
        } else if (!findings.any()) {
            end();
            killGatewayAndCheck();
            tally.killed(Victim.GATEWAY, Moment.END);
        }
        if (ended && !findings.any()) {
            checkRun();
        }
    }

    /** The run that has not ended yet does, undisturbed. */
    @Override
    public void finish() throws IOException, SQLException, InterruptedException {
        if (!ended) {
            start(0, Optional.empty());
            await(Optional.empty());
            if (!findings.any()) {
                end();
                stopGateway();
                checkRun();
            }
        }
    }

    private Optional<Moment> await(Optional<JobKill> kill) throws IOException {
        return new JobTrigger(job.orElseThrow(), gateway().orElseThrow(), handled, findings).await(kill);
    }

    private void start(int number, Optional<JobKill> kill) throws IOException {
        if (gateway().isEmpty()) {
            startGateway(number, kill.map(JobKill::gatewayPoint).orElse(""));
        }
        if (job.isEmpty()) {
            final int width = 1 + random.nextInt(WIDEST);
            final int marks = MARK_MILLIS[random.nextInt(MARK_MILLIS.length)];
            job = Optional.of(JobProcess.start(
                    directory.resolve("job-%04d.log".formatted(number)),
                    new FaultFile(kill.map(JobKill::jobPoint).orElse(""), directory.resolve("job.fault")),
                    List.of(
                            queuesPath.toString(),
                            letters().toString(),
                            Integer.toString(run.run()),
                            Integer.toString(contracts),
                            Integer.toString(width),
                            Integer.toString(marks))));
        }
    }

    /** Kills, and looks at the database; the run may have ended in that moment. */
    private void kill(int number, JobKill kill, Moment moment) throws IOException, SQLException, InterruptedException {
        if (kill.victim().isJob()) {
            killJob();
        }
        if (kill.victim().isGateway() || ended) {
            killGatewayAndCheck();
        }
        note("%s, cycle %d: killed %s, planned as %s; %d letters handled"
                .formatted(run.runId(), number, moment, kill, handled));
        tally.killed(ended ? Victim.GATEWAY : kill.victim(), ended ? Moment.END : moment);
        if (moment == Moment.POINT && !ended) {
            tally.atPoint(kill);
        }
    }

    private void killJob() throws IOException, InterruptedException {
        final JobProcess process = job.orElseThrow();
        if (process.kill()) {
            said(process);
            job = Optional.empty();
        } else {
            end();
        }
    }

    /** The job has ended by itself. */
    private void end() throws IOException, InterruptedException {
        try (JobProcess process = job.orElseThrow()) {
            if (!process.endedWell()) {
                findings.add(Kind.DIED, process.child().described());
            }
            said(process);
        }
        job = Optional.empty();
        ended = true;
    }

    private void said(JobProcess process) {
        handled = Math.max(handled, process.said().handled());
        tally.process(process.said());
    }

    private void killGatewayAndCheck() throws IOException, SQLException, InterruptedException {
        job.ifPresent(running -> handled = Math.max(handled, running.said().handled()));
        killGateway();
        counters.check(run, handled);
    }

    private void checkRun() throws IOException, SQLException {
        tally.run(run);
        check.checkFile(run, letters());
        check.checkEnded(run);
        asked.check(run);
        counters.check(run, contracts);
    }

    @Override
    public void close() {
        job.ifPresent(JobProcess::close);
        asked.close();
        super.close();
    }
}
