package dev.sluice.perf.events;

import java.util.OptionalInt;

/**
 * What a sender is to do.
 *
 * @param perSecond events; empty for as many as it can
 * @param millis how long; what was sent then still has to arrive
 */
record Load(OptionalInt perSecond, long millis) {

    static Load fullSpeed(long millis) {
        return new Load(OptionalInt.empty(), millis);
    }

    static Load atRate(int perSecond, long millis) {
        return new Load(OptionalInt.of(perSecond), millis);
    }

    static Load heard(String line) {
        final String[] numbers = line.split(" ");
        final int perSecond = Integer.parseInt(numbers[0]);
        return new Load(perSecond == 0 ? OptionalInt.empty() : OptionalInt.of(perSecond), Long.parseLong(numbers[1]));
    }

    String told() {
        return perSecond.orElse(0) + " " + millis;
    }
}
