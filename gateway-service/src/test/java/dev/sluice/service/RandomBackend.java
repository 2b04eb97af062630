package dev.sluice.service;

import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Backoff;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.Resilience;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Answers from a model, after random delays and in any order; now and then it gives a call back with only some of its
 * questions answered. Runs a call when it is started or not before it replies: both happen in real life.
 */
final class RandomBackend implements Backend {

    private static final long LONGEST_DELAY = 1_000;

    private record UnderWay(Call call, long dueNanos) {}

    private final ModelDatabase database;
    private final Random random;
    private final LongSupplier clock;
    private final int callsInFlight;
    private final int room;
    private final List<UnderWay> underWay = new ArrayList<>();
    private final Resilience resilience;
    private final boolean exactlyOnce;
    private final Set<Long> updated = new HashSet<>();
    private int mostUnderWay;

    RandomBackend(ModelDatabase database, int callsInFlight, Random random, LongSupplier clock) {
        this.callsInFlight = callsInFlight;
        this.database = database;
        this.random = random;
        this.clock = clock;
        this.room = 1 + random.nextInt(5);
        this.exactlyOnce = random.nextBoolean();
        this.resilience = new Resilience(
                new Backoff(10, 2_000),
                random.nextInt(3) == 0 ? OptionalLong.of(random.nextInt(3_000)) : OptionalLong.empty(),
                random.nextInt(3) == 0 ? OptionalLong.of(20_000_000) : OptionalLong.empty());
    }

    int mostUnderWay() {
        return mostUnderWay;
    }

    @Override
    public String name() {
        return "model";
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
    public boolean mayFailUnasked() {
        return !exactlyOnce;
    }

    /** Whether it ran that update. */
    boolean updated(long index) {
        return updated.contains(index);
    }

    @Override
    public boolean start(Call call) {
        if (underWay.size() >= room) {
            return false;
        }
        if (random.nextInt(3) == 0) {
            run(call, random.nextInt(call.questions().size() + 1));
        }
        underWay.add(new UnderWay(call, clock.getAsLong() + random.nextLong(LONGEST_DELAY)));
        mostUnderWay = Math.max(mostUnderWay, underWay.size());
        return true;
    }

    @Override
    public int poll(Replies replies) {
        final List<UnderWay> due = new ArrayList<>(underWay.stream()
                .filter(one -> one.dueNanos() <= clock.getAsLong())
                .toList());
        Collections.shuffle(due, random);
        underWay.removeAll(due);
        for (final UnderWay one : due) {
            replies.reply(one.call(), reply(one.call()));
        }
        return due.size();
    }

    @Override
    public void close() {
        // nothing is held open
    }

    private Reply reply(Call call) {
        final int chance = random.nextInt(15);
        if (chance == 5 && !call.update()) {
            run(call, random.nextInt(call.questions().size() + 1));
            return new Reply.Parted(1);
        }
        if (chance > 4) {
            run(call, call.questions().size());
            return new Reply.Done(1);
        }
        run(call, random.nextInt(call.questions().size() + 1));
        final OptionalLong pause = random.nextBoolean() ? OptionalLong.of(random.nextInt(1_000)) : OptionalLong.empty();
        return switch (chance) {
            case 0, 1 -> new Reply.Unavailable(1, "away", pause);
            case 2, 3 -> new Reply.Conflicted(1);
            default -> new Reply.Throttled(1, "too many", pause);
        };
    }

    /** Runs the questions up to a number, in order as updates must be. */
    private void run(Call call, int upTo) {
        for (final Question question : call.questions().subList(0, upTo)) {
            if (!question.answered()) {
                question.answer(run(question));
            }
        }
    }

    /** As a database with a checkpoint it knows what it ran; without one it only knows what was never asked. */
    private Outcome run(Question question) {
        if (question.operation().update()) {
            if (question.late(exactlyOnce)) {
                return question.passedOver();
            }
            updated.add(question.index());
        }
        return database.run(question.operation().name(), question.arguments());
    }
}
