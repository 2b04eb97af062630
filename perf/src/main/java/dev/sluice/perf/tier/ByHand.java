package dev.sluice.perf.tier;

import dev.sluice.perf.baseline.MathByHand;

/** Over REST by hand: with one list in each call, or so many. */
final class ByHand implements Way {

    private final MathByHand calls;
    private final int chunk;

    /** @param chunk lists in a call; 0 for a call of its own, without the form that many need */
    ByHand(MathByHand calls, int chunk) {
        this.calls = calls;
        this.chunk = chunk;
    }

    @Override
    public double[][] ask(Numbers numbers) throws Exception {
        calls.jsonNanos();
        final String function = numbers.function().lookup();
        final boolean sum = numbers.function() == Function.ADD;
        return chunk == 0
                ? calls.singly(function, sum, numbers.lists())
                : calls.inChunks(function, sum, numbers.lists(), chunk);
    }

    @Override
    public long jsonNanos() {
        return calls.jsonNanos();
    }
}
