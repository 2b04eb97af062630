package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.testing.TransportContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.test.JaasUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A broker that lets in only those with a password. */
@Timeout(120)
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
        final String address = BROKER.newAddress() + "&config="
                + settings(JaasUtils.KAFKA_PLAIN_ADMIN, JaasUtils.KAFKA_PLAIN_ADMIN_PASSWORD);
        assertEquals(100, TransportContract.greetAll(address));
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

    private Path settings(String user, String password) throws IOException {
        return Files.writeString(directory.resolve("kafka.properties"), SETTINGS.formatted(user, password));
    }
}
