package dev.sluice.service.jdbc.read;

import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.service.config.Declaration.Chunking;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.NamedOperation.Kind;
import dev.sluice.service.core.plan.FailedKeys;
import dev.sluice.service.jdbc.connect.Prepared;
import dev.sluice.service.jdbc.dialect.ChunkForm;
import dev.sluice.service.jdbc.dialect.ReadForms;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.proof.Footprint.Proof;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a read is asked for one signature, and what was learned about that. Any thread. */
final class ReadPlan {

    private static final Logger LOG = LoggerFactory.getLogger(ReadPlan.class);

    private final NamedOperation operation;
    private final Chunking chunking;
    private final Signature signature;
    private final ReadForms forms;
    private volatile int current;
    private final byte[] columns;
    private volatile boolean large;
    private final FailedKeys failedKeys = new FailedKeys();
    private volatile boolean outdated;
    private volatile String[] types;
    private volatile Optional<Proof> proof = Optional.empty();

    /** @param chunking when requests of the operation share a statement */
    ReadPlan(NamedOperation operation, Chunking chunking, Signature signature, ReadForms forms) {
        this.operation = operation;
        this.chunking = chunking;
        this.signature = signature;
        this.forms = forms;
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
        final int index = current;
        return shares() && index < forms.chunked().size()
                ? Optional.of(forms.chunked().get(index))
                : Optional.empty();
    }

    /** Whether items may be asked together, and equal keys of a lookup once: that is proved, or asserted. */
    private boolean shares() {
        return chunking == Chunking.ASSERTED || chunking == Chunking.PROVED && proved(Footprint::noCall);
    }

    /** Whether it is not proved that requests do not notice each other. */
    boolean oneAtATime() {
        return chunking != Chunking.ASSERTED && !proved(Footprint::noCall);
    }

    /** Whether each request has a transaction of its own: what it calls may leave there what the next one would find. */
    boolean ownTransaction() {
        return chunking != Chunking.ASSERTED && !proved(Footprint::ownTransaction);
    }

    private boolean proved(Function<Footprint, Optional<String>> doubt) {
        return proof.filter(its -> doubt.apply(its.footprint()).isEmpty()).isPresent();
    }

    boolean sharesEqualKeys() {
        return operation.kind() == Kind.LOOKUP && shares();
    }

    /** The catalog's last word on it. */
    Optional<Proof> proof() {
        return proof;
    }

    /** Takes what is proved now. A reason to ask one item at a time is said when it is new. */
    void proved(Proof now) {
        final Optional<String> before = proof.flatMap(its -> its.footprint().noCall());
        final Optional<String> reason = now.footprint().noCall();
        proof = Optional.of(now);
        if (operation.declared() && reason.isPresent() && !reason.equals(before)) {
            LOG.info(
                    "{} goes one at a time: {}; chunk: true lets its requests share calls without a proof",
                    operation,
                    reason.get());
        }
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

    /** Whether another one, made now, comes to the same forms. */
    boolean asksAs(ReadPlan now) {
        return !outdated && forms.equals(now.forms);
    }

    /** Whether the schema has changed since it was made: the database has to be asked for the forms again. */
    boolean outdated() {
        return outdated;
    }
}
