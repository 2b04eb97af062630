package dev.sluice.service.memory;

import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.core.ResultSink;
import dev.sluice.service.core.ResultSinkContract;
import java.util.List;

class InMemorySinkTest implements ResultSinkContract {

    @Override
    public Output newOutput() {
        final InMemoryQueue queue = new InMemoryQueue();
        final ResultSink sink = new InMemorySink(queue);
        return new Output() {
            @Override
            public ResultSink sink() {
                return sink;
            }

            @Override
            public List<ResultFrame> results() {
                return InMemorySink.results(queue);
            }

            @Override
            public void close() {
                sink.close();
            }
        };
    }
}
