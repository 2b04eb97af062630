package dev.sluice.examples.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaDemoCommandTest {

    @ParameterizedTest
    @CsvSource({
        "demo --transport kafka --brokers 2, --brokers 2 is neither 1 nor 3",
        "demo --transport kafka --brokers three, Invalid value for option '--brokers'",
        "demo --transport kafka --contracts 0, --contracts 0 is not between 1 and 10000000",
        "demo --transport kafka --rest, Unknown option: '--rest'",
        "demo --transport chronicle, Invalid value for option '--transport'",
        "demo --kill, Missing required option: '--transport=kafka'",
    })
    void shouldRefuseAndSayWhyWhenOptionsAreWrong(String arguments, String expected) {
        final StringWriter error = new StringWriter();
        assertEquals(2, Main.commandLine().setErr(new PrintWriter(error)).execute(arguments.split(" ")));
        assertTrue(error.toString().contains(expected), error::toString);
    }

    @Test
    void shouldListItsOptionsWhenAskedForHelp() {
        final StringWriter output = new StringWriter();
        final int code =
                Main.commandLine().setOut(new PrintWriter(output)).execute("demo", "--transport", "kafka", "--help");
        assertEquals(0, code);
        assertTrue(output.toString().contains("--kill"), output::toString);
        assertTrue(output.toString().contains("Exit codes:"), output::toString);
    }
}
