package dev.sluice.perf.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.perf.lab.Calibration;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.ReportDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CompareCommandTest {

    private static final List<Double> BEFORE = List.of(10.0, 10.5, 11.0);

    @TempDir
    private Path files;

    private final StringWriter said = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "us per lookup, what, 13, 14, 1, 1 worse",
        "us per lookup, what, 10.6, 14, 0, 1 within noise",
        "us per lookup, what, 11.1, 11.2, 0, 1 within noise",
        "us per lookup, what, 5, 6, 0, 1 better",
        "events/s, what, 5, 6, 1, 1 worse",
        "events/s, what, 13, 14, 0, 1 better",
        "x, throughput of the gateway, 5, 6, 1, 1 worse",
        "x, time of the gateway, 5, 6, 0, 1 better",
        "events, sent twice, 13, 14, 0, 1 changed",
    })
    void shouldJudgeByUnitAndSpreadWhenFiguresAreCompared(
            String unit, String name, double least, double most, int code, String verdict) throws IOException {
        final Path before = write("before", new Measurement(name, unit, BEFORE));
        final Path after = write("after", new Measurement(name, unit, List.of(least, most)));

        assertEquals(code, compare(before, after), said.toString());
        assertTrue(said.toString().contains(verdict), said.toString());
    }

    @Test
    void shouldForgiveATimeButNoRatioWhenTheMachineBecameSlower() throws IOException {
        final Measurement time = new Measurement("write", "us", BEFORE);
        final Measurement ratio = new Measurement("time to by hand", "x", BEFORE);
        final Measurement machine = new Measurement(Calibration.CORES, "us", List.of(100.0, 100.0));
        final Path before = write("before", time, machine);
        final Path after = write("after", slower(time), slower(machine));

        assertEquals(0, compare(before, after), said.toString());
        assertEquals(
                1,
                compare(write("before", ratio, machine), write("after", slower(ratio), slower(machine))),
                said.toString());
    }

    @Test
    void shouldNotJudgeWhenAFigureWasMeasuredOnce() throws IOException {
        final Path before = write("before", new Measurement("write", "us", List.of(1.0)));
        final Path after = write("after", new Measurement("write", "us", List.of(9.0)));

        assertEquals(0, compare(before, after), said.toString());
        assertTrue(said.toString().contains("measured once"), said.toString());
    }

    @Test
    void shouldSayWhatIsNotTheSameWhenConditionsOrFiguresDiffer() throws IOException {
        final Path before = write("before", new Measurement("old", "us", BEFORE));
        final Path after = write("after", new Measurement("new", "us", BEFORE));

        compare(before, after);

        assertTrue(said.toString().contains("- not the same: kind: before -> after"), said.toString());
        assertTrue(said.toString().contains("- not measured any more: old, us"), said.toString());
        assertTrue(said.toString().contains("- not measured before: new, us"), said.toString());
    }

    @Test
    void shouldEndWithTwoWhenAFileHoldsNoReport() throws IOException {
        final Path report = write("before", new Measurement("old", "us", BEFORE));
        final Path other = Files.writeString(files.resolve("other"), "no report");

        assertEquals(2, compare(report, other));
        assertEquals(2, compare(files.resolve("missing"), report));
        assertTrue(said.toString().contains(other.toString()), said.toString());
    }

    /** Twice as slow. */
    private static Measurement slower(Measurement measured) {
        return new Measurement(
                measured.name(),
                measured.unit(),
                measured.values().stream().map(value -> 2 * value).toList());
    }

    private Path write(String kind, Measurement... measured) throws IOException {
        final Path directory = files.resolve(kind);
        new ReportDirectory(directory)
                .write(new Report(
                        "queue", "the queues", Map.of("kind", kind), List.of(), List.of(measured), List.of()));
        return directory.resolve("report.json");
    }

    private int compare(Path before, Path after) {
        final PrintWriter out = new PrintWriter(said, true);
        return new CommandLine(new CompareCommand())
                .setOut(out)
                .setErr(out)
                .execute(before.toString(), after.toString());
    }
}
