package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.RequestFrame;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a job passes in, over a real queue. */
class WireTypesTest extends OverQueues {

    private InputWriter writer;

    @BeforeEach
    void openWriter() {
        writer = keep(queues.newWriter());
    }

    @Test
    void shouldBringBackEveryTypeAsItWas() {
        final UUID uuid = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
        final Object[] sent = {
            null,
            true,
            false,
            Long.MIN_VALUE,
            Double.NaN,
            -0.0,
            new BigDecimal("1.500"),
            "",
            "Grüße 😀 \u0000",
            LocalDate.of(-4, 2, 29),
            LocalTime.of(23, 59, 59, 999_999_999),
            LocalDateTime.of(2026, 11, 20, 1, 2, 3, 4),
            Instant.ofEpochSecond(-1, 999_999_999),
            uuid
        };

        writer.append(RequestKind.QUERY, Map.of("job", "letters"), "q", sent);
        final RequestFrame frame = TestQueues.readAll(queues).frames.get(0);

        assertEquals(Arrays.asList(sent), frame.arguments().values());
        assertEquals(RequestKind.QUERY, frame.kind());
        assertEquals(Map.of("job", "letters"), frame.headers());
        assertEquals("q", frame.name());
    }

    static Stream<Object> refused() {
        return Stream.of(
                new Date(),
                new Timestamp(0),
                ZonedDateTime.now(),
                'c',
                new int[1],
                new Object(),
                List.of(1),
                new ArrayList<>(),
                Map.of(),
                new StringBuilder("x"),
                Thread.State.NEW,
                String.class);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldRefuseOtherTypesNamingTheArgument(Object value) {
        final var e = assertThrows(
                IllegalArgumentException.class,
                () -> writer.append(RequestKind.LOOKUP, Map.of(), "customer", 1L, value));

        assertTrue(
                e.getMessage()
                        .startsWith("lookup 'customer': argument 2 is a "
                                + value.getClass().getName()),
                e.getMessage());
        assertEquals(0, TestQueues.readAll(queues).frames.size());
        assertEquals(0, writer.lastSequence());
    }
}
