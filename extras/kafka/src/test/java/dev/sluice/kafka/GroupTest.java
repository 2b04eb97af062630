package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.Main;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.SeriesLength;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.ResultReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that share lanes: each lane is served by one of them, whoever joins, is killed, is told to stop, or is stopped and continued
 * after another one has its lanes. Each request has its one result, in order, and each update was done once.
 */
@Timeout(900)
class GroupTest {

    private static final int LANES = 3;
    /** Of each lane, while something happens; the database takes a second for them. */
    private static final int REQUESTS = 120;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    @TempDir
    private Path directory;

    private final Map<String, Child> members = new TreeMap<>();
    private final List<String> happened = new ArrayList<>();
    private final List<Path> logs = new ArrayList<>();
    /** The logs of processes that were stopped: they find out late that their lanes have gone. */
    private final Set<Path> surprised = new HashSet<>();

    private List<Served> lanes = List.of();
    private String address = "";

    /** What becomes of a process that has lanes. */
    private enum Event {
        KILLED,
        KILLED_AND_STARTED_AGAIN,
        STOPPED_AND_CONTINUED,
        /** By somebody who is no member, and goes again. */
        ROBBED_OF_A_LANE,
        TOLD_TO_END_AND_STARTED_AGAIN
    }

    @Test
    @Tag("long")
    void shouldServeEachLaneOnceWhateverBecomesOfTheProcesses() throws Exception {
        final long seed = Long.getLong("sluice.kafka.seed", System.nanoTime());
        final SplittableRandom random = new SplittableRandom(seed);
        happened.add("-Dsluice.kafka.seed=" + seed);
        address = BROKER.newAddress();
        try (Bank bank = new Bank("CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)")) {
            final Lanes all = Lanes.at(address, QueueOptions.DEFAULTS.withLanes(LANES));
            lanes = IntStream.range(0, LANES)
                    .mapToObj(lane -> new Served(all.openExisting(lane)))
                    .toList();
            for (int lane = 0; lane < LANES; lane++) {
                bank.execute("INSERT INTO account VALUES (" + lane + ", 0)");
            }
            join("one", bank);
            await("one has all", has -> has.equals(Map.of("one", LANES)));
            join("two", bank);
            await("each has some", has -> has.size() == 2);
            final List<Event> events =
                    new ArrayList<>(List.of(Event.ROBBED_OF_A_LANE, Event.STOPPED_AND_CONTINUED, Event.KILLED));
            for (int i = SeriesLength.of("groupEvents", 0, 30); i > 0; i--) {
                events.add(Event.values()[random.nextInt(Event.values().length)]);
            }
            for (final Event event : events) {
                lanes.forEach(Served::ask);
                befall(event, random, bank);
                awaitAll();
            }
            final Map<Integer, Long> paid = new TreeMap<>();
            for (int lane = 0; lane < LANES; lane++) {
                paid.put(lane, (long) lanes.get(lane).asked);
                assertEquals(0, lanes.get(lane).lane.waiting(), this::said);
            }
            assertEquals(paid, bank.numbers("SELECT id, balance FROM account"), this::said);
            for (final Path log : logs) { // whose lane is taken lets it go by itself
                assertTrue(surprised.contains(log) || !Files.readString(log).contains("is opened again"), this::said);
            }
        } finally {
            lanes.forEach(Served::close);
        }
    }

    private void befall(Event event, SplittableRandom random, Bank bank) throws Exception {
        final List<String> names = List.copyOf(members.keySet());
        final String name = names.get(random.nextInt(names.size()));
        final String other = names.get(0).equals(name) ? names.get(1) : names.get(0);
        final Child process = members.get(name);
        final int answered = random.nextInt(REQUESTS / 2);
        while (lanes.get(0).seen < lanes.get(0).asked - REQUESTS + answered) {
            readAll();
        }
        happened.add(name + " " + event);
        switch (event) {
            case KILLED -> {
                process.kill();
                await(other + " has all", has -> has.equals(Map.of(other, LANES)));
                join(name, bank);
            }
            case ROBBED_OF_A_LANE -> {
                members.keySet().forEach(member -> surprised.add(lastLog(member)));
                lanes.get(random.nextInt(LANES)).lane.lease().close();
                return; // nobody says who has it, until it is opened again
            }
            case KILLED_AND_STARTED_AGAIN -> {
                process.kill();
                join(name, bank);
            }
            case TOLD_TO_END_AND_STARTED_AGAIN -> {
                assertEquals(Child.TERMINATED, process.stop(), this::said);
                join(name, bank);
            }
            case STOPPED_AND_CONTINUED -> {
                surprised.add(lastLog(name));
                process.signal("STOP");
                await(other + " has all", has -> has.equals(Map.of(other, LANES)));
                process.signal("CONT");
            }
        }
        await("each has some", has -> has.size() == 2 && has.containsKey(name));
    }

    private void awaitAll() {
        final long begun = System.nanoTime();
        while (lanes.stream().anyMatch(lane -> lane.seen < lane.asked)) {
            readAll();
            assertInTime(begun, "not all is answered");
        }
    }

    private void readAll() {
        lanes.forEach(lane -> lane.read(this::said));
    }

    /** Waits until the lanes are so: how many each living member has, by its name. */
    private void await(String what, Predicate<Map<String, Integer>> wanted) {
        happened.add("wait until " + what);
        Map<String, Integer> has = held();
        final long begun = System.nanoTime();
        while (!wanted.test(has)) {
            readAll();
            final String now = has.toString();
            assertInTime(begun, "they are so: " + now);
            has = held();
        }
    }

    private void assertInTime(long begun, String what) {
        assertTrue(System.nanoTime() - begun < PATIENCE_NANOS, () -> what + said());
    }

    /** Of lanes without a living owner nothing is counted, so that the sum may be less. */
    private Map<String, Integer> held() {
        final Map<String, Integer> held = new HashMap<>();
        for (final Served lane : lanes) {
            final Optional<Holder> holder = lane.lane.gateway().filter(Holder::live);
            members.forEach((name, process) -> {
                if (holder.filter(its -> its.pid() == process.pid()).isPresent()) {
                    held.merge(name, 1, Integer::sum);
                }
            });
        }
        return held;
    }

    private void join(String name, Bank bank) throws IOException {
        final Path config = Files.writeString(directory.resolve(name + ".yaml"), config(name, bank.url()));
        logs.add(directory.resolve(name + "-" + logs.size() + ".log"));
        members.put(
                name,
                Program.java(Main.class, "run", "--config", config)
                        .bare()
                        .log(lastLog(name))
                        .start());
    }

    private Path lastLog(String name) {
        return logs.stream()
                .filter(log -> log.getFileName().toString().startsWith(name))
                .reduce((log, next) -> next)
                .orElseThrow();
    }

    private String config(String member, String url) {
        return """
                name: bank
                queues: {path: '%s', lanes: %d, member: %s}
                chunk: {limit: 5}
                databases: {main: {url: '%s', user: SA, callsPerSecond: 30}}
                statements:
                  pay: {sql: 'UPDATE account SET balance = balance + 1 WHERE id = ?', types: [long]}
                """.formatted(address, LANES, member, url);
    }

    @Test
    @Tag("long")
    void shouldEndAProcessWhoseNameAnotherOneHas() throws Exception {
        address = BROKER.newAddress();
        try (Bank bank = new Bank("CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)")) {
            lanes = List.of(new Served(
                    Lanes.at(address, QueueOptions.DEFAULTS.withLanes(LANES)).openExisting(0)));
            join("one", bank);
            final Child former = members.get("one");
            await("one has it", has -> has.containsKey("one"));
            join("one", bank);
            former.expectEnd(1);
            await("the second has it", has -> has.containsKey("one"));
            assertTrue(
                    said().contains("another process is the member 'one' of " + address
                            + " and has its lanes: give each process its own queues.member"),
                    this::said);
        } finally {
            lanes.forEach(Served::close);
        }
    }

    @Test
    void shouldRefuseAMemberWhereOneProcessServesAllLanes() {
        address = directory.resolve("queues").toString();
        final QueueException refused = assertThrows(
                QueueException.class,
                () -> GatewayProgram.open(
                        GatewayConfig.parse(config("one", "jdbc:hsqldb:mem:none"), directory, name -> null)));
        assertTrue(
                refused.getMessage().startsWith("queues.member is 'one', and the lanes in " + address),
                refused::getMessage);
    }

    private String said() {
        final StringBuilder said = new StringBuilder("\n" + String.join("\n", happened) + "\n");
        for (final Path log : logs) {
            try {
                said.append(log.getFileName()).append(":\n").append(Files.readString(log));
            } catch (final IOException e) {
                said.append(e);
            }
        }
        return said.toString();
    }

    @AfterEach
    void endAll() throws InterruptedException {
        for (final Child process : members.values()) {
            process.kill();
        }
    }

    /** A lane, its requests and its results. */
    private static final class Served implements AutoCloseable {

        private final Lane lane;
        private final RequestWriter writer;
        private final ResultReader results;
        private int asked;
        private int seen;

        Served(Lane lane) {
            this.lane = lane;
            this.writer = lane.newWriter("bank");
            this.results = lane.newResults();
        }

        void ask() {
            final long account = KafkaAddress.parse(lane.address()).partition();
            for (int i = 0; i < REQUESTS; i++) {
                writer.append(RequestKind.UPDATE, Map.of(), "pay", account);
            }
            asked += REQUESTS;
        }

        void read(Supplier<String> said) {
            results.poll(
                    (index, result) -> {
                        seen++;
                        assertEquals(seen, result.request().sequence(), said);
                        assertTrue(result.body() instanceof ResultFrame.Updated, said);
                    },
                    100);
        }

        @Override
        public void close() {
            writer.close();
            results.close();
            lane.close();
        }
    }
}
