package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.SeriesLength;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The demo in its forms other than callbacks: all end with the letters that one at a time writes, killed or not. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("nightly")
class DemoFormsTest {

    @TempDir
    Path temporary;

    /** In each build those that differ most. */
    static List<String> undisturbed() {
        return SeriesLength.isNightly()
                ? List.of(
                        "futures",
                        "virtual-threads --database postgresql",
                        "pipeline --database postgresql",
                        "declared --rest",
                        "futures --lanes 3",
                        "callbacks --lanes 2",
                        "declared --lanes 2 --database postgresql")
                : List.of("pipeline --database postgresql", "futures --lanes 3");
    }

    static List<String> killed() {
        return SeriesLength.isNightly()
                ? List.of("futures", "virtual-threads", "declared", "declared --lanes 2", "virtual-threads --lanes 2")
                : List.of("declared --lanes 2");
    }

    static List<String> killedAfterItsJob() {
        return SeriesLength.isNightly() ? List.of("callbacks", "futures", "pipeline") : List.of("callbacks");
    }

    @ParameterizedTest
    @MethodSource("undisturbed")
    void shouldWriteTheLettersOfOneAtATimeWhenUndisturbed(String form) throws IOException, InterruptedException {
        final String output = RunningDemo.run(0, directory(), options("--contracts 300 --form " + form));
        assertContains(output, "The letters are equal to those written one at a time, byte for byte");
        assertTrue(row(output, "form").equals(form.split(" ")[0]), output);
        assertEquals(900, count(output, "requests asked"), output);
        assertTrue(output.contains("PostgreSQL 18") == form.contains("postgresql"), output);
    }

    @ParameterizedTest
    @MethodSource("killed")
    void shouldAnswerFromHistoryWhenTheDemoWasKilled(String form) throws IOException, InterruptedException {
        final RunningDemo killed =
                RunningDemo.startUntilResult(700, directory(), options("--contracts 600 --form " + form));
        killed.kill();
        killed.goOn();
        final String output = RunningDemo.run(0, directory());
        assertContains(output, "Continuing the interrupted run");
        assertContains(output, "The letters are equal to those written one at a time, byte for byte");
        assertEquals(form.split(" ")[0], row(output, "form"));
        final long fromHistory = count(output, "requests answered from history");
        assertTrue(fromHistory > 0, output);
        assertEquals(
                1_800 - 3 * count(output, "contracts done by an earlier run"),
                fromHistory + count(output, "requests asked in this run"),
                output);
    }

    @Test
    void shouldAskAgainOnlyWhatWasAfterTheMarkWhenAPipelineWasKilled() throws IOException, InterruptedException {
        final String[] options = options("--contracts 24000 --no-baseline --form pipeline");
        final RunningDemo killed = RunningDemo.start(directory(), options).awaitPipelineMark();
        killed.kill();
        final String output = RunningDemo.run(0, directory(), options("--no-baseline"));
        final Path undisturbed = temporary.resolve("undisturbed");
        RunningDemo.run(0, undisturbed, options);
        assertEquals(-1, Files.mismatch(undisturbed.resolve("letters.txt"), killed.letters()));
        assertContains(output, "A pipeline does not read earlier results again");
        final long done = count(output, "contracts done by an earlier run");
        assertTrue(done > 0 && done < 24_000, output);
        assertEquals(0, count(output, "requests answered from history"), output);
        assertEquals(72_000 - 3 * done, count(output, "requests asked in this run"), output);
    }

    @ParameterizedTest
    @MethodSource("killedAfterItsJob")
    void shouldOnlyCompareWhenTheDemoWasKilledAfterItsJob(String form) throws IOException, InterruptedException {
        RunningDemo.run(0, directory(), options("--contracts 300 --no-baseline --form " + form));
        final Path state = directory().resolve("demo.properties");
        DemoState.read(state).at(DemoState.Stage.RUNNING).write(state);
        final String output = RunningDemo.run(0, directory());
        assertContains(output, "The letters are equal to those written one at a time, byte for byte");
        assertEquals(0, count(output, "requests asked in this run"), output);
        assertEquals(
                900,
                3 * count(output, "contracts done by an earlier run") + count(output, "requests answered from history"),
                output);
    }

    private Path directory() {
        return temporary.resolve("demo");
    }

    private static String[] options(String line) {
        return line.split(" ");
    }

    private static long count(String output, String label) {
        return Long.parseLong(row(output, label).replace(",", ""));
    }

    /** Returns the table's figure for the run through the gateway. */
    private static String row(String output, String label) {
        final Matcher row =
                Pattern.compile("^" + label + " +(\\S+)", Pattern.MULTILINE).matcher(output);
        assertTrue(row.find(), () -> "no '" + label + "' in:\n" + output);
        return row.group(1);
    }

    private static void assertContains(String text, String expected) {
        assertTrue(text.contains(expected), () -> "'" + expected + "' is not in:\n" + text);
    }
}
