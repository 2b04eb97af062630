package dev.sluice.perf.forms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.perf.Performed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormsCommandTest {

    @TempDir
    private Path out;

    @Test
    void shouldCompareEveryFormAndWayWhenFormsAreMeasured() throws IOException {
        Performed.run(
                out,
                "forms",
                "--items",
                "300",
                "--lookups",
                "30",
                "--contracts",
                "120",
                "--singles",
                "20",
                "--latency",
                "2ms",
                "--width",
                "16",
                "--chunk",
                "50");

        final JsonNode report = Performed.report(out, "forms");
        assertEquals(
                Arrays.stream(Form.values()).map(Form::title).toList(),
                Performed.firstCells(report.at("/tables/0/rows")));
        assertEquals(4, report.at("/tables/1/rows").size());
        assertEquals(List.of("loopback", "2 ms of latency"), Performed.firstCells(report.at("/tables/2/rows")));
    }
}
