package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RequestWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the replay tool by their command lines, over lanes that a gateway has served. */
@Timeout(180)
class ToolsTest {

    private static final String URL = "jdbc:hsqldb:mem:tools;hsqldb.tx=mvcc";
    /** Of each lane: found, not found, done, failed. */
    private static final int REQUESTS = 8;

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    @TempDir
    private static Path directory;

    private static Connection database;
    /** Two lanes, with a request more that waits on the second one. */
    private static String night;

    private static Path config;

    @BeforeAll
    static void record() throws Exception {
        database = DriverManager.getConnection(URL, "SA", "");
        execute("CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(20))");
        execute("INSERT INTO customer VALUES (1, 'Ada'), (2, 'Ben')");
        night = BROKER.newAddress();
        config = config("gateway.yaml", night, lookup("customer"));
        final Lanes lanes = Lanes.at(night, QueueOptions.DEFAULTS.withLanes(2));
        for (int lane = 0; lane < 2; lane++) {
            ask(lanes, lane, 1);
        }
        serve(config, 2 * REQUESTS);
        try (Lane second = lanes.openExisting(1);
                RequestWriter writer = second.newWriter()) {
            writer.lookup("customer", 1L);
        }
    }

    @AfterAll
    static void close() throws SQLException {
        database.close();
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Path config(String file, String address, String lookup) throws IOException {
        return Files.writeString(
                directory.resolve(file), """
                name: %s
                queues: {path: '%s', lanes: 2}
                databases: {main: {url: '%s', user: SA}}
                lookups:
                  %s
                statements:
                  rename: {sql: 'UPDATE customer SET name = ? WHERE id = ?', types: [text, long]}
                """.formatted(file.substring(0, file.indexOf('.')), address, URL, lookup));
    }

    private static GatewayConfig read(Path config) throws IOException {
        return GatewayConfig.parse(Files.readString(config), directory, key -> null);
    }

    private static void ask(Lanes lanes, int lane, int times) {
        try (Lane open = lanes.openExisting(lane);
                RequestWriter writer = open.newWriter("asks")) {
            for (int i = 0; i < times * REQUESTS / 4; i++) {
                writer.lookup("customer", 1L);
                writer.lookup("customer", 17L);
                writer.executeUpdate("rename", "Bea", 2L);
                writer.executeUpdate("rename", "a name that is too long for it", 2L);
            }
        }
    }

    /** Runs a gateway until it has written so many results. */
    private static void serve(Path config, long results) throws IOException, InterruptedException {
        try (GatewayProgram gateway = GatewayProgram.open(read(config))) {
            final Thread service = new Thread(gateway::run, "service");
            service.start();
            while (written(gateway) < results && service.isAlive()) {
                Thread.onSpinWait();
            }
            gateway.stop();
            service.join();
            assertEquals(results, written(gateway));
        }
    }

    private static long written(GatewayProgram gateway) {
        return gateway.counts().stream().mapToLong(lane -> lane.written()).sum();
    }

    private static Said ended(int code, Said said) {
        assertEquals(code, said.code(), said::toString);
        return said;
    }

    private static void assertSays(Said said, String text) {
        assertTrue(said.out().contains(text), said::toString);
    }

    private static void assertRefuses(Said said, String text) {
        assertTrue(ended(3, said).err().startsWith(text), said::toString);
    }

    private static String lane(String address, int lane) {
        return KafkaAddress.parse(address).ofLane(lane).toString();
    }

    @Test
    void shouldShowTheStatusOfAllLanesAndOfOne() {
        final Said all = ended(1, Said.by("status -q", night));
        assertTrue(
                all.out().startsWith("needs a person: lane 1: 1 request waits, for ")
                        && all.out().contains(", and no gateway serves them"),
                all::out);
        assertSays(all, "all lanes      2 in " + night);
        assertSays(all, "last answered  1:7 at ");
        final Said first = ended(0, Said.by("status --lane 0 -q", night));
        assertTrue(first.out().startsWith("fine: nothing waits"), first::out);
        assertSays(first, "queues         " + lane(night, 0) + ", input ");
        assertSays(first, "REJECTED           2  last 0:7");
        assertSays(first, "'asks', not open");
    }

    @Test
    void shouldFindNothingInACleanRun() {
        final Said verified = ended(0, Said.by("verify -q", night));
        assertSays(verified, "17 requests and 16 results");
        assertSays(verified, "failed      4");
        assertSays(verified, "waiting     1");
        final Said compared =
                ended(0, Said.by("verify -q", night, "--config", config.toString(), "--rows", "rename=VALUES (4)"));
        assertSays(compared, "violations  0");
    }

    @Test
    void shouldFindAnUpdateThatItsDatabaseDoesNotKnow() throws SQLException {
        final Said lane = Said.by("verify -q", lane(night, 1), "--config", config.toString());
        ended(0, lane);
        execute("UPDATE sluice_checkpoint SET last_index = 2 WHERE gateway = 'gateway/1'");
        try {
            assertSays(
                    ended(1, Said.by("verify -q", lane(night, 1), "--config", config.toString())), "database 'main'");
        } finally {
            execute("UPDATE sluice_checkpoint SET last_index = 7 WHERE gateway = 'gateway/1'");
        }
    }

    @Test
    void shouldPrintRequestsWithTheirResults() {
        final Said both = ended(0, Said.by("cat both --lane 1 -q", night));
        assertEquals(9, both.lines().size());
        assertTrue(both.lines().get(0).startsWith("1:0 lookup 'customer' [1]"), both::out);
        assertTrue(both.lines().get(8).contains("waiting"), both::out);
        assertEquals(
                both.lines().subList(6, 8),
                Said.by("cat both --from 1:6 --to 1:7 -q", lane(night, 1)).lines());
        assertEquals(2, Said.by("cat --last 2 -q", lane(night, 1)).lines().size());
        assertRefuses(Said.by("cat -q", night), night + " has 2 lanes: name one of them, such as " + lane(night, 0));
        assertRefuses(
                Said.by("cat --lane 2 -q", night), "there is no lane 2 at " + night + ": it has 2 lanes, counted");
    }

    @Test
    void shouldShowTheLifeOfARequest() {
        final Said answered = ended(0, Said.by("show 1:2 -q", lane(night, 1)));
        assertSays(answered, "1:2");
        assertSays(answered, "updated");
        assertSays(ended(0, Said.by("show --last --lane 1 -q", night)), "it is the first that waits");
        ended(1, Said.by("show 1:99 --lane 1 -q", night));
    }

    @Test
    void shouldCompareAndReplayFromKafkaAndIntoIt() throws Exception {
        final String first = lane(night, 0);
        final Path file = directory.resolve("first.jsonl");
        Files.writeString(
                file, ended(0, Said.by("cat both --format json -q", first)).out());
        ended(0, Said.by("diff " + first + " " + file));

        final String queues = directory.resolve("replayed").toString();
        final String read = config.toString();
        final Said replayed = ended(0, Said.by("replay -q " + first + " --config " + read + " --into " + queues));
        assertSays(replayed, "left out: 4 updates and events");
        assertSays(ended(0, Said.by("diff " + first + " " + queues)), "customer");
        final String again = BROKER.newAddress();
        assertSays(
                ended(0, Said.by("replay -q " + first + " --config " + read + " --into " + again)),
                "4 of 4 requests answered");
        ended(0, Said.by("diff " + first + " " + again));
        ended(0, Said.by("diff " + file + " " + again));
        ended(0, Said.by("diff " + queues + " " + again));
        assertSays(ended(0, Said.by("verify -q", again)), "4 requests and 4 results");
        ended(2, Said.by("replay -q " + first + " --config " + read + " --into " + again));

        execute("UPDATE customer SET name = 'Eve' WHERE id = 1");
        final String other = BROKER.newAddress();
        ended(0, Said.by("replay -q " + queues + " --config " + read + " --into " + other));
        execute("UPDATE customer SET name = 'Ada' WHERE id = 1");
        assertSays(ended(1, Said.by("diff " + queues + " " + other)), "Eve");
    }

    @Test
    void shouldWriteFailedRequestsAgainOnce() throws Exception {
        final String address = BROKER.newAddress();
        final Lanes lanes = Lanes.at(address, QueueOptions.DEFAULTS.withLanes(2));
        ask(lanes, 1, 1);
        final Path config = config("redrive.yaml", address, lookup("customer"));
        serve(config, REQUESTS);
        assertSays(ended(0, Said.by("redrive --dry-run --lane 1 -q", address)), "2 would be written again");
        assertSays(ended(0, Said.by("redrive --lane 1 -q", address)), "2 written again, from 1:8 to 1:9");
        assertSays(ended(0, Said.by("redrive --lane 1 -q", address)), "nothing was written again");
        serve(config, 2);
        assertSays(ended(0, Said.by("redrive --again --lane 1 -q", address)), "2 written again, from 1:10 to 1:11");
        ended(0, Said.by("verify -q", address));
    }

    private static String lookup(String name) {
        return name + ": {sql: 'SELECT name FROM customer WHERE id = ?', types: [long]}";
    }

    @Test
    void shouldHaveRequestsAnsweredAsFailedWhileNoGatewayHasTheLane() throws Exception {
        final String address = BROKER.newAddress();
        final Lanes lanes = Lanes.at(address, QueueOptions.DEFAULTS.withLanes(2));
        ask(lanes, 0, 1);
        final String first = lane(address, 0);
        try (GatewayProgram gateway = GatewayProgram.open(read(config("resume.yaml", address, lookup("customer"))))) {
            assertEquals(2, gateway.counts().size());
            assertRefuses(
                    Said.by("resume --lookup customer -q", first),
                    "a gateway serves " + first + ", process "
                            + ProcessHandle.current().pid() + " since ");
            assertSays(
                    Said.by("status -q", first),
                    "gateway        process " + ProcessHandle.current().pid());
            assertSays(
                    ended(0, Said.by("resume --lookup customer --dry-run -q", first)),
                    "'customer': 4, from 0:0 to 0:5");
        }
        assertSays(
                ended(0, Said.by("resume --lookup customer -q", first)),
                "decided: the next gateway answers them as failed");
        assertSays(ended(0, Said.by("resume --from 0:4 -q", first)), "4 requests, from 0:0 to 0:3");
        serve(config("resume.yaml", address, lookup("another")), REQUESTS);
        assertEquals(7, Said.by("cat --outcome failed -q", first).lines().size());
    }

    @Test
    void shouldListRunsAndGiveOneUp() {
        final String address = BROKER.newAddress();
        try (GatewayClient client = GatewayClient.builder(address)
                        .options(QueueOptions.DEFAULTS.withLanes(2))
                        .open();
                Job job = client.job("letters", "today")) {
            job.handled(job.item("contract 1"));
            job.mark("");
        }
        final String home =
                lane(address, Lanes.existing(address, QueueOptions.DEFAULTS).of("letters@today"));
        assertTrue(ended(1, Said.by("show --last -q", home)).err().startsWith("there are no requests in " + home));
        final String run = "letters@today  1 items handled, 0 of them failed, the last one contract 1";
        assertEquals(run, ended(0, Said.by("jobs -q", address)).out().strip());
        assertEquals(run, ended(0, Said.by("jobs -q", lane(address, 1))).out().strip());
        assertSays(ended(0, Said.by("jobs --give-up letters@today -q", address)), "gave up letters@today");
        assertSays(ended(0, Said.by("jobs -q", address)), "no run is open");
    }

    @Test
    void shouldDeleteWhatIsAnsweredWhileNoGatewayHasTheLane() throws Exception {
        final String address = BROKER.newAddress();
        ask(Lanes.at(address, QueueOptions.DEFAULTS.withLanes(2)), 0, 1);
        final Path served = config("prune.yaml", address, lookup("customer"));
        serve(served, REQUESTS);
        final String first = lane(address, 0);
        final String requests = KafkaAddress.parse(address).requests() + "-0/0-6 ";
        final String wouldGo =
                ended(0, Said.by("prune --keep 0s --dry-run -q", first)).out();
        assertTrue(wouldGo.contains(requests) && wouldGo.contains(" would go "), wouldGo);
        try (GatewayProgram gateway = GatewayProgram.open(read(served))) {
            assertEquals(2, gateway.counts().size());
            assertRefuses(Said.by("prune --keep 0s -q", first), "a gateway serves " + first + ", process ");
            assertSays(ended(0, Said.by("prune --keep 0s --dry-run -q", first)), requests);
        }
        final String gone = ended(0, Said.by("prune --keep 0s -q", first)).out();
        assertTrue(gone.contains(requests) && gone.contains(": deleted 2 of 4 ranges"), gone);
        assertEquals(1, ended(0, Said.by("cat -q", first)).out().lines().count());
        ask(Lanes.existing(address, QueueOptions.DEFAULTS), 0, 1);
        serve(served, REQUESTS);
        assertEquals(
                1 + REQUESTS, ended(0, Said.by("cat -q", first)).out().lines().count());
    }

    @Test
    void shouldSayWhoDoesWhatItCannotDoHere() {
        assertRefuses(
                Said.by("repair -q", night),
                night + " is no directory: repair is only for queues on a disk, because brokers take care");
        final String none = BROKER.newAddress();
        assertRefuses(
                Said.by("status -q", none),
                "there is no topic " + KafkaAddress.parse(none).requests() + " at ");
    }
}
