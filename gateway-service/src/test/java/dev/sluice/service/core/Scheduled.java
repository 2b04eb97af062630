package dev.sluice.service.core;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.schedule.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A scheduler with two backends that answer as a test says, on a clock that the test moves. */
abstract class Scheduled {

    static final Backend.Reply AWAY = new Backend.Reply.Unavailable(1, "connection refused");
    static final Backend.Reply CONFLICT = new Backend.Reply.Conflicted(1);
    static final Backoff BACKOFF = new Backoff(100, 400);
    static final long LIMIT = 10_000;

    ScriptedBackend backend = backend(OptionalLong.empty(), false);
    final ScriptedBackend other = new ScriptedBackend("other", BACKOFF);
    final GatewayCounts counts = new GatewayCounts(List.of());
    final Scheduler scheduler = new Scheduler("gw", () -> 0, Precautions.none(), counts);
    final List<Item> items = new ArrayList<>();
    long now = 1_000;
    long firstUnwritten = Long.MAX_VALUE;

    /** Has them started, and the first given back. */
    void goAway(Call... calls) {
        scheduler.add(List.of(calls));
        step();
        for (final Call call : backend.underWay()) {
            backend.reply(call, AWAY);
        }
        if (backend.underWay().isEmpty()) {
            backend.room(1);
            step();
            backend.underWay().forEach(call -> backend.reply(call, AWAY));
        }
        step();
    }

    void step() {
        step(scheduler);
    }

    void step(Scheduler one) {
        ScriptedBackend.poll(one, now, backend, other);
        one.start(now, firstUnwritten);
    }

    long answered() {
        return items.stream().filter(Item::answered).count();
    }

    Call lookup(String table) {
        return call(TestOperation.lookup(table, backend, table));
    }

    Call update(String name) {
        return call(TestOperation.update(name, backend, name));
    }

    Call call(TestOperation operation) {
        final Call call = new Call(operation.backend(), operation.update());
        ask(call, operation);
        return call;
    }

    void ask(Call call, TestOperation operation) {
        final long index = items.size();
        final Item item = new Item(new RequestRef(index, 1, index, operation.name()), 0, 0, Deadline.NONE, true);
        items.add(item);
        call.add(new Question(operation, Arguments.of(index), operation.footprint(), item));
    }

    static ScriptedBackend backend(OptionalLong failAfterNanos, boolean mayFailUnasked) {
        return new ScriptedBackend(
                "main", new Resilience(BACKOFF, failAfterNanos, OptionalLong.empty()), mayFailUnasked);
    }
}
