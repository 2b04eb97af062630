package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.faults.simulate.program.Request;
import dev.sluice.faults.simulate.program.Semantics;
import dev.sluice.faults.simulate.program.Statement;
import dev.sluice.service.core.Backend.Reply;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Question;

/** Answers calls of reads, question by question, from the data committed at that moment. */
record ReadWorker(Life life, SimulatedDatabase database) {

    /** One call in this many is answered only in part, like a call to a service whose response lacks some keys. */
    private static final int PARTED = 10;

    Reply answer(Call call) {
        if (life.world.happens(Fault.OUTAGE)) {
            database.goAway(1 + life.world.choices.below(40));
        }
        final Choices parts = life.world.choices.fork(); // so that old seeds still make the same other choices
        final boolean parted = parts.oneIn(PARTED);
        boolean leftOut = false;
        for (final Question question : call.questions()) {
            if (!question.answered() && parted && call.questions().size() > 1 && parts.oneIn(2)) {
                leftOut = true;
            } else if (!question.answered()) {
                final Mishap mishap = life.step(Place.ASK, place(question));
                if (mishap == Mishap.CONNECTION_LOST || database.away()) {
                    return new Reply.Unavailable(1, "away");
                }
                if (life.world.happens(Fault.CONFLICT)) {
                    return new Reply.Conflicted(1);
                }
                answer(question);
            }
        }
        return leftOut ? new Reply.Parted(1) : new Reply.Done(1);
    }

    /** Answers the first few questions of a call; the call itself gets no reply yet. */
    void askSome(Call call) {
        int some = life.world.choices.below(call.questions().size());
        for (final Question question : call.questions()) {
            if (some-- > 0 && !question.answered()) {
                life.step(Place.ASK, place(question));
                answer(question);
            }
        }
    }

    void askOneQuietly(Call call) {
        if (database.away()) {
            return;
        }
        for (final Question question : call.questions()) {
            if (!question.answered()) {
                answer(question);
                return;
            }
        }
    }

    private void answer(Question question) {
        final Statement statement = Statement.of(question);
        final int argument = Request.argument(question.arguments());
        if (argument == Semantics.POISONS) {
            throw life.poisoned(place(question));
        }
        final long seen = Semantics.seen(statement, argument, database.tables());
        question.answer(Semantics.read(statement, argument, seen));
    }

    private int place(Question question) {
        return life.world.setup.positions().place(question.index());
    }
}
