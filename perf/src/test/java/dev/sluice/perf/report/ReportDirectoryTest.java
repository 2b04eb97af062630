package dev.sluice.perf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class ReportDirectoryTest {

    @TempDir
    private Path out;

    private final Measurement measured = new Measurement("write <1>", "us", List.of(3.0, 1.0, 2.0));
    private final Plot plot = new Plot(
            "burst-time",
            "Time & place",
            Plot.Axis.log("chunk"),
            Plot.Axis.linear("us"),
            List.of(
                    new Plot.Curve("by hand", List.of(Plot.Point.of(1, measured), Plot.Point.of(10, 2))),
                    new Plot.Curve("gateway", List.of(Plot.Point.of(1, 7)))));

    private Report report(String name) {
        return new Report(
                name,
                "one & another",
                Map.of("seed", "42"),
                List.of(new Table("Times", List.of("what", "us"), List.of(List.of("write <1>", "2.00")))),
                List.of(measured),
                List.of(plot));
    }

    @Test
    void shouldHoldTheLastReportOfEachExperimentWhenSeveralAreKept() throws IOException {
        final ReportDirectory reports = new ReportDirectory(out);
        reports.write(report("queue"));
        reports.write(report("tier"));
        reports.write(report("burst"));
        reports.write(report("burst"));

        final JsonNode kept =
                new ObjectMapper().readTree(out.resolve("report.json").toFile());
        assertEquals(
                List.of("burst", "queue", "tier"),
                StreamSupport.stream(kept.path("reports").spliterator(), false)
                        .map(report -> report.path("name").asText())
                        .toList());
    }

    @Test
    void shouldNeedNothingBesideItWhenThePageIsOpened() throws Exception {
        final ReportDirectory reports = new ReportDirectory(out);
        reports.write(report("burst"));
        final String page = Files.readString(reports.page());

        assertFalse(page.matches("(?s).*(src|href)=\"(?!#).*"), "it names something beside it");
        final Document parsed = parse(page.replaceFirst("<!doctype html>", "").replaceAll("<meta[^>]*>", ""));
        assertEquals(1, parsed.getElementsByTagName("svg").getLength());
        assertEquals("write <1>", parsed.getElementsByTagName("td").item(0).getTextContent());
    }

    @Test
    void shouldDrawEachPointAndItsSpreadWhenAPlotIsWritten() throws Exception {
        new ReportDirectory(out).write(report("burst"));
        final Document image = parse(Files.readString(out.resolve("burst-time.svg")));

        // A line for each of the two curves, a marker for each of three points, and one for each entry of the legend.
        assertEquals(2 + 3 + 2, image.getElementsByTagName("path").getLength());
        assertEquals("Time & place", image.getElementsByTagName("title").item(0).getTextContent());
        assertTrue(Files.readString(out.resolve("burst.md")).contains("![Time & place](burst-time.svg)"));
    }

    @Test
    void shouldRefuseAPointWhenItHasNoPlaceOnItsAxis() {
        final List<Plot.Curve> curves = List.of(new Plot.Curve("zero", List.of(Plot.Point.of(0, 1))));
        final Plot.Axis x = Plot.Axis.log("chunk");
        final Plot.Axis y = Plot.Axis.linear("us");

        assertThrows(IllegalArgumentException.class, () -> new Plot("a", "a", x, y, curves));
    }

    private static Document parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }
}
