package dev.sluice.examples.manual;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** docs/how-to/recovery.md, as it is there: every command of it is run, and prints what the document says. */
@Tag("nightly")
@Execution(ExecutionMode.CONCURRENT)
class RecoveryStoryTest {

    private static final Path DOCUMENT = Path.of("../docs/how-to/recovery.md");

    @Test
    void shouldPrintWhatTheDocumentSaysWhenItsStoriesAreFollowed() throws IOException, InterruptedException {
        final List<ConsoleStep> steps = ConsoleStep.of(DOCUMENT);
        assertFalse(steps.isEmpty(), "the document has no steps");
        try (RecoveryWorld world = new RecoveryWorld(Path.of("target").toAbsolutePath())) {
            for (final ConsoleStep step : steps) {
                final String printed = run(world, step);
                assertTrue(
                        step.takes(printed),
                        () -> DOCUMENT.getFileName() + ":" + step.line() + ": $ " + step.command() + "\nprinted:\n"
                                + printed + "\nand the document says:\n" + String.join("\n", step.printed())
                                + "\n\ngateway.log:\n" + logOf(world));
            }
        }
    }

    private static String run(RecoveryWorld world, ConsoleStep step) throws IOException, InterruptedException {
        try {
            return world.shell().run(step.command());
        } catch (final IllegalStateException e) {
            throw new AssertionError(
                    DOCUMENT.getFileName() + ":" + step.line() + ": " + e.getMessage() + "\ngateway.log:\n"
                            + logOf(world),
                    e);
        }
    }

    private static String logOf(RecoveryWorld world) {
        try {
            return world.log();
        } catch (final IOException e) {
            return "cannot be read: " + e.getMessage();
        }
    }
}
