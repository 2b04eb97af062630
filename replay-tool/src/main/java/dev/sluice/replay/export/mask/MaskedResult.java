package dev.sluice.replay.export.mask;

import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.wire.Encoder;
import dev.sluice.wire.ResultFrame;
import java.util.ArrayList;
import java.util.List;

/** Writes what a result says anew, masked. */
record MaskedResult(Mask mask, Wording wording, Encoder encoder, KnownValues keys) implements Results {

    @Override
    public void rows(RequestRef request, Rows rows) {
        final List<String> names = rows.columns().names();
        final Columns columns = Columns.of(wording.columns(request.name(), names));
        final List<Row> masked = new ArrayList<>(rows.size());
        for (final Row row : rows) {
            final Object[] values = new Object[names.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = mask.column(request.name(), names.get(i), row.get(i), keys);
            }
            masked.add(Row.of(columns, values));
        }
        ResultFrame.rows(encoder, Rows.of(columns, masked));
    }

    @Override
    public void replied(RequestRef request, Rows reply) {
        rows(request, reply);
    }

    @Override
    public void notFound(RequestRef request) {
        // says nothing more
    }

    @Override
    public void updated(RequestRef request, long count) {
        ResultFrame.updated(encoder, count);
    }

    @Override
    public void failed(RequestRef request, Failure failure) {
        ResultFrame.failed(encoder, wording.failure(failure));
    }
}
