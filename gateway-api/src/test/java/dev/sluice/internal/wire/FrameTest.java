package dev.sluice.internal.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.OtherValue;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FrameTest {

    private static final Object[] EVERY_TYPE = {
        null,
        true,
        Long.MIN_VALUE,
        -0.0,
        new BigDecimal("1.200"),
        "plain",
        "größer, 漢字, 🙂",
        "",
        new byte[] {0, -1},
        LocalDate.of(-4000, 2, 3),
        LocalTime.of(23, 59, 59, 999_999_999),
        LocalDateTime.of(9999, 12, 31, 1, 2, 3, 4),
        Instant.parse("1815-12-10T01:02:03.000000004Z"),
        new UUID(1, -2),
        new double[] {1.5, Double.NaN}
    };

    @Test
    void shouldGiveBackEveryTypeAsItWasSent() {
        final RequestFrame frame = roundTrip(RequestKind.LOOKUP, Map.of(), EVERY_TYPE);
        assertTrue(Arrays.deepEquals(EVERY_TYPE, frame.arguments().values().toArray()), frame.arguments()::toString);
        assertEquals("customer", frame.name());
        assertEquals(RequestKind.LOOKUP, frame.kind());
        assertEquals(11, frame.writer());
        assertEquals(12, frame.sequence());
    }

    @Test
    void shouldWidenSmallNumbersWithoutLoss() {
        final List<Object> values =
                Arguments.of((byte) 1, (short) 2, 3, 1.5f, BigInteger.TEN).values();
        assertEquals(List.of(1L, 2L, 3L, 1.5, new BigDecimal("10")), values);
    }

    @Test
    void shouldKeepHeadersWhenThereAreSome() {
        final Map<String, String> headers = Map.of("job", "letters", "run", "7", "🙂", "🙂");
        assertEquals(headers, roundTrip(RequestKind.UPDATE, headers, 1L).headers());
    }

    @Test
    void shouldNameTheArgumentWhenItsTypeHasNoWireForm() {
        final String message = assertThrows(IllegalArgumentException.class, () -> Arguments.of(1L, new Date()))
                .getMessage();
        assertTrue(message.contains("argument 2") && message.contains("java.util.Date"), message);
    }

    @Test
    void shouldRefuseTextThatNoEncodingCanCarry() {
        final String message = assertThrows(IllegalArgumentException.class, () -> Arguments.of("a\uD800"))
                .getMessage();
        assertTrue(message.contains("argument 1") && message.contains("surrogate"), message);
    }

    @Test
    void shouldTellArgumentsApartWhenOnlyTypeOrScaleDiffers() {
        assertNotEquals(Arguments.of(1L), Arguments.of(1.0));
        assertNotEquals(Arguments.of(new BigDecimal("1.0")), Arguments.of(new BigDecimal("1.00")));
        assertEquals(Arguments.of("a", 1L), Arguments.of("a", 1));
        assertTrue(Arguments.of(new BigDecimal("1.0")).sameTypes(Arguments.of(new BigDecimal("1.00"))));
    }

    @Test
    void shouldTellAMessageOfALaterReleaseFromADamagedOne() {
        final MessageWriter message = ResultFrame.begin(new MessageWriter(), ResultKind.UPDATED, "one");
        ResultFrame.updated(message, 1);
        ResultFrame.end(message, 5, 1, new RequestRef(7, 77, 1, "one"), 0, 0, 0);
        assertOfALaterRelease(message.toBytes(), "updated", "by");
    }

    @Test
    void shouldTellAFailureOfALaterReleaseFromADamagedOne() {
        final MessageWriter message = ResultFrame.begin(new MessageWriter(), ResultKind.FAILED, "one");
        ResultFrame.failed(message, Failure.of(FailureKind.DOUBTFUL, "perhaps"));
        ResultFrame.end(message, 5, 1, new RequestRef(7, 77, 1, "one"), 0, 0, 0);
        assertOfALaterRelease(message.toBytes(), "DOUBTFUL");
    }

    private static void assertOfALaterRelease(byte[] known, String... words) {
        final String text = new String(known, StandardCharsets.ISO_8859_1);
        for (final String word : words) {
            final int at = text.indexOf(word);
            final byte[] changed = known.clone();
            changed[at] = 'x';
            assertEquals(
                    WireFormatException.class,
                    assertThrows(WireFormatException.class, () -> decodeResult(changed))
                            .getClass());
            Signed.sign(changed);
            assertThrows(NewerFormatException.class, () -> decodeResult(changed), "byte " + at);
        }
    }

    private static ResultFrame decodeResult(byte[] message) {
        return ResultFrame.decode(message, 0, message.length, new MessageReader(), new KnownColumns());
    }

    private static RequestFrame decodeRequest(byte[] message, int length) {
        return RequestFrame.decode(message, 0, length, new MessageReader());
    }

    @Test
    void shouldRefuseAFrameWhenAnyBitIsFlipped() {
        final long seed = Long.getLong("seed", System.nanoTime());
        final Random random = new Random(seed);
        final byte[] frame = encode(RequestKind.LOOKUP, Map.of("job", "x"), EVERY_TYPE);
        for (int i = 0; i < 2_000; i++) {
            final byte[] damaged = frame.clone();
            final int bit = random.nextInt(damaged.length * 8);
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(
                    WireFormatException.class,
                    () -> decodeRequest(damaged, damaged.length),
                    () -> "bit " + bit + ", seed " + seed);
        }
    }

    @Test
    void shouldRefuseAFrameWhenItIsCut() {
        final byte[] frame = encode(RequestKind.LOOKUP, Map.of(), EVERY_TYPE);
        for (int length = 0; length < frame.length; length++) {
            final int cut = length;
            assertThrows(WireFormatException.class, () -> decodeRequest(frame, cut));
        }
    }

    @Test
    void shouldRefuseAResultWhereARequestBelongsAndTheOtherWayRound() {
        final byte[] request = encode(RequestKind.LOOKUP, Map.of(), 1L);
        assertEquals(
                "'lookup' where a result belongs",
                assertThrows(WireFormatException.class, () -> decodeResult(request))
                        .getMessage());
        final MessageWriter message = ResultFrame.begin(new MessageWriter(), ResultKind.NOT_FOUND, "x");
        ResultFrame.end(message, 1, 2, new RequestRef(3, 4, 5, "x"), 0, 0, 0);
        assertEquals(
                "'notFound' where a request belongs",
                assertThrows(WireFormatException.class, () -> decodeRequest(message.buffer(), message.size()))
                        .getMessage());
    }

    /** Whoever can write the checksum could write anything: no length is believed, and nothing is made of what it names. */
    @Test
    void shouldNeverAllocateWhatADamagedLengthClaims() {
        final long seed = Long.getLong("seed", System.nanoTime());
        final Random random = new Random(seed);
        final byte[] frame = encode(RequestKind.LOOKUP, Map.of("job", "x"), EVERY_TYPE);
        for (int i = 0; i < 20_000; i++) {
            final byte[] damaged = frame.clone();
            damaged[random.nextInt(damaged.length - Integer.BYTES)] = (byte) random.nextInt();
            Signed.sign(damaged);
            try {
                decodeRequest(damaged, damaged.length).arguments().values();
            } catch (final WireFormatException e) {
                assertNotEquals("", e.getMessage());
            } catch (final RuntimeException | Error e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void shouldGiveBackCharactersAboveFFFFInRows() {
        final Encoder values =
                new Encoder().value("漢字 🙂").value("ü").value("\uFFFD").value("🙂🙂");
        final MessageWriter message = ResultFrame.begin(new MessageWriter(), ResultKind.ROWS, "🙂");
        ResultFrame.rows(message, new EncodedRows(KnownColumns.encode(List.of("🙂", "t")), 2, values.toBytes()));
        assertEquals(
                "[3, 4, 5, 🙂, [{🙂=漢字 🙂, t=ü}, {🙂=\uFFFD, t=🙂🙂}]]",
                deliver(message, "🙂").toString());
    }

    @Test
    void shouldGiveBackRowsAsTheyWereEncoded() {
        final Encoder values = new Encoder();
        values.value(1L).value("a").nullValue().value(new OtherValue("inet", "::1"));
        final EncodedRows rows = new EncodedRows(KnownColumns.encode(List.of("n", "t")), 2, values.toBytes());
        final MessageWriter message = ResultFrame.begin(new MessageWriter(), ResultKind.ROWS, "customer");
        ResultFrame.rows(message, rows);
        final List<Object> got = deliver(message, "customer");
        assertEquals(
                "[3, 4, 5, customer, [{n=1, t=a}, {n=null, t=OtherValue[typeName=inet, text=::1]}]]", got.toString());
    }

    @Test
    void shouldGiveBackRowsOfColumnsWhoseValuesAgreeInTypeAndOfOthers() {
        for (int columns = 1; columns <= 3; columns++) {
            for (int count = 0; count <= 4; count++) {
                for (int nulls = 0; nulls < 1 << columns * count; nulls++) {
                    checkRows(columns, count, nulls, false);
                    checkRows(columns, count, nulls, true);
                }
            }
        }
    }

    private static void checkRows(int columns, int count, int nulls, boolean mixed) {
        final List<String> names = List.of("a", "b", "c").subList(0, columns);
        final Encoder values = new Encoder();
        final List<Object> expected = new ArrayList<>();
        for (int i = 0; i < columns * count; i++) {
            final Object value = (nulls >> i & 1) == 1
                    ? null
                    : mixed && i % 2 == 0 ? (Object) new BigDecimal("1.50") : i % columns == 0 ? "t" : (Object) 300L;
            values.anyValue(value);
            expected.add(value);
        }
        final MessageWriter message = ResultFrame.begin(new MessageWriter(), ResultKind.ROWS, "x");
        ResultFrame.rows(message, new EncodedRows(KnownColumns.encode(names), count, values.toBytes()));
        final Rows rows = (Rows) deliver(message, "x").get(4);
        assertEquals(count, rows.size());
        for (int i = 0; i < columns * count; i++) {
            assertEquals(expected.get(i), rows.get(i / columns).get(i % columns));
        }
    }

    @Test
    void shouldGiveBackRowsWithoutColumns() {
        assertEquals(
                "[3, 4, 5, x, [{}, {}, {}]]",
                deliver(rowsWithoutColumns(3), "x").toString());
    }

    @Test
    void shouldNeverAllocateWhatRowsWithoutColumnsClaim() {
        for (final int count : new int[] {-1, 1_000_001, Integer.MAX_VALUE}) {
            final MessageWriter message = rowsWithoutColumns(count);
            final String why = assertThrows(WireFormatException.class, () -> deliver(message, "x"))
                    .getMessage();
            assertTrue(why.contains(count + " rows without columns"), why);
        }
    }

    private static MessageWriter rowsWithoutColumns(int count) {
        final MessageWriter message = ResultFrame.begin(new MessageWriter(), ResultKind.ROWS, "x");
        ResultFrame.rows(message, new EncodedRows(KnownColumns.encode(List.of()), count, new byte[0]));
        return message;
    }

    @Test
    void shouldGiveBackCountsFailuresAndNothing() {
        final MessageWriter message = ResultFrame.begin(new MessageWriter(), ResultKind.UPDATED, "x");
        ResultFrame.updated(message, 42);
        assertEquals(42L, deliver(message, "x").get(4));
        ResultFrame.begin(message, ResultKind.FAILED, "x");
        final Failure failure = new Failure(FailureKind.REJECTED, "23505", "duplicate key", true);
        ResultFrame.failed(message, failure);
        assertEquals(failure, deliver(message, "x").get(4));
        ResultFrame.begin(message, ResultKind.NOT_FOUND, "x");
        assertEquals("notFound", deliver(message, "x").get(4));
    }

    @Test
    void shouldSayHowOftenItWasAskedAndWhen() {
        final MessageWriter message = ResultFrame.begin(new MessageWriter(), ResultKind.NOT_FOUND, "x");
        ResultFrame.end(message, 1, 2, new RequestRef(3, 4, 5, "x"), 7, 1_795_434_259_140_195_135L, 1_795_434_259_999L);
        final ResultFrame frame = decodeResult(message.toBytes());
        assertEquals(7, frame.asked());
        assertEquals(1_795_434_259_140_195_135L, frame.begunNanos());
        assertEquals(1_795_434_259_999L, frame.endedNanos());
    }

    @Test
    void shouldRefuseAResultWhenItIsCutOrFlipped() {
        final MessageWriter message = ResultFrame.begin(new MessageWriter(), ResultKind.UPDATED, "x");
        ResultFrame.updated(message, 42);
        ResultFrame.end(message, 1, 2, new RequestRef(3, 4, 5, "x"), 0, 0, 0);
        final byte[] frame = message.toBytes();
        for (int bit = 0; bit < frame.length * 8; bit++) {
            final byte[] damaged = frame.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(WireFormatException.class, () -> decodeResult(damaged));
        }
        for (int length = 0; length < frame.length; length++) {
            final byte[] cut = Arrays.copyOf(frame, length);
            assertThrows(WireFormatException.class, () -> decodeResult(cut));
        }
    }

    private static List<Object> deliver(MessageWriter message, String name) {
        ResultFrame.end(message, 1, 2, new RequestRef(3, 4, 5, name), 0, 0, 0);
        final List<Object> got = new ArrayList<>();
        decodeResult(message.toBytes()).deliver(new Results() {
            @Override
            public void rows(RequestRef request, Rows rows) {
                add(request, rows);
            }

            @Override
            public void notFound(RequestRef request) {
                add(request, "notFound");
            }

            @Override
            public void updated(RequestRef request, long count) {
                add(request, count);
            }

            @Override
            public void failed(RequestRef request, Failure failure) {
                add(request, failure);
            }

            private void add(RequestRef request, Object what) {
                got.addAll(List.of(request.index(), request.writer(), request.sequence(), request.name(), what));
            }
        });
        return got;
    }

    private static byte[] encode(RequestKind kind, Map<String, String> headers, Object... arguments) {
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(message, kind, 11, 12, headers, "customer", arguments);
        return message.toBytes();
    }

    private static RequestFrame roundTrip(RequestKind kind, Map<String, String> headers, Object... arguments) {
        final byte[] bytes = encode(kind, headers, arguments);
        final byte[] shifted = new byte[bytes.length + 5];
        System.arraycopy(bytes, 0, shifted, 3, bytes.length);
        final RequestFrame frame = RequestFrame.decode(shifted, 3, 3 + bytes.length, new MessageReader());
        assertArrayEquals(bytes, encode(kind, headers, arguments), "encoding is deterministic");
        return frame;
    }
}
