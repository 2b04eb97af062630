package dev.sluice.faults.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.Time;
import dev.sluice.onkafka.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaCrashCommandTest {

    @ParameterizedTest
    @CsvSource({
        "crash --transport kafka --brokers 2, --brokers 2 is neither 1 nor 3",
        "crash --transport kafka --cycles 0, --cycles 0 is less than 1",
        "crash --transport kafka --for soon, 'soon' is not a time such as 60s or 5m",
        "crash --transport kafka --storm 2m, crash --storm' is gone: use --for",
        "crash --transport kafka --kills 9, crash --kills' is gone: use --cycles",
        "crash --transport kafka --scenario job, --transport kafka has only --scenario bank",
        "crash --transport kafka --mishaps flood, Invalid value for option '--mishaps'",
        "crash --transport kafka --brokers 1 --mishaps brokers_killed, 'of --mishaps [BROKERS_KILLED], with these"
                + " options only ['",
        "crash --transport kafka --dir src, is not empty",
        "crash --transport chronicle, '--transport chronicle is not one of this program, which has kafka'",
        "crash --cycles 1, '--transport chronicle is not one of this program, which has kafka'",
    })
    void shouldRefuseAndSayWhyWhenOptionsAreWrong(String arguments, String expected) {
        final StringWriter error = new StringWriter();
        assertEquals(2, Main.commandLine().setErr(new PrintWriter(error)).execute(arguments.split(" ")));
        assertTrue(error.toString().contains(expected), error::toString);
    }

    @Test
    void shouldReadTimesAsPeopleWriteThem() {
        final Time time = new Time();
        assertEquals(Duration.ofSeconds(60), time.convert("60s"));
        assertEquals(Duration.ofSeconds(300), time.convert("5m"));
    }
}
