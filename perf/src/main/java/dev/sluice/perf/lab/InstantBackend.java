package dev.sluice.perf.lab;

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

/**
 * A backend that answers every request immediately with the same row, so that only the gateway's own work is measured. This class
 * is also the catalog of operations, and maps every request to the same lookup.
 */
public final class InstantBackend implements Backend, Catalog {

    private final Operation lookup =
            new Declared("customer", Footprint.read("instant", Optional.of(Set.of("customer"))), false, this);
    private final Queue<Call> over = new ArrayDeque<>();
    private final Outcome answer = new Outcome.Found(new EncodedRows(
            KnownColumns.encode(List.of("first_name", "last_name")),
            1,
            new Encoder().value("Ada").value("Lovelace").toBytes()));

    /** An operation of this backend. Reads share calls; updates do not. */
    public record Declared(String name, Footprint footprint, boolean update, Backend backend) implements Operation {

        @Override
        public Footprint footprint(Arguments arguments) {
            return footprint;
        }

        @Override
        public boolean chunked() {
            return !update;
        }

        @Override
        public boolean sharesEqualKeys() {
            return true;
        }

        @Override
        public int callLimit() {
            return Integer.MAX_VALUE;
        }
    }

    @Override
    public Operation resolve(RequestFrame request) {
        return lookup;
    }

    @Override
    public String name() {
        return "instant";
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
            question.answer(answer);
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
