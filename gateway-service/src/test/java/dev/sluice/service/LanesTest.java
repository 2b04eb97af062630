package dev.sluice.service;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.Job.RunChangedException;
import dev.sluice.client.job.JobOptions;
import dev.sluice.client.job.OpenRun;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.LongStream;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several lanes in one process. */
@Timeout(120)
class LanesTest {

    private static final int LANES = 3;
    private static final int ITEMS = 300;
    private static final int ACCOUNTS = 30;

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("""
                    health: {port: 0}
                    lookups:
                      number: {sql: 'SELECT n FROM account WHERE id = ?', types: [long]}
                    statements:
                      count: {sql: 'UPDATE account SET n = n + 1 WHERE id = ?', types: [long]}
                    """)
            .named("accounts")
            .queues("lanes: " + LANES)
            .at("jdbc:hsqldb:mem:" + UUID.randomUUID() + ";hsqldb.tx=mvcc", "SA")
            .having(
                    "CREATE TABLE account (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)",
                    "INSERT INTO account SELECT i, 0 FROM UNNEST(SEQUENCE_ARRAY(0, 29, 1)) t(i)");

    private final AtomicInteger asked = new AtomicInteger();

    private static long account(long item) {
        return item % ACCOUNTS;
    }

    private Job.JobReport count(Function<Long, String> lane, long failsAt) {
        final JobOptions options = JobOptions.DEFAULTS.withLanes(Long.class, lane);
        try (GatewayClient client = RunningGateway.client(served.queues());
                Job job = client.job("count", "2026-11-25", options)) {
            return job.run(
                    LongStream.range(0, ITEMS).boxed().toList(),
                    String::valueOf,
                    (item, gateway) -> {
                        if (item == failsAt) {
                            await().until(() -> asked.get() == ITEMS - 1);
                            throw new IllegalStateException("stopped");
                        }
                        assertTrue(gateway.lookup("number", account(item)).get().isPresent());
                        final long counted =
                                gateway.update("count", account(item)).get();
                        asked.incrementAndGet();
                        return item + " " + counted;
                    },
                    FileSink.lines(served.directory().resolve("counts")));
        }
    }

    private List<String> counts() throws IOException {
        return Files.readAllLines(served.directory().resolve("counts"));
    }

    private static List<String> expected() {
        return LongStream.range(0, ITEMS).mapToObj(item -> item + " 1").toList();
    }

    private static String byAccount(long item) {
        return "account " + account(item);
    }

    @Test
    void shouldGoOnOnEveryLaneWhenAJobIsStartedAgain() throws Exception {
        final RunningGateway gateway = served.start();
        assertThrows(ItemFailedException.class, () -> count(LanesTest::byAccount, 150));
        assertEquals(List.of("count@2026-11-25"), open());
        assertEquals(LANES, gateway.allCounts().size());
        assertTrue(gateway.allCounts().stream().allMatch(lane -> lane.written() > 0));

        served.stop();
        final RunningGateway again = served.start();

        final Job.JobReport report = count(LanesTest::byAccount, Long.MAX_VALUE);
        assertEquals(ITEMS, report.items());
        assertEquals(149, report.fromHistory(), "updates"); // reads are asked again after a stop
        assertEquals(149 + 2, report.asked());
        assertEquals(
                149 + 2,
                again.allCounts().stream().mapToLong(lane -> lane.read()).sum());

        assertEquals(expected(), counts());
        assertEquals(List.of(), open());
        assertEquals(
                List.of(ITEMS / ACCOUNTS + " " + ITEMS / ACCOUNTS),
                served.database().rows("SELECT MIN(n), MAX(n) FROM account"));
    }

    private List<String> open() {
        return OpenRun.list(served.queues()).stream().map(OpenRun::name).toList();
    }

    @Test
    void shouldGiveUpARunOnAllItsLanes() {
        served.start();
        assertThrows(ItemFailedException.class, () -> count(LanesTest::byAccount, 150));
        assertTrue(OpenRun.giveUp(served.queues(), "count", "2026-11-25"));
        assertEquals(List.of(), open());
    }

    /** The item's requests are on the lane that it had, and would be asked again. */
    @Test
    void shouldRefuseAnItemThatComesBackOnAnotherLane() {
        served.start();
        assertThrows(ItemFailedException.class, () -> count(LanesTest::byAccount, 150));
        final RunChangedException refused =
                assertThrows(RunChangedException.class, () -> count(item -> "other " + account(item), Long.MAX_VALUE));
        assertTrue(refused.getMessage().contains("the key of an item's lane must be the same each time"));
    }

    /** A place that nobody needs would keep files for ever. */
    @Test
    void shouldLeaveNoPlaceOnOtherLanesWhenARunThatBeganOnOneIsRefused() {
        served.start();
        final GatewayClient client = served.client();
        client.job("count", "2026-11-25").close();
        final QueueException refused =
                assertThrows(QueueException.class, () -> count(LanesTest::byAccount, Long.MAX_VALUE));
        assertTrue(refused.getMessage().contains("began on one lane, and is continued on 3 lanes"));
        assertEquals(List.of("lane-" + home()), lanesWithARun());
    }

    /** A kill leaves such places between them and the first mark, or between the last mark and their end. */
    @Test
    void shouldEndThePlacesOnOtherLanesWhenARunHasNoNeedOfThem() {
        served.start();
        final Lanes lanes = Lanes.existing(served.queues().toString(), QueueOptions.DEFAULTS.withDiskReserve(0));
        leavePlaces(lanes);
        try (GatewayClient client = RunningGateway.client(served.queues());
                Job job = client.job("count", "2026-11-25")) {
            assertEquals(List.of("lane-" + home()), lanesWithARun());
            job.end("");
        }
        leavePlaces(lanes);
        try (GatewayClient client = RunningGateway.client(served.queues());
                Job job = client.job("count", "2026-11-25", JobOptions.DEFAULTS.allowingStartIfEnded())) {
            assertTrue(job.isEnded());
            assertEquals(List.of(), lanesWithARun());
        }
    }

    private static void leavePlaces(Lanes lanes) {
        for (int lane = 0; lane < LANES; lane++) {
            try (Lane open = lanes.openExisting(lane)) {
                open.run("count@2026-11-25").close();
            }
        }
    }

    private static int home() {
        return Lanes.of("count@2026-11-25", LANES);
    }

    private List<String> lanesWithARun() {
        final Lanes lanes = Lanes.existing(served.queues().toString(), QueueOptions.DEFAULTS.withDiskReserve(0));
        final List<String> found = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            try (Lane open = lanes.openExisting(lane)) {
                if (!open.runs().isEmpty()) {
                    found.add("lane-" + lane);
                }
            }
        }
        return found;
    }

    @Test
    void shouldNameTheItemWhenTheKeyOfItsLaneIsNull() {
        served.start();
        final NullPointerException refused =
                assertThrows(NullPointerException.class, () -> count(item -> null, Long.MAX_VALUE));
        assertEquals("the item '0' has null as the key of its lane", refused.getMessage());
    }

    @Test
    void shouldRefuseAJobOnTheDirectoryOfOneLane() {
        GatewayProgram.open(served.config()).close();
        final Path lane = served.queues().resolve("lane-1");
        final String told = lane + " is one of the lanes in " + served.queues()
                + ": give gateways and jobs the directory of all lanes";
        assertEquals(
                told,
                assertThrows(QueueException.class, () -> GatewayClient.open(lane))
                        .getMessage());
        assertEquals(
                told,
                assertThrows(QueueException.class, () -> OpenRun.giveUp(lane, "a", "b"))
                        .getMessage());
    }

    /** The checkpoint's table has 64 characters for it. */
    @Test
    void shouldRefuseANameThatIsTooLongWithItsLane() {
        final String yaml = served.yaml().replace("name: accounts", "name: " + "a".repeat(63));
        final ConfigException refused =
                assertThrows(ConfigException.class, () -> GatewayConfig.parse(yaml, served.directory(), name -> null));
        assertTrue(refused.getMessage().contains("may have at most 64 characters, and "));
        assertTrue(refused.getMessage().contains(" has more: choose a shorter name"));
    }

    @Test
    void shouldRefuseARunThatComesBackOnFewerLanes() {
        served.start();
        assertThrows(ItemFailedException.class, () -> count(LanesTest::byAccount, 150));
        try (GatewayClient client = RunningGateway.client(served.queues())) {
            final QueueException refused = assertThrows(QueueException.class, () -> client.job("count", "2026-11-25"));
            assertEquals(
                    "the run '2026-11-25' of the job 'count' began on 3 lanes, and is continued on one lane: use"
                            + " JobOptions.withLanes only if the run began with it, or give the run up and begin"
                            + " another",
                    refused.getMessage());
        }
    }

    @Test
    void shouldShowEachLaneAndTheirSum() throws Exception {
        final RunningGateway gateway = served.start();
        count(LanesTest::byAccount, Long.MAX_VALUE);
        final String metrics = MetricsPage.get(gateway.health(), "/metrics").body();
        double sum = 0;
        for (int lane = 0; lane < LANES; lane++) {
            final String line = "sluice_requests_total{gateway=\"accounts\",lane=\"" + lane + "\",name=\"count\"} ";
            final String value = metrics.substring(metrics.indexOf(line) + line.length());
            sum += Double.parseDouble(value.substring(0, value.indexOf('\n')));
            assertTrue(metrics.contains("sluice_chunk_requests_count{gateway=\"accounts\",lane=\"" + lane + "\"}"));
        }
        assertEquals(ITEMS, sum);
        final JsonNode state = new ObjectMapper()
                .readTree(MetricsPage.get(gateway.health(), "/state").body());
        assertEquals(2 * ITEMS, state.at("/gateway/total/requests").asLong(), state::toString);
        assertEquals(LANES, state.at("/gateway/total/lanes").size());
        assertEquals("1", state.at("/lanes/1/number").asText());
        assertEquals(200, MetricsPage.get(gateway.health(), "/health/ready").statusCode());
    }

    /** A request of a later release holds one lane up. */
    @Test
    void shouldGoOnWithTheOthersWhenOneLaneEnds() throws Exception {
        GatewayProgram.open(served.config()).close();
        write(served.queues().resolve("lane-1/in"));
        final RunningGateway gateway = served.start();
        await().until(() -> MetricsPage.get(gateway.health(), "/health/live").statusCode() == 503);
        final HttpResponse<String> health = MetricsPage.get(gateway.health(), "/health/live");
        assertTrue(health.body().contains("lane 1: its service thread has ended"), health.body());
        for (final int lane : new int[] {0, 2}) {
            try (GatewayClient client = named(lane)) {
                client.requests().lookup("number", 1L);
                final Collected collected = new Collected();
                client.awaitAll(collected);
                assertEquals(List.of("number: rows [{N=0}]"), collected.lines);
            }
        }
        try (GatewayClient client = named(1)) {
            await().until(() -> !client.isServed()); // it can be repaired, and a job is told
        }

        final AssertionError failure = assertThrows(AssertionError.class, served::stop);
        assertTrue(failure.getCause().getMessage().contains("lookAt"), failure.getCause()::toString);
    }

    /** A client whose name belongs to that lane. */
    private GatewayClient named(int lane) {
        return named(served.queues(), lane, LANES);
    }

    /** A client whose name belongs to that lane of so many. */
    static GatewayClient named(Path queues, int lane, int lanes) {
        int number = 0;
        while (Lanes.of("client" + number, lanes) != lane) {
            number++;
        }
        return GatewayClient.builder(queues)
                .options(QueueOptions.DEFAULTS.withDiskReserve(0))
                .name("client" + number)
                .openExisting();
    }

    /** Writes a request of a later release. */
    static void write(Path input) {
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(message, RequestKind.LOOKUP, 77, 1, Map.of(), "number", new Object[] {3L});
        try (ChronicleQueue queue = ChronicleQueue.single(input.toString());
                ExcerptAppender appender = queue.createAppender();
                DocumentContext document = appender.writingDocument()) {
            document.wire()
                    .bytes()
                    .write(NewerMessageTest.withChecksum(
                            NewerMessageTest.renamed(message.toBytes(), "lookup", "lookAt")));
        }
    }

    @Test
    void shouldKeepTheNumberOfLanes() throws Exception {
        GatewayProgram.open(served.config()).close();
        assertEquals(
                "# How many lanes are here. Do not edit: each job and run has one of them.\nlanes=3\n",
                Files.readString(served.queues().resolve("lanes.properties"), StandardCharsets.UTF_8));
        final GatewayConfig one = served.queues("lanes: 1").config();
        final QueueException fewer = assertThrows(QueueException.class, () -> GatewayProgram.open(one));
        assertTrue(fewer.getMessage().startsWith("queues.lanes is 1, but 3 is the number of "), fewer.getMessage());
    }

    /** The demo's tests run the job with the option that the page shows. */
    @Test
    void shouldDoWhatThePageSays() throws Exception {
        final String page = Files.readString(Path.of("../docs/how-to/jobs.md"));
        final int yaml = page.indexOf("```yaml") + "```yaml".length();
        final GatewayConfig config = GatewayConfig.parse(
                page.substring(yaml, page.indexOf("```", yaml)) + "databases: {main: {url: 'jdbc:hsqldb:mem:page'}}",
                served.directory(),
                name -> null);
        assertEquals(4, config.queues().lanes());
        final String option = "JobOptions.DEFAULTS.withLanes(Contract.class, Contract::key)";
        assertTrue(page.contains(option));
        final Path examples = Path.of("../examples/src/main/java/dev/sluice/examples/letters/Contract.java");
        assertTrue(Files.readString(examples).contains(option));
    }

    @Test
    void shouldSayWhenThereIsOneLaneAndTheConfigurationWantsMore() {
        GatewayProgram.open(served.queues("lanes: 1").config()).close();
        final GatewayConfig more = served.queues("lanes: " + LANES).config();
        final QueueException refused = assertThrows(QueueException.class, () -> GatewayProgram.open(more));
        assertTrue(refused.getMessage().startsWith("queues.lanes is 3, but 1 is the number of "), refused.getMessage());
    }
}
