package dev.sluice.examples.manual;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.replay.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The examples in the help of each of the replay tool's commands work as printed on the queues of the demo. */
@Tag("nightly")
@Execution(ExecutionMode.CONCURRENT)
class HelpExamplesTest {

    private static final String EXAMPLE = "  sluice ";
    private static final List<String> FINE_OR_FOUND = List.of("0", "1");

    @TempDir
    private Path directory;

    @Test
    void shouldWorkAsPrintedWhenTheDemoWasRun() throws IOException, InterruptedException {
        Launcher.in(directory);
        try (Shell shell = new Shell(directory, Map.of())) {
            shell.run("sluice() { ./sluice \"$@\"; }");
            final String demo = shell.run("sluice demo --contracts 200");
            assertEquals("0", shell.run("echo $?"), demo);
            final List<Executable> all = new ArrayList<>();
            for (final String command : commands()) {
                final List<String> examples = examples(command);
                assertFalse(examples.isEmpty(), "sluice replay " + command + " --help has no example");
                for (final String example : examples) {
                    final String printed = shell.run(example);
                    final String code = shell.run("echo $?");
                    all.add(() -> assertTrue(
                            FINE_OR_FOUND.contains(code), "$ " + example + "\n" + printed + "\nexit code " + code));
                }
            }
            assertAll(all);
        }
    }

    private static String replay(String... arguments) {
        final StringWriter out = new StringWriter();
        Main.commandLine().setOut(new PrintWriter(out)).execute(arguments);
        return out.toString();
    }

    /** The words at the beginning of the lines after "Commands:". */
    private static List<String> commands() {
        final List<String> commands = replay("--help")
                .lines()
                .dropWhile(line -> !line.equals("Commands:"))
                .skip(1)
                .takeWhile(line -> line.startsWith("  "))
                .filter(line -> !line.startsWith("   "))
                .map(line -> line.strip().split("[ ,]")[0])
                .toList();
        assertTrue(commands.contains("verify"), commands::toString);
        return commands;
    }

    /** Lines that are one command each, none of them broken; what follows after two spaces says what it does. */
    private static List<String> examples(String command) {
        final List<String> lines = replay(command, "--help")
                .replaceAll(" \\\\\\R +", " ") // continued in the next line
                .lines()
                .dropWhile(line -> !line.equals("Examples:"))
                .skip(1)
                .filter(line -> !line.isBlank())
                .toList();
        lines.forEach(line -> assertTrue(
                line.startsWith(EXAMPLE),
                () -> "sluice replay " + command + " --help has an example that is broken: " + line));
        return lines.stream().map(line -> line.strip().split(" {2,}")[0]).toList();
    }
}
