package dev.sluice.service.core;

import java.util.List;

/** Two calls, of which some requests may touch the same rows. Belongs to the service thread. */
record Meeting(Call one, Call other) {

    /** Whether a request of the one conflicts with a request of the other. */
    boolean happens() {
        return one.parts().stream()
                .anyMatch(mine -> other.parts().stream().anyMatch(its -> happens(mine, its, mine.conflict(its))));
    }

    private boolean happens(Footprint mine, Footprint its, Conflict conflict) {
        return conflict.always() || conflict.rows().stream().anyMatch(both -> happens(mine, its, both));
    }

    private boolean happens(Footprint mine, Footprint its, Conflict.Rows both) {
        final RowIndex theirs = rows(other, its, both.its());
        return one.questions().stream()
                .anyMatch(question -> question.footprint() == mine
                        && theirs.largest(question.arguments().hash(both.mine())) > 0);
    }

    private static RowIndex rows(Call call, Footprint part, List<Integer> parameters) {
        final RowIndex rows = new RowIndex(parameters);
        for (final Question question : call.questions()) {
            if (question.footprint() == part) {
                rows.raise(question.arguments(), 1);
            }
        }
        return rows;
    }
}
