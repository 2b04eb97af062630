package dev.sluice.perf.micro;

import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Encodes and decodes a lookup and its result in memory, as the frames that the queues contain. The result is a row of two
 * strings.
 */
@State(Scope.Thread)
public class FrameBenchmark {

    private final MessageWriter message = new MessageWriter();
    private final Encoder values = new Encoder();
    private final MessageReader reader = new MessageReader();
    private final Object[] arguments = {0L};
    private final KnownColumns known = new KnownColumns();
    private byte[] columns;
    private byte[] request;
    private byte[] result;
    private RequestRef ref;
    private long number;

    @Setup
    public void encodeBoth() {
        columns = KnownColumns.encode(List.of("first_name", "last_name"));
        request = encodeRequest().toBytes();
        final RequestFrame decoded = decodeRequest();
        ref = decoded.ref(number);
        result = encodeResult().toBytes();
    }

    @Benchmark
    public MessageWriter encodeRequest() {
        arguments[0] = ++number;
        RequestFrame.encode(message, RequestKind.LOOKUP, 1, number, Map.of(), "customer", arguments);
        return message;
    }

    @Benchmark
    public RequestFrame decodeRequest() {
        return RequestFrame.decode(request, 0, request.length, reader);
    }

    @Benchmark
    public MessageWriter encodeResult() {
        final byte[] row = values.clear().value("Ada").value("Lovelace").toBytes();
        ResultFrame.begin(message, ResultKind.ROWS, ref.name());
        ResultFrame.rows(message, new EncodedRows(columns, 1, row));
        ResultFrame.end(message, 1, ++number, ref, 0, 0, 0);
        return message;
    }

    @Benchmark
    public ResultFrame decodeResult() {
        return ResultFrame.decode(result, 0, result.length, reader, known);
    }
}
