package dev.sluice.replay.exchange;

import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.OtherValue;
import dev.sluice.api.Position;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchange.Answer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

/** Requests with their results, of anything that a queue can hold. */
final class RandomExchanges {

    private static final Object[] LIMITS = {
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        0.0,
        -0.0,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        -Double.MAX_VALUE,
        new BigDecimal("1.50"),
        new BigDecimal("-0.00"),
        new BigDecimal("12e20"),
        new BigDecimal(BigInteger.ONE, -Integer.MAX_VALUE),
        new BigDecimal(BigInteger.TEN, Integer.MAX_VALUE),
        new BigDecimal(BigInteger.TEN.pow(2000).add(BigInteger.ONE), 1000),
        "",
        "\u0000\u007f\u2028\uFFFD\"\\\n",
        "NaN",
        new byte[0],
        new double[0],
        LocalDate.MIN,
        LocalDate.MAX,
        LocalTime.MIDNIGHT,
        LocalTime.MAX,
        LocalDateTime.MIN,
        LocalDateTime.MAX,
        Instant.MIN,
        Instant.MAX,
        Instant.EPOCH,
    };

    /** All but those of a type that only results have. */
    private static final int[] ARGUMENTS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13};

    private final Random random;
    private long sequence;

    RandomExchanges(Random random) {
        this.random = random;
    }

    List<Exchange> next(int count) {
        final List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            exchanges.add(next());
        }
        return exchanges;
    }

    private Exchange next() {
        sequence += 1 + random.nextInt(3);
        final Optional<RequestFrame> request = random.nextInt(9) == 0 ? Optional.empty() : Optional.of(request());
        return new Exchange(
                new Position(20_412, sequence),
                request,
                request.isEmpty() ? "is " + text() : "",
                nanos(),
                random.nextInt(5) == 0 ? Optional.empty() : Optional.of(answer(request)));
    }

    private RequestFrame request() {
        final Map<String, String> headers = new HashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            headers.put(text(), text());
        }
        final Object[] arguments =
                IntStream.range(0, random.nextInt(4)).mapToObj(i -> value()).toArray();
        return new RequestFrame(
                one(RequestKind.values()),
                random.nextLong(),
                random.nextInt(1000),
                headers,
                text(),
                Arguments.of(arguments));
    }

    private Answer answer(Optional<RequestFrame> request) {
        final long index = random.nextLong() >>> 1;
        final RequestRef ref = request.filter(its -> random.nextInt(9) > 0)
                .map(its -> its.ref(index))
                .orElseGet(() -> new RequestRef(index, random.nextLong(), random.nextInt(1000), text()));
        final ResultKind kind = one(ResultKind.values());
        final boolean called = random.nextBoolean();
        final int asked = random.nextInt(4);
        final ResultFrame frame = new ResultFrame(
                kind,
                random.nextLong(),
                random.nextInt(1000),
                ref,
                called && asked == 1 ? 0 : asked, // as once is not written down
                called ? 1 + random.nextInt() : 0,
                called ? random.nextLong() : 0,
                body(kind));
        return new Answer(new Position(3, random.nextInt(1000)), frame, nanos(), nanos());
    }

    private ResultFrame.Body body(ResultKind kind) {
        return switch (kind) {
            case ROWS -> new ResultFrame.Found(rows());
            case REPLIED -> new ResultFrame.Replied(rows());
            case NOT_FOUND -> new ResultFrame.NotFound();
            case UPDATED -> new ResultFrame.Updated(random.nextLong());
            case FAILED ->
                new ResultFrame.Failed(new Failure(one(FailureKind.values()), text(), text(), random.nextBoolean()));
        };
    }

    /** Columns of one type each mostly, as databases have them; names may come twice. */
    private Rows rows() {
        final int size = random.nextInt(4);
        final Columns columns = Columns.of(IntStream.range(0, size)
                .mapToObj(i -> random.nextInt(9) == 0 ? "twice" : "c" + i)
                .toList());
        final int[] types = random.ints(size, 0, 14).toArray();
        final boolean mixed = random.nextInt(4) == 0;
        return Rows.of(
                columns,
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(row -> Row.of(
                                columns,
                                IntStream.of(types)
                                        .mapToObj(type ->
                                                mixed ? columnValue() : value(random.nextInt(5) == 0 ? 0 : type))
                                        .toArray()))
                        .toList());
    }

    private Object columnValue() {
        return random.nextInt(9) == 0 ? new OtherValue(text(), text()) : value();
    }

    /** A value that an argument may have, too. */
    private Object value() {
        return random.nextInt(4) == 0
                ? LIMITS[random.nextInt(LIMITS.length)]
                : value(ARGUMENTS[random.nextInt(ARGUMENTS.length)]);
    }

    private Object value(int type) {
        return switch (type) {
            case 1 -> random.nextBoolean();
            case 2 -> random.nextLong() >> random.nextInt(64);
            case 3 -> random.nextInt(3) == 0 ? (double) random.nextInt(100) : number(random.nextLong());
            case 4 -> new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(700) - 350);
            case 5 -> text();
            case 6 -> bytes();
            case 7 -> LocalDate.ofEpochDay(random.nextInt());
            case 8 -> LocalTime.ofNanoOfDay(Math.floorMod(random.nextLong(), 86_400_000_000_000L));
            case 9 -> LocalDateTime.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000), ZoneOffset.UTC);
            case 10 -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
            case 11 -> new UUID(random.nextLong(), random.nextLong());
            case 12 -> new OtherValue("interval day", text());
            case 13 ->
                random.longs(random.nextInt(4))
                        .mapToDouble(RandomExchanges::number)
                        .toArray();
            default -> null;
        };
    }

    /** One NaN is as good as another. */
    private static double number(long bits) {
        final double number = Double.longBitsToDouble(bits);
        return Double.isNaN(number) ? Double.NaN : number;
    }

    private byte[] bytes() {
        final byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Of any characters; what is no character is not on the wire. */
    private String text() {
        return random.ints(random.nextInt(6), 0, 0x1F9FF)
                .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private long nanos() {
        return random.nextInt(4) == 0 ? 0 : random.nextLong() >> random.nextInt(30);
    }

    private <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
