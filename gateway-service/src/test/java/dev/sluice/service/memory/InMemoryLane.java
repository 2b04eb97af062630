package dev.sluice.service.memory;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.QueueSink;
import dev.sluice.service.QueueSource;
import dev.sluice.service.core.RequestSource;
import dev.sluice.service.core.ResultSink;
import dev.sluice.testing.memory.MemoryHooks;
import dev.sluice.testing.memory.MemoryLane;
import dev.sluice.testing.memory.MemoryLog;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.ResultReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A lane in memory with a writer. It outlives the gateways on it, as a queue's files do. */
public final class InMemoryLane {

    /** Some tests ask with arguments that are too large for a database, and not for a lane. */
    private static final QueueOptions OPTIONS =
            QueueOptions.DEFAULTS.withRequestLimit(QueueOptions.largestMessage(QueueOptions.DEFAULTS.blockSize()));

    private final MemoryLog log;
    private final MemoryLane lane;
    private final RequestWriter writer;

    public InMemoryLane() {
        this(new MemoryLog());
    }

    private InMemoryLane(MemoryLog log) {
        this.log = log;
        this.lane = new MemoryLane("memory:test", OPTIONS, log);
        this.writer = lane.newWriter();
    }

    /** Writes a request; the result is its index. */
    public long request(RequestKind kind, String name, Object... arguments) {
        return request(Map.of(), kind, name, arguments);
    }

    /** The same with headers. */
    public long request(Map<String, String> headers, RequestKind kind, String name, Object... arguments) {
        return writer.write(kind, headers, name, arguments);
    }

    /** Writes any document. */
    public void append(byte[] document) {
        log.write(document);
    }

    /** A copy of that many requests and results, with a writer of its own. */
    public InMemoryLane copy(int ofRequests, int ofResults) {
        return new InMemoryLane(log.copy(ofRequests, ofResults));
    }

    /** Sets what a test does at certain points, instead of what it did before. */
    public InMemoryLane hooks(MemoryHooks hooks) {
        log.hooks(hooks);
        return this;
    }

    /** How many requests there are. */
    public int asked() {
        return log.requests();
    }

    /** How many results readers see. */
    public int answered() {
        return log.results();
    }

    /** The results that readers see. */
    public List<ResultFrame> results() {
        final List<ResultFrame> results = new ArrayList<>();
        try (ResultReader reader = lane.newResults().toStart()) {
            reader.poll((index, result) -> results.add(result), Integer.MAX_VALUE);
        }
        return results;
    }

    /** A source that goes on after the last result. */
    public RequestSource source() {
        return new QueueSource(lane, lane.unansweredRequests(lane.lastAnswered()));
    }

    /** A sink that goes on after the last result. Nobody else is kept from serving the lane. */
    public ResultSink sink() {
        final Optional<LastAnswered> last = lane.lastAnswered();
        try (Lease lease = lane.lease()) {
            return new QueueSink(lane.resultWriter(lease, last), last);
        }
    }
}
