package dev.sluice.service.jdbc;

import dev.sluice.wire.KnownColumns;
import java.util.Arrays;
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
    private volatile boolean large;
    private volatile byte[] columns;
    private volatile int width;

    ReadPlan(JdbcOperation operation, Signature signature, ReadForms forms) {
        this.operation = operation;
        this.signature = signature;
        this.forms = forms;
        this.columns = KnownColumns.encode(forms.columns());
        this.width = forms.columns().size();
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

    /** Whether a result of it was larger than the first part of one: it may be so again. */
    boolean large() {
        return large;
    }

    /** A result was larger than its first part. */
    void foundLarge() {
        large = true;
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

    /** The encoded names of the statement's columns; one array for all results. */
    byte[] columns() {
        return columns;
    }

    /** How many columns the statement has. */
    int width() {
        return width;
    }

    /** Takes the single form's columns as they are now: the schema may have changed. */
    byte[] columns(Prepared single) {
        if (single.width() != width || !Arrays.equals(single.names(), columns)) {
            width = single.width();
            columns = single.names();
        }
        return columns;
    }
}
