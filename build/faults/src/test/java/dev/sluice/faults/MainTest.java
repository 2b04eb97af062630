package dev.sluice.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {

    @Test
    void shouldNameWhatToUseInsteadWhenTheSoakIsAskedFor() {
        final StringWriter error = new StringWriter();
        assertEquals(2, Main.commandLine().setErr(new PrintWriter(error)).execute("soak", "--for", "1h"));
        assertTrue(error.toString().contains("use 'sluice crash --for 1h'"), error::toString);
    }
}
