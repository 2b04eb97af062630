package dev.sluice.service;

import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Backoff;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.Resilience;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Answers all calls that are under way in each turn, if the test lets it, and keeps what it was asked. */
final class AnsweringBackend implements Backend {

    final List<Call> underWay = new ArrayList<>();
    /** All that were started. */
    final List<Call> started = new ArrayList<>();
    /** Up to where results were said to be on disk. */
    final List<Long> durable = new ArrayList<>();

    boolean answers = true;
    boolean away;
    boolean keepsReads;
    int callsInFlight = 1;
    private final Function<Question, Outcome> answer;

    AnsweringBackend() {
        this(question -> new Outcome.Updated(question.index()));
    }

    AnsweringBackend(Function<Question, Outcome> answer) {
        this.answer = answer;
    }

    /** How many questions each call had that was started. */
    List<Integer> sizes() {
        return started.stream().map(call -> call.questions().size()).toList();
    }

    /** How many questions it was asked. */
    int asked() {
        return sizes().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public String name() {
        return "answering";
    }

    @Override
    public int callsInFlight() {
        return callsInFlight;
    }

    @Override
    public Resilience resilience() {
        return Resilience.of(new Backoff(1, 1));
    }

    @Override
    public boolean keepsReads() {
        return keepsReads;
    }

    @Override
    public boolean start(Call call) {
        started.add(call);
        return underWay.add(call);
    }

    @Override
    public int poll(Replies replies) {
        final List<Call> over = answers ? List.copyOf(underWay) : List.of();
        underWay.removeAll(over);
        for (final Call call : over) {
            if (away) {
                replies.reply(call, new Reply.Unavailable(1, "connection refused"));
            } else {
                call.questions().forEach(question -> question.answer(answer.apply(question)));
                replies.reply(call, new Reply.Done(1));
            }
        }
        return over.size();
    }

    @Override
    public void durable(long index) {
        durable.add(index);
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
