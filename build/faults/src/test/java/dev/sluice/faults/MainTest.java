package dev.sluice.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {

    @ParameterizedTest
    @CsvSource({"soak --for 1h, use 'sluice crash --for 1h'", "crash-job --cycles 5, use 'sluice crash --scenario job'"
    })
    void shouldNameWhatToUseInsteadWhenACommandIsGone(String arguments, String expected) {
        final StringWriter error = new StringWriter();
        assertEquals(2, Main.commandLine().setErr(new PrintWriter(error)).execute(arguments.split(" ")));
        assertTrue(error.toString().contains(expected), error::toString);
    }
}
