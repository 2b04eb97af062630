package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo in its forms other than callbacks: all end with the letters that one at a time writes, killed or not. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("long")
class DemoFormsTest {

    @TempDir
    Path temporary;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "futures",
                "virtual-threads --database postgresql",
                "pipeline --database postgresql",
                "declared --rest"
            })
    void shouldWriteTheLettersOfOneAtATimeWhenUndisturbed(String form) throws IOException, InterruptedException {
        final String output = RunningDemo.run(0, directory(), options("--contracts 2000 --form " + form));
        assertContains(output, "They are equal to those one at a time, byte for byte");
        assertTrue(row(output, "form").equals(form.split(" ")[0]), output);
        assertEquals(6_000, count(output, "requests asked"), output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"futures", "virtual-threads", "declared"})
    void shouldAnswerFromHistoryWhenTheDemoWasKilled(String form) throws IOException, InterruptedException {
        RunningDemo.start(directory(), options("--contracts 6000 --form " + form))
                .awaitLetters()
                .kill();
        final String output = RunningDemo.run(0, directory());
        assertContains(output, "Continuing the interrupted run");
        assertContains(output, "They are equal to those one at a time, byte for byte");
        assertEquals(form, row(output, "form"));
        final long fromHistory = count(output, "requests answered from history");
        assertTrue(fromHistory > 0, output);
        assertEquals(
                18_000 - 3 * count(output, "contracts done by an earlier run"),
                fromHistory + count(output, "requests asked in this run"),
                output);
    }

    @Test
    void shouldAskAgainOnlyWhatWasBehindTheMarkWhenAPipelineWasKilled() throws IOException, InterruptedException {
        RunningDemo.start(directory(), options("--contracts 24000 --form pipeline"))
                .awaitPipelineMark()
                .kill();
        final String output = RunningDemo.run(0, directory());
        assertContains(output, "They are equal to those one at a time, byte for byte");
        assertContains(output, "A pipeline has no history");
        final long done = count(output, "contracts done by an earlier run");
        assertTrue(done > 0 && done < 24_000, output);
        assertEquals(0, count(output, "requests answered from history"), output);
        assertEquals(72_000 - 3 * done, count(output, "requests asked in this run"), output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"callbacks", "futures", "pipeline"})
    void shouldOnlyCompareWhenTheDemoWasKilledBehindItsJob(String form) throws IOException, InterruptedException {
        RunningDemo.run(0, directory(), options("--contracts 300 --no-baseline --form " + form));
        final Path state = directory().resolve("demo.properties");
        DemoState.read(state).at(DemoState.Stage.RUNNING).write(state);
        final String output = RunningDemo.run(0, directory());
        assertContains(output, "They are equal to those one at a time, byte for byte");
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

    /** What the table says of the run through the gateway. */
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
