package dev.sluice.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.perf.lab.Program;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {

    @TempDir
    private Path out;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "letters --latency 1",
                "letters --only calls",
                "burst --updates 0",
                "burst --only backlogs --backlogs 1 --database hsqldb",
                "burst --only everything",
                "coalesce --delay 3-1",
                "coalesce --requests 5",
                "events --only gateway",
                "tier --fast",
                "letter",
            })
    void shouldRefuseToStartWhenSizesCannotBe(String arguments) {
        assertEquals(2, Performed.code(out, arguments.split(" ")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    all --jfr                             | --jfr' is gone: set JDK_JAVA_OPTIONS=-XX
                    letters --only chunk,LOAD             | letters --only load' is gone: letters by load are not measured any more: perf events
                    letters --loads=5                     | letters --loads' is gone: letters by load
                    burst --only sync                     | burst --only sync' is gone: syncing is not measured any more: docs/explanation/durability.md
                    burst --only bursts --writers 1,2     | burst --writers' is gone: several writers are not measured any more: perf micro --only write
                    """)
    void shouldSayWhatToUseInsteadWhenWhatWentIsNamed(String arguments, String said) {
        final StringWriter told = new StringWriter();
        final CommandLine program = Main.commandLine().setErr(new PrintWriter(told, true));
        assertEquals(2, Program.execute(program, (arguments + " --out " + out).split(" ")));
        assertTrue(told.toString().startsWith("'sluice perf " + said), told.toString());
    }
}
