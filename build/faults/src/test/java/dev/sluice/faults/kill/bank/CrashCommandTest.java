package dev.sluice.faults.kill.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.CrashCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CrashCommandTest {

    @ParameterizedTest
    @CsvSource({
        "--for 5s, --for 5s is less than 30s",
        "--for soon, 'soon' is not a time such as 60s or 5m",
        "--for 2m --cycles 20, --cycles and --for exclude each other",
        "--cycles 0, --cycles 0 is less than 1",
        "--database oracle, Invalid value for option '--database'",
        "--data src, is not empty",
        "--transport kafka, '--transport kafka is not one of this program, which has chronicle'",
        "--scenario ring, Invalid value for option '--scenario'",
        "--scenario job --lanes 2, '--scenario job has one lane'",
        "--scenario embedded --lanes 2, '--scenario embedded has one lane'",
        "--scenario embedded --mishaps writer_killed, 'of --mishaps [WRITER_KILLED], with these options only ['",
        "--database h2, '--database h2 needs --scenario job or embedded'",
        "--scenario job --contracts 5, --contracts 5 is less than 10",
        "--contracts 500, --contracts needs --scenario job or embedded",
        "--mishaps clock_set, 'of --mishaps [CLOCK_SET], with these options only ['",
        "--for 2m --mishaps flood, Invalid value for option '--mishaps'",
    })
    void shouldRefuseAndSayWhyWhenOptionsAreWrong(String arguments, String expected) {
        final StringWriter error = new StringWriter();
        final CommandLine command = new CommandLine(new CrashCommand(new ChronicleTransport()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setErr(new PrintWriter(error));
        assertEquals(2, command.execute(arguments.split(" ")));
        assertTrue(error.toString().contains(expected), error::toString);
    }
}
