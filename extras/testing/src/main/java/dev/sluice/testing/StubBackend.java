package dev.sluice.testing;

import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Backoff;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.Resilience;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** A backend that answers calls at once with stubs, unless the test has made it unavailable. */
final class StubBackend implements Backend {

    private static final Backoff BACKOFF =
            new Backoff(TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MILLISECONDS.toNanos(5));

    private record Over(Call call, Reply reply) {}

    private final Queue<Over> over = new ArrayDeque<>();
    private volatile long awayAfter = Long.MAX_VALUE;
    private long answered;

    void awayAfter(long answers) {
        awayAfter = answers;
    }

    @Override
    public String name() {
        return "stubs";
    }

    @Override
    public int callsInFlight() {
        return 1;
    }

    @Override
    public Resilience resilience() {
        return Resilience.of(BACKOFF);
    }

    @Override
    public boolean start(Call call) {
        for (final Question question : call.questions()) {
            if (!question.answered()) {
                if (answered >= awayAfter) {
                    over.add(new Over(call, new Reply.Unavailable(1, "the test has made it unavailable")));
                    return true;
                }
                question.answer(((StubOperation) question.operation()).answer(question.arguments()));
                answered++;
            }
        }
        over.add(new Over(call, new Reply.Done(1)));
        return true;
    }

    @Override
    public int poll(Replies replies) {
        int polled = 0;
        for (Over next = over.poll(); next != null; next = over.poll()) {
            replies.reply(next.call, next.reply);
            polled++;
        }
        return polled;
    }

    @Override
    public void close() {
        over.clear();
    }
}
