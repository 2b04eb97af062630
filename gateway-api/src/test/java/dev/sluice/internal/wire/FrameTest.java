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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
import java.util.zip.CRC32C;
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
        final Map<String, String> headers = Map.of("job", "letters", "run", "7");
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
    void shouldTellAResultOfALaterReleaseFromADamagedOne() {
        final Encoder encoder = new Encoder();
        ResultFrame.begin(encoder, 5, 1, new RequestRef(7, 77, 1, "one"));
        ResultFrame.updated(encoder, 1);
        ResultFrame.end(encoder, ResultKind.UPDATED);
        final byte[] known = Arrays.copyOf(encoder.buffer(), encoder.size());
        for (final int at : new int[] {0, 1}) {
            for (int bit = 1; bit < 8; bit++) {
                final byte[] changed = known.clone();
                changed[at] ^= (byte) (1 << bit);
                assertEquals(
                        WireFormatException.class,
                        assertThrows(WireFormatException.class, () -> decodeResult(changed))
                                .getClass());
                final CRC32C crc = new CRC32C();
                crc.update(ResultKind.UPDATED.code());
                crc.update(changed, 0, changed.length - Integer.BYTES);
                ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(changed.length - Integer.BYTES, (int)
                        crc.getValue());
                assertThrows(NewerFormatException.class, () -> decodeResult(changed), "byte " + at + ", bit " + bit);
            }
        }
    }

    private static ResultFrame decodeResult(byte[] frame) {
        return ResultFrame.decode("updated", frame, 0, frame.length, new Decoder(), new KnownColumns());
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
                    () -> RequestFrame.decode("lookup", damaged, 0, damaged.length, new Decoder()),
                    () -> "bit " + bit + ", seed " + seed);
        }
    }

    @Test
    void shouldRefuseAFrameWhenItIsCut() {
        final byte[] frame = encode(RequestKind.LOOKUP, Map.of(), EVERY_TYPE);
        for (int length = 0; length < frame.length; length++) {
            final int cut = length;
            assertThrows(WireFormatException.class, () -> RequestFrame.decode("lookup", frame, 0, cut, new Decoder()));
        }
    }

    @Test
    void shouldRefuseAFrameWhenItComesAsAnotherMethod() {
        final byte[] frame = encode(RequestKind.LOOKUP, Map.of(), 1L);
        assertThrows(
                WireFormatException.class,
                () -> RequestFrame.decode("executeUpdate", frame, 0, frame.length, new Decoder()));
        final String message = assertThrows(
                        WireFormatException.class,
                        () -> RequestFrame.decode("dropAll", frame, 0, frame.length, new Decoder()))
                .getMessage();
        assertTrue(message.contains("dropAll"), message);
    }

    @Test
    void shouldNeverAllocateWhatADamagedLengthClaims() {
        final Encoder encoder = new Encoder();
        encoder.putByte(1).putByte(0).putLong(1).putLong(1).putText("x").putInt(Integer.MAX_VALUE);
        encoder.putInt(encoder.crc(RequestKind.LOOKUP.code()));
        assertThrows(
                WireFormatException.class,
                () -> RequestFrame.decode("lookup", encoder.buffer(), 0, encoder.size(), new Decoder()));
    }

    @Test
    void shouldGiveBackRowsAsTheyWereEncoded() {
        final Encoder values = new Encoder();
        values.value(1L).value("a").nullValue().value(new OtherValue("inet", "::1"));
        final EncodedRows rows = new EncodedRows(KnownColumns.encode(List.of("n", "t")), 2, values.toBytes());
        final Encoder encoder = ResultFrame.begin(new Encoder(), 1, 2, new RequestRef(3, 4, 5, "customer"));
        ResultFrame.rows(encoder, rows);
        final List<Object> got = deliver(encoder, ResultKind.ROWS);
        assertEquals(
                "[3, 4, 5, customer, [{n=1, t=a}, {n=null, t=OtherValue[typeName=inet, text=::1]}]]", got.toString());
    }

    @Test
    void shouldGiveBackRowsWithoutColumns() {
        assertEquals(
                "[3, 4, 5, x, [{}, {}, {}]]",
                deliver(rowsWithoutColumns(3), ResultKind.ROWS).toString());
    }

    @Test
    void shouldNeverAllocateWhatRowsWithoutColumnsClaim() {
        for (final int count : new int[] {-1, 1_000_001, Integer.MAX_VALUE}) {
            final Encoder encoder = rowsWithoutColumns(count);
            final String message = assertThrows(WireFormatException.class, () -> deliver(encoder, ResultKind.ROWS))
                    .getMessage();
            assertTrue(message.contains(count + " rows of 0 columns"), message);
        }
    }

    private static Encoder rowsWithoutColumns(int count) {
        final Encoder encoder = ResultFrame.begin(new Encoder(), 1, 2, new RequestRef(3, 4, 5, "x"));
        ResultFrame.rows(encoder, new EncodedRows(KnownColumns.encode(List.of()), count, new byte[0]));
        return encoder;
    }

    @Test
    void shouldGiveBackCountsFailuresAndNothing() {
        final RequestRef request = new RequestRef(3, 4, 5, "x");
        final Encoder encoder = ResultFrame.begin(new Encoder(), 1, 2, request);
        ResultFrame.updated(encoder, 42);
        assertEquals(42L, deliver(encoder, ResultKind.UPDATED).get(4));
        ResultFrame.begin(encoder, 1, 2, request);
        final Failure failure = new Failure(FailureKind.REJECTED, "23505", "duplicate key", true);
        ResultFrame.failed(encoder, failure);
        assertEquals(failure, deliver(encoder, ResultKind.FAILED).get(4));
        ResultFrame.begin(encoder, 1, 2, request);
        assertEquals("notFound", deliver(encoder, ResultKind.NOT_FOUND).get(4));
    }

    @Test
    void shouldSayHowOftenItWasAskedOnlyWhenThatIsWorthAWord() {
        final RequestRef request = new RequestRef(3, 4, 5, "x");
        final int usual = ResultFrame.begin(new Encoder(), 1, 2, request).size();
        final Encoder encoder = ResultFrame.begin(new Encoder(), 1, 2, request, 7);
        assertEquals(usual + 4, encoder.size());
        ResultFrame.updated(encoder, 42);
        assertEquals(7, decode(encoder, ResultKind.UPDATED).asked());
        ResultFrame.begin(encoder, 1, 2, request, 0);
        assertEquals(usual, encoder.size());
        ResultFrame.updated(encoder, 42);
        assertEquals(0, decode(encoder, ResultKind.UPDATED).asked());
    }

    @Test
    void shouldRefuseAResultWhenItIsCutOrFlipped() {
        final Encoder encoder = ResultFrame.begin(new Encoder(), 1, 2, new RequestRef(3, 4, 5, "x"));
        ResultFrame.updated(encoder, 42);
        ResultFrame.end(encoder, ResultKind.UPDATED);
        final byte[] frame = encoder.toBytes();
        for (int bit = 0; bit < frame.length * 8; bit++) {
            final byte[] damaged = frame.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(
                    WireFormatException.class,
                    () -> ResultFrame.decode("updated", damaged, 0, damaged.length, new Decoder(), new KnownColumns()));
        }
    }

    private static ResultFrame decode(Encoder encoder, ResultKind kind) {
        ResultFrame.end(encoder, kind);
        return ResultFrame.decode(kind.event(), encoder.buffer(), 0, encoder.size(), new Decoder(), new KnownColumns());
    }

    private static List<Object> deliver(Encoder encoder, ResultKind kind) {
        final List<Object> got = new ArrayList<>();
        decode(encoder, kind).deliver(new Results() {
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
        final Encoder encoder = new Encoder();
        RequestFrame.encode(encoder, kind, 11, 12, headers, "customer", arguments);
        return encoder.toBytes();
    }

    private static RequestFrame roundTrip(RequestKind kind, Map<String, String> headers, Object... arguments) {
        final byte[] bytes = encode(kind, headers, arguments);
        final byte[] shifted = new byte[bytes.length + 5];
        System.arraycopy(bytes, 0, shifted, 3, bytes.length);
        final RequestFrame frame = RequestFrame.decode(kind.event(), shifted, 3, bytes.length, new Decoder());
        assertArrayEquals(bytes, encode(kind, headers, arguments), "encoding is deterministic");
        return frame;
    }
}
