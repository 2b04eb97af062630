package dev.sluice.faults.corruption;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Backoff;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Catalog;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.Resilience;
import dev.sluice.service.core.footprint.Footprint;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/** Answers each request at once with its own arguments, so that a result shows whose it is. Also the catalog. */
final class EchoBackend implements Backend, Catalog {

    private static final byte[] COLUMNS = KnownColumns.encode(List.of("echo"));

    private final Operation echo = new Echo(this, Footprint.read("echo", Optional.of(Set.of("echo"))));
    private final Queue<Call> over = new ArrayDeque<>();

    private record Echo(Backend backend, Footprint touched) implements Operation {

        @Override
        public Footprint footprint(Arguments arguments) {
            return touched;
        }

        @Override
        public String name() {
            return "echo";
        }

        @Override
        public boolean update() {
            return false;
        }

        @Override
        public boolean chunked() {
            return true;
        }

        @Override
        public boolean sharesEqualKeys() {
            return false;
        }

        @Override
        public int callLimit() {
            return Integer.MAX_VALUE;
        }
    }

    @Override
    public Operation resolve(RequestFrame request) {
        return echo;
    }

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public int callsInFlight() {
        return 1;
    }

    @Override
    public Resilience resilience() {
        return Resilience.of(new Backoff(1, 1));
    }

    @Override
    public boolean start(Call call) {
        for (final Question question : call.questions()) {
            final Encoder row =
                    new Encoder().value(question.arguments().values().toString());
            question.answer(new Outcome.Found(new EncodedRows(COLUMNS, 1, row.toBytes())));
        }
        over.add(call);
        return true;
    }

    @Override
    public int poll(Replies replies) {
        int polled = 0;
        for (Call call = over.poll(); call != null; call = over.poll()) {
            replies.reply(call, new Reply.Done(1));
            polled++;
        }
        return polled;
    }

    @Override
    public void close() {
        over.clear();
    }
}
