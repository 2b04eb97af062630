package dev.sluice.faults.simulate.world;

import dev.sluice.service.core.Call;

/** A call that a backend has, and when its answer is due. */
final class UnderWay {

    private final Call call;
    private long dueTurn;

    UnderWay(Call call, long dueTurn) {
        this.call = call;
        this.dueTurn = dueTurn;
    }

    Call call() {
        return call;
    }

    boolean due(long turn) {
        return turn >= dueTurn;
    }

    void delay(long untilTurn) {
        dueTurn = untilTurn;
    }
}
