package dev.sluice.service.core;

import dev.sluice.service.core.footprint.Conflict;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.footprint.RowIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Step 5 of the plan (see {@code Planner}): finds the results of reads that conflict with a run of updates. Once the updates are
 * committed, these reads can no longer be repeated with the same results. Belongs to the service thread.
 */
public record Affected(Call run) {

    /** Finds the updates of one footprint that conflict with reads of another footprint. */
    private record Rule(Footprint reads, Conflict conflict, long last, List<RowIndex> rows) {

        /** Returns the number, counted from 1, of the last update that conflicts with the read; 0 if no update does. */
        long last(Question read) {
            long found = last;
            for (int i = 0; i < rows.size(); i++) {
                final long row = read.arguments().hash(conflict.rows().get(i).its());
                found = Math.max(found, rows.get(i).largest(row));
            }
            return found;
        }
    }

    /**
     * Returns those results of a read call that conflict with a later update of the run.
     *
     * @param read a call whose questions are all answered
     * @param firstUnwritten the index of the first request whose result is not written; results of earlier requests are left out
     */
    public List<ReadResult> of(Call read, long firstUnwritten) {
        final List<ReadResult> found = new ArrayList<>();
        if (read.lastIndex() < firstUnwritten || read.questions().get(0).index() > run.lastIndex()) {
            return found;
        }
        final List<Rule> rules = rules(read);
        for (final Question question : read.questions()) {
            long last = 0;
            for (final Rule rule : rules) {
                last = rule.reads == question.footprint() ? Math.max(last, rule.last(question)) : last;
            }
            if (last > 0) {
                final long before = run.questions().get((int) last - 1).index();
                question.results(firstUnwritten, before, found);
            }
        }
        return found;
    }

    private List<Rule> rules(Call read) {
        final List<Rule> rules = new ArrayList<>(2);
        for (final Footprint reads : read.parts()) {
            for (final Footprint updates : run.parts()) {
                final Conflict conflict = updates.conflict(reads);
                if (conflict.possible()) {
                    rules.add(rule(reads, updates, conflict));
                }
            }
        }
        return rules;
    }

    private Rule rule(Footprint reads, Footprint updates, Conflict conflict) {
        final List<RowIndex> rows = new ArrayList<>(1);
        conflict.rows().forEach(both -> rows.add(new RowIndex(both.mine())));
        long last = 0;
        for (int i = 0; i < run.questions().size(); i++) {
            final Question update = run.questions().get(i);
            if (update.footprint() == updates) {
                last = i + 1L;
                for (final RowIndex index : rows) {
                    index.raise(update.arguments(), last);
                }
            }
        }
        return new Rule(reads, conflict, conflict.always() ? last : 0, rows);
    }

    /** Returns the index of the first update of the run that comes after the read with this result and conflicts with it. */
    public OptionalLong firstAfter(ReadResult result) {
        for (final Question update : run.questions()) {
            if (update.index() > result.index()
                    && update.footprint()
                            .conflict(result.footprint())
                            .between(update.arguments(), result.arguments())) {
                return OptionalLong.of(update.index());
            }
        }
        return OptionalLong.empty();
    }

    /** Whether the run may store a result of a read in its transaction, so that the read need not be repeated after a restart. */
    public boolean mayKeep(Call read, ReadResult result) {
        return run.backend() == read.backend() && run.backend().keepsReads() && result.keepable();
    }
}
