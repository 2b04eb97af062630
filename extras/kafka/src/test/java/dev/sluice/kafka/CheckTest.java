package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.service.Main;
import dev.sluice.testsupport.Program;
import dev.sluice.transport.Finding;
import dev.sluice.transport.Finding.Kind;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.Lease;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code sluice check} of lanes on a broker. */
@Timeout(180)
class CheckTest {

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    @TempDir
    private Path directory;

    @Test
    void shouldSayWhatIsThereAndMakeNothing() throws Exception {
        final String address = BROKER.newAddress();
        for (int time = 0; time < 2; time++) {
            final String said = check(address, 0);
            assertTrue(
                    said.contains("missing, created when the gateway first starts: there is no topic "
                            + KafkaAddress.parse(address).requests()),
                    said);
        }
        final Lanes lanes = Lanes.at(address, QueueOptions.DEFAULTS.withLanes(2));
        assertTrue(check(address, 0).contains(" MB free  the queues exist, no gateway is running"));
        try (Lane lane = lanes.open(0);
                Lease lease = lane.lease()) {
            assertTrue(lease.isHeld());
            final String said = check(address, 0);
            assertTrue(
                    said.contains("in use by a running gateway, process "
                            + ProcessHandle.current().pid()),
                    said);
        }
    }

    @Test
    void shouldReportAnotherNumberOfLanes() throws Exception {
        final String address = BROKER.newAddress();
        Lanes.at(address, QueueOptions.DEFAULTS.withLanes(3));
        final String said = check(address, 1);
        assertTrue(said.contains("queues.lanes is 2, but 3 is the number of lanes in " + address), said);
    }

    @Test
    @Tag("nightly")
    void shouldNameEachWrongSettingWithTheCommandThatMendsIt() throws Exception {
        final String address = "kafka:night?bootstrap=" + BROKER.bootstrap();
        final String made = lanes(0, address, "4", "1");
        assertTrue(made.startsWith("night.control was created: 1 partition, 1 copy, cleanup.policy=compact, "), made);
        assertTrue(made.contains("\nnight.requests was created: 4 partitions, 1 copy, cleanup.policy=delete, "), made);
        final List<String> wrong = List.of(
                "night.requests retention.ms=3600000 -1",
                "night.requests retention.bytes=1000000000 -1",
                "night.requests max.message.bytes=1048588 1049088",
                "night.requests min.insync.replicas=2 1",
                "night.requests unclean.leader.election.enable=true false",
                "night.results retention.ms=604800000 -1",
                "night.results cleanup.policy=compact delete",
                "night.control cleanup.policy=delete compact");
        final List<String> poor = List.of(
                "night.results max.message.bytes=1048588 4194816",
                "night.results message.timestamp.type=LogAppendTime CreateTime",
                "night.requests message.timestamp.after.max.ms=3600000 9223372036854775807",
                "night.control message.timestamp.after.max.ms=3600000 9223372036854775807",
                "night.control max.message.bytes=1048588 9437184");
        try (Admin admin = BROKER.admin()) {
            assertChecked(0, address);
            for (final String planted :
                    Stream.concat(wrong.stream(), poor.stream()).toList()) {
                final String[] parts = planted.split("[ =]");
                Mending.set(admin, parts[0], parts[1], parts[2]);
            }
            Mending.update(admin, "transaction.version", (short) 1, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE);
            final String said = assertChecked(1, address);
            final int problems = said.indexOf("\nProblems");
            wrong.forEach(planted -> assertNamed(planted, address, said.substring(problems)));
            poor.forEach(planted -> assertNamed(planted, address, said.substring(0, problems)));
            assertTrue(
                    said.contains("queues.path: the brokers have transaction.version=1: a commit or abort that"
                            + " arrives late may end the next transaction, and results are lost (KIP-890); run"
                            + " kafka-features.sh"),
                    said);
            assertTrue(said.contains("\n9 problems, "), said);
            assertEquals(wrong.size() + poor.size() + 1, new Mending(admin, said).all("nobody"));
            assertChecked(0, address);
        }
        final String there = lanes(0, address, "4", "2");
        assertTrue(
                there.startsWith(
                        "night.control exists: 1 partition, 1 copy; --replication 2 does not change a topic that exists"),
                there);
        assertTrue(lanes(1, address, "3", "1")
                .startsWith("night.requests exists with 4 partitions, 1 copy, but the number of lanes is to be 3"));
    }

    /** Checks config/kafka.yaml. With one broker each topic has one copy, of which it warns. */
    private String assertChecked(int exitCode, String address) throws Exception {
        final String said = Program.java(Main.class, "check", "--config", "../../config/kafka.yaml")
                .bare()
                .with(Map.of("SLUICE_KAFKA", BROKER.bootstrap()))
                .start()
                .expectEnd(exitCode);
        assertTrue(said.contains(address), said);
        assertEquals(
                exitCode == 0,
                said.contains("\nno problems, 3 warnings")
                        && said.contains(" 1 copy of each message: a dead broker stops the lanes"),
                said);
        return said;
    }

    private static void assertNamed(String planted, String address, String said) {
        final String[] parts = planted.split(" ");
        final String setting = parts[1].substring(0, parts[1].indexOf('='));
        final String mended = KafkaAddress.parse(address).setting(parts[0], setting, parts[2]);
        assertTrue(
                said.lines()
                        .anyMatch(line -> line.contains("queues.path: " + parts[0] + " has " + parts[1])
                                && line.endsWith("; run " + mended)),
                planted + " in " + said);
    }

    private static String lanes(int exitCode, String address, String count, String copies, String... more)
            throws Exception {
        return Program.java(
                        Main.class,
                        Stream.concat(
                                        Stream.of(
                                                "lanes", "create", address, "--lanes", count, "--replication", copies),
                                        Stream.of(more))
                                .toArray())
                .bare()
                .start()
                .expectEnd(exitCode);
    }

    @Test
    void shouldRefuseToServeWhereALateEndOfATransactionMayEndTheNext() throws Exception {
        final String address = BROKER.newAddress();
        try (Admin admin = BROKER.admin();
                Lane lane = OneBroker.open(address)) {
            Mending.update(admin, "transaction.version", (short) 1, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE);
            try {
                final QueueException refused = assertThrows(QueueException.class, lane::lease);
                assertTrue(refused.getMessage().contains("transaction.version=1"), refused.getMessage());
            } finally {
                Mending.update(admin, "transaction.version", (short) 2, FeatureUpdate.UpgradeType.UPGRADE);
            }
            lane.lease().close();
        }
    }

    @Test
    void shouldWarnOnceInTheLogOfWhoOpensTopicsThatBreakAPromise() throws Exception {
        final String address = BROKER.newAddress();
        final String control = KafkaAddress.parse(address).control();
        OneBroker.open(address).close();
        final PrintStream standardError = System.err;
        final ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (Admin admin = BROKER.admin()) {
            Mending.set(admin, control, "cleanup.policy", "delete");
            System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
            OneBroker.open(address).close();
            OneBroker.open(address).close();
        } finally {
            System.setErr(standardError);
        }
        final String said = log.toString(StandardCharsets.UTF_8);
        final String warning = "A promise does not hold on Kafka: " + control + " has cleanup.policy=delete: ";
        assertEquals(said.indexOf(warning), said.lastIndexOf(warning), said);
        assertTrue(said.contains(warning), said);
    }

    @Test
    @Tag("nightly")
    void shouldMakeNothingWhenItOnlySaysWhatItWouldMake() throws Exception {
        final String address = BROKER.newAddress();
        final String said = lanes(0, address, "2", "1", "--dry-run");
        assertTrue(said.contains(".requests would be created: 2 partitions, 1 copy, "), said);
        final String refused = lanes(1, address, "2", "3");
        assertTrue(refused.contains("cannot be created at "), refused);
        assertTrue(refused.contains("only 1 broker(s) are registered"), refused);
        assertTrue(refused.strip().endsWith(". For fewer copies, use --replication 1"), refused);
        assertTrue(check(address, 0).contains("missing, created when the gateway first starts: there is no topic"));
    }

    @Test
    void shouldReportTopicsThatDoNotFitTogether() throws Exception {
        final String address = BROKER.newAddress();
        final KafkaAddress topics = KafkaAddress.parse(address);
        try (Admin admin = BROKER.admin()) {
            admin.createTopics(List.of(
                            new NewTopic(topics.requests(), 2, (short) 1),
                            new NewTopic(topics.results(), 1, (short) 1)))
                    .all()
                    .get();
        }
        final String said = check(address, 1);
        assertTrue(
                said.contains("there is no topic " + topics.control()
                        + ", which each lane needs; run sluice lanes create '" + address + "' --lanes 2"),
                said);
        assertTrue(said.contains(" has 2 partitions and " + topics.results() + " has 1: "), said);
    }

    /** Three brokers would take long to start: what is said of three copies follows from these numbers alone. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, WARNING, a dead broker stops the lanes",
        "1, 2, PROBLEM, brokers accept no message",
        "2, 1, WARNING, an acknowledged message may be lost",
        "2, 2, WARNING, a dead broker stops the lanes",
        "3, 1, PROBLEM, an acknowledged message may be lost",
        "3, 2, , ",
        "3, 3, WARNING, a dead broker stops the lanes",
        "3, 4, PROBLEM, brokers accept no message"
    })
    void shouldSayWhatSoManyCopiesComeTo(int copies, int inSync, Kind kind, String text) {
        final Optional<Finding> found = TopicReview.copies(
                KafkaAddress.parse("kafka:night?bootstrap=b:9092"), "night.requests", copies, inSync);
        assertEquals(Optional.ofNullable(kind), found.map(Finding::kind));
        assertTrue(found.isEmpty() || found.get().text().contains(": " + text), found::toString);
    }

    private String check(String address, int exitCode) throws IOException, InterruptedException {
        final Path config = Files.writeString(directory.resolve("gateway.yaml"), """
                queues: {path: '%s', lanes: 2}
                databases: {main: {url: 'jdbc:hsqldb:mem:check'}}
                statements: {now: {sql: 'VALUES (1)', types: []}}
                """.formatted(address));
        return Program.java(Main.class, "check", "--config", config)
                .bare()
                .start()
                .expectEnd(exitCode);
    }
}
