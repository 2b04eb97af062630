package dev.sluice.examples.letters;

import java.util.ArrayList;
import java.util.List;

/** Counts what went wrong, and keeps the first of it to be shown. One thread. */
final class Failures {

    private static final int SHOWN = 10;

    private final List<String> first = new ArrayList<>();
    private long count;

    void add(String failure) {
        count++;
        if (first.size() < SHOWN) {
            first.add(failure);
        }
    }

    long count() {
        return count;
    }

    List<String> first() {
        return first;
    }
}
