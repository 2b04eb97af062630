package dev.sluice.service.jdbc.read;

import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.service.core.plan.FailedKeys;
import dev.sluice.service.jdbc.connect.Prepared;
import dev.sluice.service.jdbc.dialect.ChunkForm;
import dev.sluice.service.jdbc.dialect.ReadForms;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.proof.Footprints.Proof;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a read is asked for one signature, and what was learned about that. Any thread. */
final class ReadPlan {

    private static final Logger LOG = LoggerFactory.getLogger(ReadPlan.class);

    private final String operation;
    private final Signature signature;
    private final ReadForms forms;
    private final boolean needsProof;
    private volatile int current;
    private final byte[] columns;
    private volatile boolean large;
    private final FailedKeys failedKeys = new FailedKeys();
    private volatile boolean outdated;
    private volatile String[] types;
    private volatile Optional<Proof> proof = Optional.empty();

    /**
     * @param operation as messages name it
     * @param needsProof whether several items are asked together only if that is proved to change no result
     */
    ReadPlan(String operation, Signature signature, ReadForms forms, boolean needsProof) {
        this.operation = operation;
        this.signature = signature;
        this.forms = forms;
        this.needsProof = needsProof;
        this.columns = KnownColumns.encode(forms.columns());
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
        if (needsProof
                && proof.filter(its -> its.footprint().noCall().isEmpty()).isEmpty()) {
            return Optional.empty();
        }
        final int index = current;
        return index < forms.chunked().size() ? Optional.of(forms.chunked().get(index)) : Optional.empty();
    }

    /** Whether a proof is missing that it needs, or is too old. */
    boolean unproved(Footprints footprints) {
        return needsProof
                && !forms.chunked().isEmpty()
                && proof.filter(footprints::current).isEmpty();
    }

    void proved(Proof now) {
        proof = Optional.of(now);
    }

    /** The keys that are not asked in chunks, since these failed with them. */
    FailedKeys failedKeys() {
        return failedKeys;
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
        types = null;
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

    /**
     * Compares the columns of a statement with those that its form was described with, and the types of a chunk's with
     * those of the first chunk: the form was found to answer as its items do for them only. If they differ, this plan is
     * outdated from now on.
     *
     * @param form empty for the single form, whose own answer is right whatever its columns are
     * @return whether the answer may be taken
     */
    boolean fits(Optional<ChunkForm> form, Prepared asked) {
        if (form.isEmpty()) {
            outdated |= chunked().isPresent() && !asked.named(forms.columns());
            return true;
        }
        final String[] first = types;
        if (first == null) {
            types = asked.types();
        }
        final List<String> described =
                forms.chunkedColumns().get(forms.chunked().indexOf(form.get()));
        outdated |= !asked.named(described) || first != null && !Arrays.equals(first, asked.types());
        return !outdated;
    }

    /** Whether the schema has changed since it was made: the database has to be asked for the forms again. */
    boolean outdated() {
        return outdated;
    }
}
