package dev.sluice.service.core.schedule;

import dev.sluice.service.core.Call;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.footprint.Conflict;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.footprint.RowIndex;
import java.util.List;

/** Step 4 of the plan (see {@code Planner}): compares two calls. Belongs to the service thread. */
public record CallPair(Call earlier, Call later) {

    /** Whether the later call must wait for the earlier one. Updates of one database always keep their order. */
    public boolean keepsOrder() {
        if (later.update() && earlier.update()) {
            return later.footprint().ordersUpdatesWith(earlier.footprint());
        }
        return later.footprint().conflictsWith(earlier.footprint()) && someConflict();
    }

    private boolean someConflict() {
        return later.parts().stream()
                .anyMatch(mine -> earlier.parts().stream().anyMatch(its -> conflict(mine, its, mine.conflict(its))));
    }

    private boolean conflict(Footprint mine, Footprint its, Conflict conflict) {
        return conflict.always() || conflict.rows().stream().anyMatch(both -> touchOneRow(mine, its, both));
    }

    private boolean touchOneRow(Footprint mine, Footprint its, Conflict.Rows both) {
        final RowIndex theirs = rows(earlier, its, both.its());
        return later.questions().stream()
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
