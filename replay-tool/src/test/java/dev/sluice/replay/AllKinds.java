package dev.sluice.replay;

import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.OtherValue;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/** A pair of queues with a request of each kind for each kind of value, and results of all kinds; the last two wait. */
public final class AllKinds {

    private static final int WAITING = 2;

    /** A value of each type that an argument may have. */
    public static final List<Object> VALUES = Collections.unmodifiableList(values());

    private AllKinds() {}

    private static List<Object> values() {
        final List<Object> values = new ArrayList<>();
        values.add(null);
        Collections.addAll(values, true, false, 0L, -1L, 4711L, Long.MIN_VALUE, Long.MAX_VALUE);
        Collections.addAll(values, 0.0, -0.0, 1.5e300, Double.MIN_VALUE, Double.NaN, Double.NEGATIVE_INFINITY);
        Collections.addAll(values, new BigDecimal("1.50"), new BigDecimal("-0.00"), new BigDecimal("12e20"));
        values.add(new BigDecimal(BigInteger.TWO.pow(200).negate(), 30));
        Collections.addAll(values, "", "a", "Müller, \"Ärger\"\n", "日本 🚀", "x".repeat(700));
        Collections.addAll(values, new byte[0], new byte[] {0, -1, 127, -128}, new byte[300]);
        Collections.addAll(values, LocalDate.of(2026, 11, 22), LocalDate.of(-1, 1, 1), LocalDate.of(99999, 12, 31));
        Collections.addAll(values, LocalTime.MIDNIGHT, LocalTime.MAX, LocalDateTime.of(2026, 2, 28, 23, 59, 59, 999));
        Collections.addAll(values, Instant.EPOCH, Instant.parse("1969-12-31T23:59:59.999999999Z"));
        Collections.addAll(values, new UUID(1, -1), new double[0], new double[] {1.5, Double.NaN, -0.0});
        return values;
    }

    /** Makes it, and returns how many requests it has. */
    public static int make(Path directory) {
        final RequestKind[] kinds = RequestKind.values();
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter one = queues.newWriter("one");
                InputWriter two = queues.newWriter()) {
            final int requests = VALUES.size() + kinds.length * FailureKind.values().length;
            for (int i = 0; i < requests; i++) {
                final RequestKind kind = kinds[i % kinds.length];
                final Map<String, String> headers =
                        i % 5 == 0 ? Map.of("job", "letters", "item", "item " + i) : Map.of();
                (i % 3 == 0 ? two : one)
                        .append(kind, headers, kind.event() + "-" + i % 7, VALUES.get(i % VALUES.size()), i);
            }
            AnsweredQueues.answer(queues, requests - WAITING, AllKinds::answer);
            return requests;
        }
    }

    private static void answer(AnsweredQueues.Results results, long index, long written, RequestFrame request) {
        final int number = (int) (index & 0xFFFF);
        final FailureKind[] failures = FailureKind.values();
        if (number >= VALUES.size()) {
            final FailureKind kind = failures[number % failures.length];
            results.failed(
                    index,
                    written,
                    request.ref(index),
                    new Failure(kind, number % 2 == 0 ? "23505" : "", "no, because of " + number, number % 3 == 0));
            return;
        }
        switch (request.kind()) {
            case LOOKUP -> results.rows(index, written, ResultKind.ROWS, request.ref(index), one());
            case QUERY -> results.rows(index, written, ResultKind.ROWS, request.ref(index), many(number % 5));
            case SEND -> results.rows(index, written, ResultKind.REPLIED, request.ref(index), Rows.NONE);
            case UPDATE -> results.truth(index, written, request);
        }
    }

    /** A row of all values, and of one that only results have. */
    private static Rows one() {
        final List<String> names = new ArrayList<>(
                IntStream.range(0, VALUES.size()).mapToObj(i -> "C" + i).toList());
        names.add("Größe");
        final List<Object> values = new ArrayList<>(VALUES);
        values.add(new OtherValue("interval", "3 days"));
        final Columns columns = Columns.of(names);
        return Rows.of(columns, List.of(Row.of(columns, values.toArray())));
    }

    private static Rows many(int count) {
        final Columns columns = Columns.of(List.of("ID", "NAME"));
        return Rows.of(
                columns,
                IntStream.range(0, count)
                        .mapToObj(i -> Row.of(columns, (long) i, "name " + i))
                        .toList());
    }
}
