package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.ResultFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every sink does; run over each of them. */
public interface ResultSinkContract {

    /** A new, empty output with a sink. */
    Output newOutput();

    /** An output that the test reads. */
    interface Output extends AutoCloseable {

        ResultSink sink();

        /** Every result that a reader sees now, from the first. */
        List<ResultFrame> results();

        @Override
        void close();
    }

    /** Keeps what it is told, as text. */
    final class Telling implements Results {

        private final List<Object> told = new ArrayList<>();

        @Override
        public void rows(RequestRef request, Rows rows) {
            told.add(rows);
        }

        @Override
        public void notFound(RequestRef request) {
            told.add("not found");
        }

        @Override
        public void updated(RequestRef request, long count) {
            told.add(count);
        }

        @Override
        public void failed(RequestRef request, Failure failure) {
            told.add(failure);
        }
    }

    @Test
    default void shouldGiveBackEveryKindOfOutcome() {
        final Failure failure = new Failure(FailureKind.REJECTED, "23505", "größer", true);
        try (Output output = newOutput()) {
            write(output, 1, new Outcome.Found(twoRows()));
            write(output, 2, Outcome.NOT_FOUND);
            write(output, 3, new Outcome.Updated(Long.MAX_VALUE));
            write(output, 4, new Outcome.Failed(failure));
            final Telling telling = new Telling();
            output.results().forEach(result -> result.deliver(telling));
            final Columns columns = Columns.of(List.of("ID", "NAME"));
            final Rows rows = Rows.of(columns, List.of(Row.of(columns, 1L, "a"), Row.of(columns, 2L, null)));
            assertEquals(List.of(rows, "not found", Long.MAX_VALUE, failure), telling.told);
        }
    }

    @Test
    @Timeout(60)
    default void shouldSayWhichResultsReadersSee() {
        try (Output output = newOutput()) {
            assertEquals(-1, output.sink().visibleIndex());
            assertEquals(-1, output.sink().durableIndex());
            for (int index = 1; index <= 3; index++) {
                write(output, index, Outcome.NOT_FOUND);
                output.sink().flush();
                while (output.sink().visibleIndex() < index) {
                    Thread.onSpinWait();
                }
                assertEquals(index, output.sink().visibleIndex());
                assertEquals(index, output.results().size());
            }
        }
    }

    @Test
    default void shouldKeepTheOrderAndNumberResultsFromOne() {
        try (Output output = newOutput()) {
            for (int i = 1; i <= 20; i++) {
                write(output, i, new Outcome.Updated(i));
            }
            output.sink().flush();
            long expected = 0;
            for (final ResultFrame result : output.results()) {
                expected++;
                assertEquals(expected, result.sequence());
                assertEquals(ref(expected), result.request());
            }
            assertEquals(20, expected);
        }
    }

    private static void write(Output output, long index, Outcome outcome) {
        final Item item = new Item(ref(index), 5, 6, Deadline.NONE, false);
        item.answer(outcome);
        output.sink().write(item);
    }

    private static RequestRef ref(long index) {
        return new RequestRef(index, 3, index, "customer");
    }

    private static EncodedRows twoRows() {
        final Encoder values = new Encoder();
        values.value(1L).value("a").value(2L).nullValue();
        return new EncodedRows(KnownColumns.encode(List.of("ID", "NAME")), 2, values.toBytes());
    }
}
