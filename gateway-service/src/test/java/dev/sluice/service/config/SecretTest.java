package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.config.yaml.Secret;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A canary is put where secrets stand, and must not sing in anything that is printed. */
class SecretTest {

    private static final String CANARY = "canary8214";

    @Test
    void shouldPrintStarsWhenASecretIsPrinted() {
        assertEquals("***", new Secret(CANARY).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"password: " + CANARY, "password: ${FROM_OUTSIDE}", "password: ${file:secret}"})
    void shouldNotBePrintedWhenTheConfigurationIs(String line, @TempDir Path dir) throws Exception {
        Files.writeString(dir.resolve("secret"), CANARY);

        final GatewayConfig config = GatewayConfig.parse(Yaml.LEAST + "    " + line, dir, name -> CANARY);

        assertEquals(CANARY, config.databases().get("main").password().value());
        assertSilent(config.toString());
    }

    @Test
    void shouldNotBePrintedWhenItIsAParameterOfTheUrl() {
        final String yaml = "databases: {main: {url: 'jdbc:hsqldb:file:db;crypt_key=" + CANARY + "'}}";

        final GatewayConfig config = Yaml.parse(yaml);

        assertEquals("jdbc:hsqldb:file:db", config.databases().get("main").url().toString());
        assertSilent(config.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Wrong in itself
                "password: [" + CANARY + "]",
                "password: {" + CANARY + ": x}",
                "password: 2026" + CANARY + ": x",
                "password: *" + CANARY,
                "password: !" + CANARY,
                "password: !" + CANARY + "!x y",
                "password: !!" + CANARY + " x",
                "password: !<" + CANARY + "\n",
                "password: &" + CANARY,
                "password: '" + CANARY,
                "password: \"\\xzz" + CANARY + "\"",
                "password: |" + CANARY,
                "password: @" + CANARY,
                "password: \"" + CANARY + "\" trailing",
                "password: x${" + CANARY,
                "password: ${no name:" + CANARY + "}",
                // Right, beside something that is wrong
                "password: " + CANARY + "\n    retries: 0",
                "password: " + CANARY + "\n  - x",
                "password: " + CANARY + "\n\tuser: x",
                "passwort: " + CANARY,
                "password: a\n    password: " + CANARY,
                // In the wrong place
                "retries: ${FROM_OUTSIDE}",
                "user: x\nname: '- ${FROM_OUTSIDE}'",
                "user: x\nlookups: {a: {sql: x, types: ['${FROM_OUTSIDE}']}}",
                "url: jdbc:x\n    password: " + CANARY,
            })
    void shouldNotBePrintedWhenTheConfigurationIsRefused(String lines) {
        assertSilent(refused(Yaml.LEAST + "    " + lines));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://host/db?user=a&password=" + CANARY,
                "jdbc:h2:mem:x;PASSWORD=" + CANARY,
                "jdbc:mysql://me:" + CANARY + "@host/db",
                "jdbc:oracle:thin:scott/" + CANARY + "@host:1521/x",
                "postgres://me:" + CANARY + "@host/db",
            })
    void shouldBeRefusedWhenItStandsInAUrl(String url) {
        assertSilent(refused("databases: {main: {url: \"" + url + "\"}}"));
    }

    private static String refused(String yaml) {
        final ConfigException e =
                assertThrows(ConfigException.class, () -> Yaml.parse(yaml, Map.of("FROM_OUTSIDE", CANARY)));
        final StringWriter printed = new StringWriter();
        e.printStackTrace(new PrintWriter(printed, true));
        return printed.toString() + e.problems();
    }

    private static void assertSilent(String printed) {
        assertFalse(printed.contains(CANARY), printed);
    }
}
