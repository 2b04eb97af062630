package dev.sluice.perf.report;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The directory of the reports. It contains the latest report of each experiment as Markdown, JSON and images. It also contains
 * all of these reports together as {@code report.md}, {@code report.json} and {@code report.html}; the HTML file needs no other
 * files.
 *
 * @param path the path of the directory; the directory is created when a report is written
 */
public record ReportDirectory(Path path) {

    private static final String ALL = "report";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES) // medians and spreads are recomputed
            .build();

    /** The reports in one file, in the order shown. */
    private record All(List<Report> reports) {}

    /** Writes the report of an experiment, and replaces the experiment's previous report. */
    public void write(Report report) throws IOException {
        Files.createDirectories(path);
        Files.writeString(path.resolve(report.name() + ".md"), report.markdown());
        JSON.writeValue(path.resolve(report.name() + ".json").toFile(), report);
        for (final Plot plot : report.plots()) {
            Files.writeString(path.resolve(plot.name() + ".svg"), SvgPlot.of(plot));
        }
        writeAll();
    }

    private void writeAll() throws IOException {
        final List<Report> reports = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*.json")) {
            for (final Path file : files) {
                if (!file.equals(path.resolve(ALL + ".json"))) {
                    reports.add(JSON.readValue(file.toFile(), Report.class));
                }
            }
        }
        reports.sort(Comparator.comparing(Report::name));
        JSON.writeValue(path.resolve(ALL + ".json").toFile(), new All(reports));
        Files.writeString(
                path.resolve(ALL + ".md"),
                reports.stream().map(Report::markdown).collect(Collectors.joining("\n")));
        Files.writeString(page(), HtmlPage.of(reports));
    }

    /** The HTML page with all reports. */
    public Path page() {
        return path.resolve(ALL + ".html");
    }
}
