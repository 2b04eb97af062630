package dev.sluice.faults.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SoakCommandTest {

    @ParameterizedTest
    @CsvSource({
        "--for 5s, --for 5s is less than 30s",
        "--for soon, 'soon' is no time such as 60s or 5m",
        "--database oracle, Invalid value for option '--database'",
        "--data src, is not empty",
    })
    void shouldRefuseAndSayWhyWhenOptionsAreWrong(String arguments, String expected) {
        final StringWriter error = new StringWriter();
        final CommandLine command = new CommandLine(new SoakCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setErr(new PrintWriter(error));
        assertEquals(2, command.execute(arguments.split(" ")));
        assertTrue(error.toString().contains(expected), error::toString);
    }
}
