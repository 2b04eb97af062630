package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.yaml.Secret;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HealthConfigTest {

    @Test
    void shouldServeNothingWhenThePortIsNotSet() {
        assertEquals(Optional.empty(), Yaml.parse(Yaml.LEAST).health());
        assertEquals(
                Optional.empty(),
                Yaml.parse(Yaml.LEAST + "health:\n  #port: 1\n").health());
    }

    @Test
    void shouldListenAtLoopbackWhenOnlyThePortIsSet() {
        assertEquals(
                Optional.of(new HealthConfig("127.0.0.1", 9464, Optional.empty())),
                Yaml.parse(Yaml.LEAST + "health: {port: 9464}\n").health());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0.0.0.0", "10.1.2.3", "\"::\"", "gateway.example", "127.0.0.1.example", "localhost.example"})
    void shouldWantATokenWhenOtherMachinesMayReachTheAddress(String address) {
        final List<String> problems = Yaml.problems(Yaml.LEAST + "health: {port: 1, address: " + address + "}\n");
        assertEquals(1, problems.size());
        assertTrue(problems.get(0).contains("health.address: other machines may reach"), problems.get(0));
        assertEquals(
                "s3cret",
                Yaml.parse(Yaml.LEAST + "health: {port: 1, address: " + address + ", token: s3cret}\n")
                        .health()
                        .flatMap(HealthConfig::token)
                        .map(Secret::value)
                        .orElse(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "localhost", "\"::1\""})
    void shouldWantNoTokenWhenTheAddressIsLoopback(String address) {
        assertTrue(Yaml.parse(Yaml.LEAST + "health: {port: 1, address: " + address + "}\n")
                .health()
                .isPresent());
    }

    @Test
    void shouldReportAMissingPortWhenAnythingElseIsSet() {
        assertEquals(
                List.of("4:1 health.port: missing: a whole number from 0 to 65535"),
                Yaml.problems(Yaml.LEAST + "health: {token: s3cret}\n"));
    }

    @Test
    void shouldSayWhatIsUsedInsteadWhenControlOverHttpIsSet() {
        final List<String> problems = Yaml.problems(Yaml.LEAST + "control: {token: s3cret, hosts: [a], audit: b}\n");
        assertEquals(1, problems.size());
        assertTrue(problems.get(0).contains("control: control over HTTP was removed"), problems.get(0));
        assertTrue(problems.get(0).contains("sluice ctl --queues ADDRESS"), problems.get(0));
    }

    @Test
    void shouldNotPrintTheTokenWhenTheConfigurationIsPrinted() {
        assertFalse(Yaml.parse(Yaml.LEAST + "health: {port: 1, token: s3cret}\n")
                .toString()
                .contains("s3cret"));
    }
}
