package dev.sluice.service.core;

import dev.sluice.service.core.schedule.Scheduler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Takes calls and replies when and what the test says. */
final class ScriptedBackend implements Backend {

    private final String name;
    private final Resilience resilience;
    private final boolean mayFailUnasked;
    private final List<Call> started = new ArrayList<>();
    private final Map<Call, Reply> replies = new LinkedHashMap<>();
    private OptionalLong silentSince = OptionalLong.empty();
    private int room = Integer.MAX_VALUE;
    private int callsInFlight = 4;
    private boolean keepsReads;
    private boolean waitsForResults;

    ScriptedBackend(String name, Backoff backoff) {
        this(name, Resilience.of(backoff), false);
    }

    /** @param mayFailUnasked whether updates may fail without being asked */
    ScriptedBackend(String name, Resilience resilience, boolean mayFailUnasked) {
        this.name = name;
        this.resilience = resilience;
        this.mayFailUnasked = mayFailUnasked;
    }

    @Override
    public boolean mayFailUnasked() {
        return mayFailUnasked;
    }

    /** From now on updates keep the results of reads. */
    void keepReads() {
        keepsReads = true;
    }

    @Override
    public boolean keepsReads() {
        return keepsReads;
    }

    /** From now on so much is kept that no update may start. */
    void waitForResults() {
        waitsForResults = true;
    }

    @Override
    public boolean waitsForResults(Call run) {
        return waitsForResults;
    }

    /** The calls that it has and has not replied to, in the order they were started. */
    List<Call> underWay() {
        return List.copyOf(started);
    }

    void silentSince(OptionalLong nanos) {
        silentSince = nanos;
    }

    @Override
    public OptionalLong silentSinceNanos(long nowNanos) {
        return silentSince;
    }

    void callsInFlight(int calls) {
        callsInFlight = calls;
    }

    void room(int calls) {
        room = calls;
    }

    /** Answers what is not answered yet and replies. */
    void done(Call call) {
        for (final Question question : call.questions()) {
            if (!question.answered()) {
                question.answer(new Outcome.Updated(question.index()));
            }
        }
        reply(call, new Reply.Done(1));
    }

    void reply(Call call, Reply reply) {
        replies.put(call, reply);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int callsInFlight() {
        return callsInFlight;
    }

    @Override
    public Resilience resilience() {
        return resilience;
    }

    @Override
    public boolean start(Call call) {
        return started.size() < room && started.add(call);
    }

    @Override
    public int poll(Replies receiver) {
        final int count = replies.size();
        replies.forEach((call, reply) -> {
            started.remove(call);
            receiver.reply(call, reply);
        });
        replies.clear();
        return count;
    }

    @Override
    public void close() {
        // nothing is held open
    }

    /** Takes what the backends have answered. */
    static int poll(Scheduler scheduler, long now, Backend... backends) {
        scheduler.know(List.of(backends));
        scheduler.turn(now);
        int polled = 0;
        for (final Backend backend : backends) {
            polled += backend.poll(scheduler);
        }
        return polled;
    }
}
