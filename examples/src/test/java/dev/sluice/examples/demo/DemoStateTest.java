package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DemoStateTest {

    @TempDir
    Path temporary;

    @ParameterizedTest
    @EnumSource(JobForm.class)
    void shouldReadTheFormWhenItWasWritten(JobForm form) throws IOException {
        final DemoState state = state(form);
        state.write(temporary.resolve("state"));
        assertEquals(state, DemoState.read(temporary.resolve("state")));
        assertTrue(state.parameters().endsWith(" --form " + form), state::parameters);
    }

    @Test
    void shouldBeOfCallbacksWhenAnEarlierVersionWroteNoForm() throws IOException {
        final Path file = temporary.resolve("state");
        state(JobForm.FUTURES).write(file);
        Files.write(
                file,
                Files.readAllLines(file).stream()
                        .filter(line -> !line.startsWith("form="))
                        .toList());
        assertEquals(state(JobForm.CALLBACKS), DemoState.read(file));
    }

    @Test
    void shouldFitOnlyTheFormOfTheInterruptedRunWhenOneIsGiven() {
        final DemoOptions options = new DemoOptions();
        assertTrue(options.fit(state(JobForm.FUTURES)));
        options.form = Optional.of(JobForm.FUTURES);
        assertTrue(options.fit(state(JobForm.FUTURES)));
        assertFalse(options.fit(state(JobForm.PIPELINE)));
    }

    private static DemoState state(JobForm form) {
        return new DemoState(5, 1, DatabaseKind.HSQLDB, true, true, form, 1, DemoState.Stage.RUNNING);
    }
}
