package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.service.Main;
import dev.sluice.testing.GreetingJob;
import dev.sluice.testsupport.Program;
import dev.sluice.transport.Finding;
import dev.sluice.transport.Finding.Kind;
import dev.sluice.transport.Membership;
import dev.sluice.transport.Transports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.test.JaasUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A broker that lets in only those with a password. */
@Timeout(180)
class SecuredBrokerTest {

    private static final String SETTINGS = """
            security.protocol=SASL_PLAINTEXT
            sasl.mechanism=PLAIN
            sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="%s" password="%s";
            # What the promises need is not to be had otherwise.
            acks=0
            isolation.level=read_uncommitted
            """;

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker(SecurityProtocol.SASL_PLAINTEXT);

    @TempDir
    private Path directory;

    @Test
    void shouldRunAJobWithTheSettingsOfAFile() throws IOException {
        assertEquals(100, GreetingJob.greetAll(admins(BROKER.newAddress())));
    }

    @Test
    void shouldSayWhatTheBrokerSaysToAWrongPasswordAndNotThePassword() throws IOException {
        final String address = BROKER.newAddress() + "&config=" + settings(JaasUtils.KAFKA_PLAIN_ADMIN, "pa55word");
        final QueueException refused = assertThrows(QueueException.class, () -> OneBroker.open(address));
        assertTrue(
                refused.getMessage()
                        .contains("SaslAuthenticationException: Authentication failed: Invalid username or password"),
                refused.getMessage());
        assertFalse(refused.getMessage().contains("pa55word"));
    }

    @Test
    void shouldNameAFileThatIsNotThere() {
        final QueueException refused = assertThrows(
                QueueException.class, () -> OneBroker.open(BROKER.newAddress() + "&config=/nowhere/kafka.properties"));
        assertTrue(
                refused.getMessage()
                        .startsWith("the settings of Kafka's clients cannot be read from /nowhere/kafka.properties"),
                refused.getMessage());
    }

    /** What a user may not do is said, and what it is given then is enough. */
    @Test
    @Tag("nightly")
    void shouldNameTheRightsThatAGatewayLacks() throws Exception {
        final String address = BROKER.newAddress();
        final String ofAdmin = admins(address);
        final String user =
                address + "&config=" + settings(JaasUtils.KAFKA_PLAIN_USER1, JaasUtils.KAFKA_PLAIN_USER1_PASSWORD);
        OneBroker.open(ofAdmin).close();
        final Path config = Files.writeString(directory.resolve("gateway.yaml"), """
                queues: {path: '%s'}
                databases: {main: {url: 'jdbc:hsqldb:mem:check'}}
                statements: {now: {sql: 'VALUES (1)', types: []}}
                """.formatted(user));
        final String name = KafkaAddress.parse(address).name();
        final String refused = check(1, config);
        assertTrue(
                refused.contains("queues.path: the user may not Read, DescribeConfigs the topic " + name + ".requests"),
                refused);
        assertTrue(refused.contains("4 problems, 2 warnings"), refused); // topics, transactions; cluster, HSQLDB
        documented("gateway", name)
                .lines()
                .map(command -> command.substring(command.indexOf("--add")))
                .forEach(command -> assertTrue(refused.contains(command), command + " in " + refused));
        try (Admin admin = BROKER.admin()) {
            assertEquals(5, new Mending(admin, refused).all(JaasUtils.KAFKA_PLAIN_USER1), refused);
        }
        final String allowed = check(0, config);
        assertTrue(allowed.contains(" MB free  the queues exist, no gateway is running"), allowed);
        assertEquals(100, GreetingJob.greetAll(user, ofAdmin));
        Files.writeString(config, Files.readString(config).replace("'}\ndatabases", "', member: one}\ndatabases"));
        final String alone = check(1, config);
        assertTrue(alone.contains("the user may not Read the group sluice." + name), alone);
        try (Admin admin = BROKER.admin()) {
            assertEquals(1, new Mending(admin, alone).all(JaasUtils.KAFKA_PLAIN_USER1), alone);
        }
        check(0, config);
    }

    @Test
    void shouldNameTheRightThatAMemberLacks() throws Exception {
        final String address = BROKER.newAddress();
        OneBroker.open(admins(address)).close();
        final String user =
                address + "&config=" + settings(JaasUtils.KAFKA_PLAIN_USER1, JaasUtils.KAFKA_PLAIN_USER1_PASSWORD);
        final Set<Integer> given = new HashSet<>();
        final Membership.Listener listener = new Membership.Listener() {
            @Override
            public void given(Set<Integer> lanes) {
                given.addAll(lanes);
            }

            @Override
            public void taken(Set<Integer> lanes) {
                given.removeAll(lanes);
            }
        };
        try (Admin admin = BROKER.admin()) {
            final String ofGateway = documented(
                            "gateway", KafkaAddress.parse(address).name())
                    .replaceAll(".* --cluster", ""); // of all addresses
            assertEquals(4, new Mending(admin, ofGateway).all(JaasUtils.KAFKA_PLAIN_USER1), ofGateway);
            try (Membership refused = Transports.of(user).join(user, "one")) {
                final QueueException lacking = assertThrows(QueueException.class, () -> {
                    while (given.isEmpty()) {
                        refused.poll(listener);
                    }
                });
                assertTrue(
                        lacking.getMessage().startsWith("the lanes of " + user + " cannot be shared: GroupAuth"),
                        lacking::getMessage);
                assertEquals(
                        1,
                        new Mending(admin, lacking.getMessage()).all(JaasUtils.KAFKA_PLAIN_USER1),
                        lacking::getMessage);
            }
            try (Membership member = Transports.of(user).join(user, "one")) {
                while (given.isEmpty()) {
                    member.poll(listener);
                }
            }
        }
        assertEquals(Set.of(0), given);
    }

    /** The rights that docs/how-to/kafka.md gives a job. */
    @Test
    void shouldRunAJobWithTheRightsOfOne() throws Exception {
        final String address = BROKER.newAddress();
        final String name = KafkaAddress.parse(address).name();
        OneBroker.open(admins(address)).close();
        final String commands = documented("job", name);
        try (Admin admin = BROKER.admin()) {
            assertEquals(3, new Mending(admin, commands).all(JaasUtils.KAFKA_PLAIN_USER1), commands);
        }
        final String user =
                address + "&config=" + settings(JaasUtils.KAFKA_PLAIN_USER1, JaasUtils.KAFKA_PLAIN_USER1_PASSWORD);
        assertEquals(100, GreetingJob.greetAll(admins(address), user));
    }

    @Test
    void shouldMakeTopicsWithTheRightsOfAMaker() throws Exception {
        final String address = BROKER.newAddress();
        final String commands = documented("maker", KafkaAddress.parse(address).name());
        try (Admin admin = BROKER.admin()) {
            assertEquals(1, new Mending(admin, commands).all(JaasUtils.KAFKA_PLAIN_USER1), commands);
        }
        final String user =
                address + "&config=" + settings(JaasUtils.KAFKA_PLAIN_USER1, JaasUtils.KAFKA_PLAIN_USER1_PASSWORD);
        final List<Finding> made = Transports.of(user).make(user, QueueOptions.DEFAULTS.withLanes(2), 1, false);
        assertEquals(
                3, made.stream().filter(finding -> finding.kind() == Kind.NOTE).count(), made::toString);
        assertTrue(made.stream().noneMatch(finding -> finding.kind() == Kind.PROBLEM), made::toString);
    }

    /** The commands of docs/how-to/kafka.md that give such a user its rights, for topics of another name. */
    private static String documented(String user, String name) throws IOException {
        return Files.readString(Path.of("../../docs/how-to/kafka.md"))
                .lines()
                .filter(line -> line.contains("User:" + user + " "))
                .map(line -> line.replace("User:" + user, "User:NAME").replace("night.", name + "."))
                .collect(Collectors.joining("\n"));
    }

    private String admins(String address) throws IOException {
        return address + "&config=" + settings(JaasUtils.KAFKA_PLAIN_ADMIN, JaasUtils.KAFKA_PLAIN_ADMIN_PASSWORD);
    }

    private Path settings(String user, String password) throws IOException {
        return Files.writeString(directory.resolve(user + ".properties"), SETTINGS.formatted(user, password));
    }

    private static String check(int exitCode, Path config) throws IOException, InterruptedException {
        return Program.java(Main.class, "check", "--config", config)
                .bare()
                .start()
                .expectEnd(exitCode);
    }
}
