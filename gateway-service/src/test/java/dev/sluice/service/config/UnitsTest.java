package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.config.yaml.Units;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {

    @ParameterizedTest
    @CsvSource({"0ms, 0", "500ms, 500", "30s, 30000", "5m, 300000", "2h, 7200000", "7d, 604800000"})
    void shouldReadMillisecondsWhenADurationIsWritten(String text, long millis) {
        assertEquals(OptionalLong.of(millis), Units.TIME.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"7B, 7", "64KB, 65536", "512MB, 536870912", "2GB, 2147483648"})
    void shouldReadBytesWhenASizeIsWritten(String text, long bytes) {
        assertEquals(OptionalLong.of(bytes), Units.SIZE.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "ms",
                "5 ms",
                "-5ms",
                "+5ms",
                "1.5s",
                "5S",
                "5w",
                "5MS",
                "\u0665ms",
                "9223372036854775807h",
                "99999999999999999999ms"
            })
    void shouldReadNothingWhenItIsNoDuration(String text) {
        assertEquals(OptionalLong.empty(), Units.TIME.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"0, 0ms", "1, 1ms", "1500, 1500ms", "60000, 1m", "86400000, 1d"})
    void shouldUseTheLargestUnitThatFitsWhenADurationIsWrittenOut(long millis, String text) {
        assertEquals(text, Units.TIME.write(millis));
    }
}
