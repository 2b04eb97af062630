package dev.sluice.service.chunk;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One trip to a backend: reads of one operation with the same argument types, or a run of updates in their order. While
 * a backend has it, it belongs to the backend; otherwise to the service thread.
 */
public final class Call {

    private static final long NOT_KNOWN = Long.MIN_VALUE;

    private final Backend backend;
    private final boolean update;
    private final List<Question> questions = new ArrayList<>();
    private Set<Footprint> parts = new LinkedHashSet<>(2);
    private Footprint footprint;
    private int conflicts;
    private long lastIndex = NOT_KNOWN;

    Call(Backend backend, boolean update) {
        this.backend = backend;
        this.update = update;
    }

    void add(Question question) {
        questions.add(question);
        parts.add(question.operation().footprint());
    }

    /** The questions: of a read all of one operation and one signature; of updates in request order. */
    public List<Question> questions() {
        return questions;
    }

    /** Whether it is a run of updates. */
    public boolean update() {
        return update;
    }

    public Backend backend() {
        return backend;
    }

    /** How often it was given back because of a deadlock or serialization conflict. */
    public int conflicts() {
        return conflicts;
    }

    void countConflict() {
        conflicts++;
    }

    Footprint footprint() {
        if (footprint == null) {
            footprint = Footprint.union(parts);
            parts = Set.of();
        }
        return footprint;
    }

    /** The index of the last request that is answered by it; once everything was added. */
    long lastIndex() {
        if (lastIndex == NOT_KNOWN) {
            for (final Question question : questions) {
                lastIndex = Math.max(lastIndex, question.lastIndex());
            }
        }
        return lastIndex;
    }

    /** Whether this call, planned later, must wait for the other. Updates of one database always keep their order. */
    boolean mustFollow(Call earlier) {
        if (update && earlier.update) {
            return footprint().database().equals(earlier.footprint().database());
        }
        return footprint().conflictsWith(earlier.footprint());
    }

    void distribute() {
        for (final Question question : questions) {
            question.distribute();
        }
    }
}
