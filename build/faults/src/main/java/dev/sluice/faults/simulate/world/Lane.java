package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Mishap.Crash;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.world.ResultLog.Producer;
import dev.sluice.faults.simulate.world.RunCounts.Count;
import dev.sluice.faults.simulate.world.RunCounts.Stop;
import dev.sluice.faults.simulate.world.SimulatedOutput.SavedCommits;
import dev.sluice.faults.simulate.world.SimulatedOutput.SavedNotes;
import dev.sluice.faults.simulate.world.SimulatedProcess.Found;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.update.Accepted;
import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.Origin.Succession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One lane as on Kafka: a log of requests, a log of results, and processes, several of which may believe that the lane is theirs.
 * A process claims the lane in steps. These steps are a model of the lease for Kafka, because the real lease needs Kafka's
 * client. A process may be suspended at any point, even between two steps of its claim, and go on after its successor's claim.
 * After the claim the gateway's own code runs.
 */
public final class Lane {

    static final String ID = "sluice.lane";
    private static final int MOST_PROCESSES = 4;
    private static final int SLEEPS = 7;

    /** The steps of a claim; each takes one turn. */
    private static final List<ClaimStep> CLAIM = List.of(Member::fence, Member::find, Member::open);

    private final World world;
    private final int number;
    private final int lanes;
    private final Job job;
    private final ResultLog log;
    private final SavedNotes notes = new SavedNotes();
    private final SavedCommits commits = new SavedCommits();
    private final List<Member> members = new ArrayList<>();
    /** The job writes in one of this many turns, so that requests also come while a lane is being claimed. */
    private final int jobsPace;

    private final int longestSleep;

    private int started;
    private boolean crashed;

    /** Returns the checks of the lane that the gateway makes after it has claimed a checkpoint. */
    private static Succession succession(Life life, Producer producer) {
        return new Succession(
                () -> life.world.setup.positions().index(life.world.input().size() - 1), () -> {
                    life.step(Place.LANE_CONFIRM, 0);
                    return !producer.fenced();
                });
    }

    private interface ClaimStep {
        void take(Member member);
    }

    /**
     * @param world the world of this lane only
     * @param number the number of this lane
     * @param lanes the number of all lanes
     */
    public Lane(World world, int number, int lanes) {
        this.world = world;
        this.number = number;
        this.lanes = lanes;
        this.job = new Job(world, world.setup.program());
        this.log = new ResultLog(world);
        world.judge.share();
        this.jobsPace = 1 << world.choices.below(7);
        this.longestSleep = 4 << world.choices.below(SLEEPS);
    }

    /** Lets the job, the brokers and all processes take a turn; returns whether a process crashed. */
    public boolean turn() {
        crashed = false;
        world.nextTurn();
        world.judge.checkLiveness(log.stable());
        if (world.choices.oneIn(jobsPace)) {
            job.work();
        }
        log.work();
        if (members.stream().allMatch(Member::fenced)
                || members.size() < MOST_PROCESSES && world.happens(Fault.MOVED)) {
            members.add(new Member(++started * lanes + number));
            world.tally.count(Count.STARTS);
        }
        for (final Member member : List.copyOf(members)) {
            advance(member);
        }
        return crashed;
    }

    /** Whether every request has a result, and all processes are idle. */
    public boolean done() {
        return log.stable() == job.program().size() && members.stream().allMatch(Member::idle);
    }

    /** Checks the databases at the end. */
    public void checkEnd() {
        world.settle();
        world.judge.checkEnd();
    }

    /** Ends one of this lane's processes, because the process has crashed at another lane. */
    public void crash() {
        if (!members.isEmpty()) {
            world.choices.of(members).gone();
        }
    }

    private void advance(Member member) {
        try {
            member.turn();
        } catch (final Crash e) {
            crashed = true;
            member.gone();
        } catch (final StoppedException e) {
            stopped(member, e);
        } catch (final CheckpointException | RuntimeException e) {
            if (!member.faultExpected()) {
                throw new Violation(Promise.NO_FAULT, "process " + member.number + " failed: " + e, e);
            }
            world.tally.count(Stop.DUPLICATE_REPLY);
            member.gone();
        }
    }

    private void stopped(Member member, StoppedException reason) {
        member.process.ifPresent(SimulatedProcess::end);
        member.gone();
        world.trace.note(() -> "process " + member.number + " stopped: " + reason.getMessage());
        if (member.fenced()) {
            world.tally.count(Stop.FENCED);
        } else if (member.process
                .filter(it -> world.claimedAfter(it.life.claimant))
                .isPresent()) {
            world.tally.count(Stop.CLAIMED_LATE); // the next process goes on from there
        } else {
            throw new Violation(
                    Promise.GOES_ON,
                    "process " + member.number + ", which has the lane, stopped: " + reason.getMessage());
        }
    }

    /** A process that believes that it has the lane. */
    private final class Member {

        private final int number;
        private int claimed;
        private int stopped;
        private Optional<Producer> producer = Optional.empty();
        private int answered;
        private Optional<SimulatedProcess> process = Optional.empty();
        private long asleepUntil;

        private Member(int number) {
            this.number = number;
        }

        /** Whether the brokers refuse this process. */
        private boolean fenced() {
            return producer.filter(Producer::fenced).isPresent();
        }

        private boolean faultExpected() {
            return process.filter(it -> it.life.faultExpected()).isPresent();
        }

        private boolean idle() {
            return process.filter(SimulatedProcess::finished).isPresent();
        }

        private void turn() throws CheckpointException {
            if (world.happens(Fault.ASLEEP) || !world.mishaps.over() && stopsHere()) {
                asleepUntil = world.turn() + 1 + world.choices.below(longestSleep);
            }
            if (world.turn() < asleepUntil && !world.mishaps.over()) {
                return;
            }
            if (claimed < CLAIM.size()) {
                CLAIM.get(claimed++).take(this);
            } else {
                work(process.orElseThrow());
            }
        }

        /** Whether the process is suspended after a step of its claim, or after its first claim of a checkpoint. */
        private boolean stopsHere() {
            final int steps = claimed
                    + (process.filter(it -> !it.life.claimant.claimed().isEmpty())
                                    .isPresent()
                            ? 1
                            : 0);
            final boolean another = steps > stopped;
            stopped = steps;
            return another && world.choices.oneIn(4);
        }

        /** Begins the claim: from here on the brokers refuse the former process. */
        private void fence() {
            step(Place.LANE_CLAIM);
            producer = Optional.of(log.initTransactions(ID));
            step(Place.LANE_CLAIMED);
        }

        private void find() {
            answered = log.stable();
            step(Place.LAST_RESULT);
        }

        private void open() {
            process = Optional.of(new SimulatedProcess(
                    world,
                    number,
                    new Found(
                            answered,
                            List.of(),
                            Accepted.NOTHING,
                            notes,
                            commits,
                            () -> !fenced(),
                            life -> Optional.of(succession(life, producer.orElseThrow())),
                            life -> SimulatedSource.ofLane(life, answered),
                            life -> new ResultProducer(life, log, producer.orElseThrow(), answered))));
        }

        private void step(Place place) {
            final Mishap mishap = world.step(number, place, log.stable());
            if (mishap.crash()) {
                throw new Crash(mishap);
            }
        }

        private void work(SimulatedProcess running) throws CheckpointException {
            if (world.happens(Fault.SHUTDOWN)) {
                running.stop();
            }
            if (running.stopped()) {
                running.end();
                running.life.step(Place.SHUTDOWN, log.stable());
                gone();
            } else {
                running.turn();
            }
        }

        /** Removes the process; the brokers deal with its open transaction. */
        private void gone() {
            process.ifPresent(SimulatedProcess::gone);
            members.remove(this);
        }
    }
}
