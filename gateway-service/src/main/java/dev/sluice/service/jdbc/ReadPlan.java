package dev.sluice.service.jdbc;

import dev.sluice.wire.KnownColumns;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a read is asked for one signature, and what was learned about that. Any thread. */
final class ReadPlan {

    private static final Logger LOG = LoggerFactory.getLogger(ReadPlan.class);

    private final JdbcOperation operation;
    private final Signature signature;
    private final ReadForms forms;
    private volatile int current;
    private volatile byte[] columns = {};

    ReadPlan(JdbcOperation operation, Signature signature, ReadForms forms) {
        this.operation = operation;
        this.signature = signature;
        this.forms = forms;
    }

    Signature signature() {
        return signature;
    }

    /** The statement for one item. */
    String single() {
        return forms.single();
    }

    /** The statement for several items; empty if they are asked one after another. */
    Optional<ChunkForm> chunked() {
        final int index = current;
        return index < forms.chunked().size() ? Optional.of(forms.chunked().get(index)) : Optional.empty();
    }

    /**
     * A chunk failed and none of its items did: they go one at a time from now on, or in the next form if the database
     * does not understand this one. Said once.
     */
    synchronized void dismiss(ChunkForm form, boolean notUnderstood, Exception error) {
        if (chunked().filter(now -> now == form).isEmpty()) {
            return;
        }
        current = notUnderstood ? current + 1 : forms.chunked().size();
        LOG.warn(
                "{} fails as a chunk ({}) though each of its items succeeds: {} from now on. The database says: {}",
                operation,
                form.name(),
                chunked().map(next -> "as " + next.name()).orElse("one at a time"),
                error.getMessage());
    }

    /**
     * The encoded names of the columns: one array for all results that have the same.
     *
     * @param skip columns in front that are not the statement's
     */
    byte[] columns(ResultSetMetaData found, int skip) throws SQLException {
        final List<String> names = new ArrayList<>(found.getColumnCount());
        for (int i = 1 + skip; i <= found.getColumnCount(); i++) {
            names.add(found.getColumnLabel(i));
        }
        final byte[] encoded = KnownColumns.encode(names);
        if (!Arrays.equals(encoded, columns)) {
            columns = encoded;
        }
        return columns;
    }
}
