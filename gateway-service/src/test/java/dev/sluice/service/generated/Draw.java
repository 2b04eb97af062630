package dev.sluice.service.generated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Choices by chance, always the same ones from one seed. */
final class Draw {

    private final Random random;

    Draw(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L); // seeds in a row give correlated first numbers
    }

    boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }

    /** A number from 0 on. */
    int below(int limit) {
        return random.nextInt(limit);
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    <T> T of(List<? extends T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    <T> List<T> shuffled(List<T> all) {
        final List<T> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    /** The first one in half of the cases, so that what is drawn for it meets. */
    <T> T often(List<? extends T> choices) {
        return oneIn(2) ? choices.get(0) : of(choices);
    }
}
