package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.transport.Lane;
import dev.sluice.transport.ResultReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run of a job whose process is killed, or followed while it still runs, or stopped and continued after its successor has begun; and
 * a gateway that is killed now and then. Each item books once.
 */
@Timeout(900)
class JobKillTest {

    private static final int ENDS = Boolean.getBoolean("sluice.nightly") ? 60 : 3;
    private static final int ITEMS = 250 * ENDS;

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    private enum End {
        KILLED,
        FOLLOWED,
        STOPPED_AND_FOLLOWED
    }

    private final List<Process> processes = new ArrayList<>();
    private final List<Process> followed = new ArrayList<>();
    private String claimBefore = "";

    @TempDir
    private Path directory;

    @Test
    void shouldBookEachItemOnceWhenARunIsTakenOver() throws Exception {
        final long seed = Long.getLong("sluice.kafka.seed", System.nanoTime());
        final SplittableRandom random = new SplittableRandom(seed);
        final String address = BROKER.newAddress();
        try (Bank bank = new Bank("CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)");
                Lane lane = OneBroker.open(address);
                ResultReader results = lane.newResults()) {
            bank.execute("INSERT INTO account VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)");
            bank.execute("CREATE TABLE entry (item BIGINT NOT NULL, account BIGINT NOT NULL)");
            final Path config = config(address, bank.url());
            Process gateway = gateway(config);
            Process job = job(lane);
            int ends = 0;
            int answered = 0;
            int nextEnd = random.nextInt(1, 100);
            while (job.isAlive()) {
                answered += results.poll((index, result) -> {}, 100);
                if (answered >= nextEnd && ends < ENDS) {
                    if (random.nextInt(3) == 0) {
                        kill(gateway);
                        gateway = gateway(config);
                    }
                    job = end(job, End.values()[random.nextInt(End.values().length)], lane);
                    ends++;
                    nextEnd = answered + random.nextInt(1, 400);
                }
                final Process now = gateway;
                assertTrue(now.isAlive(), () -> said("the gateway ended", seed));
                Thread.onSpinWait();
            }
            assertEquals(0, job.exitValue(), () -> said("the job's last process", seed));
            assertEquals(ENDS, ends, () -> said("they were too fast", seed));
            assertEquals(
                    once(),
                    bank.numbers("SELECT item, COUNT(*) FROM entry GROUP BY item"),
                    () -> said("the entries", seed));
            for (final Process former : followed) {
                assertTrue(former.waitFor(60, TimeUnit.SECONDS), () -> said("a former process goes on", seed));
                assertEquals(1, former.exitValue(), () -> said("a former process", seed));
            }
            assertEquals(
                    once(),
                    bank.numbers("SELECT item, COUNT(*) FROM entry GROUP BY item"),
                    () -> said("the entries", seed));
            assertEquals(List.of(), lane.runs());
        }
    }

    /** Ends a process of the run in that way, and returns its successor. */
    private Process end(Process former, End how, Lane lane) throws Exception {
        if (how == End.KILLED) {
            kill(former);
            return job(lane);
        }
        awaitClaim(lane, former); // one that claims later would follow its successor
        followed.add(former);
        if (how == End.STOPPED_AND_FOLLOWED) {
            signal(former, "STOP");
        }
        final Process next = job(lane);
        awaitClaim(lane, next);
        if (how == End.STOPPED_AND_FOLLOWED) {
            signal(former, "CONT");
        }
        return next;
    }

    private Process job(Lane lane) throws IOException {
        claimBefore = claim(lane);
        return started(Program.start(
                directory.resolve("job.log"), BankJob.class.getName(), lane.address(), Integer.toString(ITEMS)));
    }

    private void awaitClaim(Lane lane, Process job) {
        while (claim(lane).equals(claimBefore)) {
            assertTrue(job.isAlive(), "the job ended");
        }
    }

    private static String claim(Lane lane) {
        return new RunKeys(((KafkaLane) lane).logs(), KafkaRun.KIND).place("bank@today");
    }

    private Process gateway(Path config) throws IOException {
        return started(
                Program.start(directory.resolve("gateway.log"), Program.GATEWAY, "run", "--config", config.toString()));
    }

    private Process started(Process process) {
        processes.add(process);
        return process;
    }

    private static Map<Integer, Long> once() {
        final Map<Integer, Long> once = new TreeMap<>();
        for (int item = 0; item < ITEMS; item++) {
            once.put(item, 1L);
        }
        return once;
    }

    private Path config(String address, String url) throws IOException {
        return Files.writeString(directory.resolve("gateway.yaml"), """
                name: bank
                queues: {path: '%s'}
                chunk: {limit: 5}
                databases: {main: {url: '%s', user: SA, callsPerSecond: 80}}
                lookups:
                  account: {sql: 'SELECT balance FROM account WHERE id = ?', types: [long]}
                statements:
                  book: {sql: 'INSERT INTO entry VALUES (?, ?)', types: [long, long]}
                """.formatted(address, url));
    }

    private static void signal(Process process, String signal) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor());
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    }

    private String said(String what, long seed) {
        try {
            return what + "; -Dsluice.kafka.seed=" + seed + "\n" + Files.readString(directory.resolve("job.log")) + "\n"
                    + Files.readString(directory.resolve("gateway.log"));
        } catch (final IOException e) {
            return what + "; " + e;
        }
    }

    @AfterEach
    void killAll() throws InterruptedException {
        for (final Process process : processes) {
            kill(process);
        }
    }
}
