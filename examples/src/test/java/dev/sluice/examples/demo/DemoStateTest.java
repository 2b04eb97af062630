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

    @Test
    void shouldKnowHowManyBrokersHaveTheLanesWhenTheyAreOnKafka() throws IOException {
        final Path file = temporary.resolve("state");
        final DemoState onKafka = state(JobForm.FUTURES, 3);
        onKafka.write(file);
        assertEquals(onKafka, DemoState.read(file));
        assertTrue(onKafka.parameters().endsWith(" --transport kafka --brokers 3"), onKafka::parameters);
    }

    @Test
    void shouldFitOnlyTheTransportOfTheInterruptedRunWhenOneIsGiven() {
        final DemoOptions options = new DemoOptions();
        assertTrue(options.fit(state(JobForm.FUTURES, 3)));
        options.transport = Optional.of(DemoOptions.Transport.KAFKA);
        assertTrue(options.fit(state(JobForm.FUTURES, 3)));
        assertFalse(options.fit(state(JobForm.FUTURES)));
        options.brokers = Optional.of(1);
        assertFalse(options.fit(state(JobForm.FUTURES, 3)));
        options.brokers = Optional.empty();
        options.transport = Optional.of(DemoOptions.Transport.CHRONICLE);
        assertFalse(options.fit(state(JobForm.FUTURES, 3)));
        assertTrue(options.fit(state(JobForm.FUTURES)));
    }

    private static DemoState state(JobForm form) {
        return state(form, 0);
    }

    private static DemoState state(JobForm form, int brokers) {
        return new DemoState(5, 1, DatabaseKind.HSQLDB, true, true, form, 1, brokers, DemoState.Stage.RUNNING);
    }
}
