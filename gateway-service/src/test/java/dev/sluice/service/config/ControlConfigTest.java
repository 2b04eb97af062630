package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.service.config.yaml.Secret;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlConfigTest {

    private static final String TOKEN = "0123456789abcdef";

    @Test
    void shouldBeOffUnlessATokenIsSet() {
        assertEquals(
                Optional.empty(),
                Yaml.parse(Yaml.LEAST + "health: {port: 1}\n").health().flatMap(HealthConfig::control));
    }

    @Test
    void shouldHaveTheTokenAndAFileBesideTheConfigurationAndPrintNoToken() {
        final GatewayConfig config = Yaml.parse(Yaml.LEAST + "health: {port: 1}\ncontrol: {token: " + TOKEN
                + ", audit: audit.log, hosts: [gateway.example]}\n");
        final ControlConfig control =
                config.health().flatMap(HealthConfig::control).orElseThrow();
        assertEquals(
                new ControlConfig(new Secret(TOKEN), Optional.of(Path.of("audit.log")), List.of("gateway.example")),
                new ControlConfig(control.token(), control.audit().map(Path::getFileName), control.hosts()));
        assertFalse(config.toString().contains(TOKEN));
        assertEquals("***", config.secrets().masked(TOKEN));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            health: {port: 1} | {token: 0123456789abcde} | control.token: expected 16 to 4096 printable characters
            health: {port: 1} | {hosts: [a]} | control.token: missing: 16 to 4096 printable characters
            pauser: busy | {token: 0123456789abcdef} | control: it is served where health is: set health.port
            """)
    void shouldRefuseATokenThatCanBeGuessedAndOneThatIsOfNoUse(String health, String control, String problem) {
        final List<String> problems = Yaml.problems(Yaml.LEAST + health + "\ncontrol: " + control + "\n");
        assertEquals(1, problems.size(), problems::toString);
        assertEquals(problem, problems.get(0).replaceFirst("^\\d+:\\d+ ", "").substring(0, problem.length()));
    }
}
