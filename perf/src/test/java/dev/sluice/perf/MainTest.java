package dev.sluice.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Test
    @Tag("long")
    void shouldTellWhatIsHotInEachJvmWhenTheyAreRecorded() throws IOException {
        Performed.run(out, "burst", "--smoke", "--only", "writers", "--writers", "1", "--written", "20000", "--jfr");
        for (final String jvm : List.of("perf", "writer_0-1")) {
            assertTrue(Files.size(out.resolve("jfr/burst/" + jvm + ".jfr")) > 0, jvm);
            assertTrue(
                    Files.readString(out.resolve("jfr/burst/" + jvm + ".txt")).contains("dev.sluice."), jvm);
        }
    }
}
