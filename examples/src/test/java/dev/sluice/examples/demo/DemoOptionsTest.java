package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class DemoOptionsTest {

    @TempDir
    Path temporary;

    @ParameterizedTest
    @CsvSource({
        "--contracts 0, --contracts 0 is not between 1 and 10000000",
        "--contracts many, Invalid value for option '--contracts'",
        "--baseline-contracts 0, --baseline-contracts 0 is less than 1",
        "--no-baseline --baseline-contracts 5, exclude each other",
        "--rest --outage 0, --outage 0 is not between 1 and 3600",
        "--serve 70000, --serve 70000 is not between 0 and 65535",
        "--database oracle, Invalid value for option '--database'",
        "--form coroutines, Invalid value for option '--form'",
        "--contract 5, Unknown option",
        "--transport kafka, needs Kafka's jars: start it as ./sluice demo --transport kafka",
        "--transport kafka --brokers 2, --brokers 2 is neither 1 nor 3",
        "--brokers 3, --brokers needs --transport kafka as well",
        "--transport rabbit, Invalid value for option '--transport'",
    })
    void shouldRefuseAndSayWhyWhenOptionsAreWrong(String options, String expected) {
        final StringWriter error = new StringWriter();
        assertEquals(2, commandLine(error).execute(("--dir " + temporary.resolve("demo") + " " + options).split(" ")));
        assertTrue(error.toString().contains(expected), error::toString);
        assertTrue(Files.notExists(temporary.resolve("demo")));
    }

    @Test
    void shouldListExitCodesWhenAskedForHelp() {
        final StringWriter output = new StringWriter();
        assertEquals(
                0,
                commandLine(new StringWriter()).setOut(new PrintWriter(output)).execute("--help"));
        assertTrue(output.toString().contains("Exit codes:"), output::toString);
        assertTrue(output.toString().contains("--baseline-contracts"), output::toString);
    }

    @Test
    void shouldLeaveADirectoryAloneWhenItHoldsSomethingElse() throws Exception {
        Files.writeString(temporary.resolve("diary.txt"), "mine");
        assertEquals(2, commandLine(new StringWriter()).execute("--dir", temporary.toString()));
        assertEquals("mine", Files.readString(temporary.resolve("diary.txt")));
    }

    @ParameterizedTest
    @CsvSource({"diary.txt, it is a file", "diary.txt/demo, Not a directory"})
    void shouldSayThatTheDirectoryCannotBeMadeWhenAFileIsInItsPlace(String directory, String why) throws Exception {
        Files.writeString(temporary.resolve("diary.txt"), "mine");
        final Path wanted = temporary.resolve(directory);
        final var e = assertThrows(DemoException.class, () -> DemoDirectory.open(wanted));
        assertEquals(
                wanted + " cannot be created or used as a directory (" + why + "): choose another --dir",
                e.getMessage());
        assertEquals(2, commandLine(new StringWriter()).execute("--dir", wanted.toString()));
        assertEquals("mine", Files.readString(temporary.resolve("diary.txt")));
    }

    private static CommandLine commandLine(StringWriter error) {
        return new CommandLine(new DemoCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setErr(new PrintWriter(error));
    }
}
