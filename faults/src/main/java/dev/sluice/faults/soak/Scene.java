package dev.sluice.faults.soak;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.bank.ItemService;
import dev.sluice.testsupport.WrongClock;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * All that runs: a steady pair of queues, whose gateway and writers live from the beginning to the end, a pair with jobs, whose gateway
 * does, and a troubled one, whose processes are killed and see a clock that is set. One thread.
 */
final class Scene implements AutoCloseable {

    /** The databases, as {@link dev.sluice.faults.kill.DatabaseKind#openServer} is given them. */
    static final List<String> DATABASES =
            List.of("steady_main", "steady_other", "troubled_main", "troubled_other", "jobs_main");

    private static final int STEADY_LANES = 2;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final Surroundings surroundings;
    private final List<WrongClock> clocks = new ArrayList<>();
    /** The resources that are open, the last one first. */
    private final Deque<Runnable> closings = new ArrayDeque<>();

    /** The last progress of each pair of queues, and when it was. */
    private final long[] progress = {-1, -1, -1};

    private final long[] progressNanos = new long[progress.length];
    private BankPair steady;
    private BankPair troubled;
    private JobPair jobs;
    private SlowReader slow;

    /** Starts everything; processes and the queues are sampled from then on. */
    Scene(Surroundings surroundings) throws IOException, SQLException, InterruptedException {
        this.surroundings = surroundings;
        boolean whole = false;
        try {
            begin();
            whole = true;
        } finally {
            if (!whole) {
                close();
            }
        }
    }

    private void begin() throws IOException, SQLException, InterruptedException {
        steady = new BankPair("steady", STEADY_LANES, surroundings, Optional.empty(), Optional.empty());
        closings.push(steady::close);
        slow = new SlowReader(steady.lane(), surroundings.findings());
        closings.push(slow::close);
        troubled = new BankPair("troubled", 1, surroundings, clock("gateway"), clock("writer"));
        closings.push(troubled::close);
        jobs = new JobPair(surroundings);
        closings.push(jobs::close);
        for (final String pair : List.of("steady", "troubled", "jobs")) {
            surroundings.sampler().watch("queues " + pair, surroundings.queues().resolve(pair));
        }
    }

    private Optional<WrongClock> clock(String of) throws IOException, InterruptedException {
        final Optional<WrongClock> clock = WrongClock.make(surroundings.directory(), of);
        clock.ifPresent(clocks::add);
        return clock;
    }

    BankPair steady() {
        return steady;
    }

    BankPair troubled() {
        return troubled;
    }

    JobPair jobs() {
        return jobs;
    }

    SlowReader slow() {
        return slow;
    }

    Stores stores() {
        return surroundings.stores();
    }

    ItemService items() {
        return surroundings.items();
    }

    /** Those that can be set; none where there is no compiler to make them. */
    List<WrongClock> clocks() {
        return clocks;
    }

    /** Compares what has come, has all go on, with further runs of the job if there are to be more, and looks whether all live. */
    void look(boolean more) throws IOException, SQLException, InterruptedException {
        steady.look();
        troubled.look();
        jobs.look(more);
        slow.look();
        lookWhetherAnyIsStuck();
    }

    /** Compares what has come. */
    private void read() throws IOException, SQLException, InterruptedException {
        steady.read();
        troubled.read();
        jobs.look(false);
        slow.look();
        lookWhetherAnyIsStuck();
    }

    private List<Gateway> gateways() {
        return List.of(steady.gateway(), troubled.gateway(), jobs.gateway());
    }

    private void lookWhetherAnyIsStuck() throws IOException {
        final List<Long> now =
                List.of(steady.results(), troubled.results(), jobs.runs().progress());
        for (int i = 0; i < now.size(); i++) {
            if (progress[i] != now.get(i)) {
                progress[i] = now.get(i);
                progressNanos[i] = System.nanoTime();
            } else if (System.nanoTime() - progressNanos[i] > STUCK_NANOS) {
                surroundings
                        .findings()
                        .add(
                                Kind.STUCK,
                                "nothing was done in 120 s: "
                                        + gateways().get(i).described());
            }
        }
    }

    /** Whether everything has begun to work. */
    boolean works() {
        return steady.works() && troubled.works() && jobs.runs().progress() > 1;
    }

    /** Checks that every update that was answered is in the databases, and none is there twice. */
    void checkUpdates() throws IOException, SQLException {
        steady.checkUpdates();
        troubled.checkUpdates();
    }

    /** Has everything come to its end without mishaps, and checks it. */
    void finish() throws IOException, SQLException, InterruptedException {
        final BrokenPromises findings = surroundings.findings();
        final List<Long> lastSteady = steady.endWriters();
        final List<Long> lastTroubled = troubled.endWriters();
        while (!findings.any()
                && !(steady.answered().equals(lastSteady)
                        && troubled.answered().equals(lastTroubled)
                        && jobs.runs().hasEnded()
                        && slow.last() >= steady.resultsOfFirst())) {
            read();
            LockSupport.parkNanos(LOOK_NANOS);
        }
        gateways().forEach(Gateway::tell);
        for (final Gateway gateway : gateways()) {
            gateway.awaitEnd();
        }
        if (!findings.any()) {
            steady.atEnd(lastSteady);
            troubled.atEnd(lastTroubled);
            if (slow.last() != steady.resultsOfFirst()) {
                findings.add(
                        Kind.DUPLICATED,
                        "the slow reader has read " + slow.last() + " results of " + steady.resultsOfFirst());
            }
        }
    }

    @Override
    public void close() {
        closings.forEach(Runnable::run);
    }
}
