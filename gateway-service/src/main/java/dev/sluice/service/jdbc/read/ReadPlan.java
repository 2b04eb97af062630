package dev.sluice.service.jdbc.read;

import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.service.config.Declaration.Chunking;
import dev.sluice.service.core.MaskedLog;
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

/**
 * The plan of a read for one signature (the types of the arguments): its statement for one item, its statements for several
 * items, and what earlier executions have shown about these. Any thread.
 */
final class ReadPlan {

    private static final Logger LOG = MaskedLog.of(ReadPlan.class);

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

    /** @param chunking when one statement executes several requests of the operation */
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

    /** Returns the statement for one item. */
    String single() {
        return forms.single();
    }

    /** Returns the statement for several items; empty if each item has a statement of its own. */
    Optional<ChunkForm> chunked() {
        final int index = current;
        return shares() && index < forms.chunked().size()
                ? Optional.of(forms.chunked().get(index))
                : Optional.empty();
    }

    /**
     * Whether one statement may execute several items, and equal keys of a lookup may share one result. Either a proof or the
     * declaration allows this.
     */
    private boolean shares() {
        return chunking == Chunking.ASSERTED || chunking == Chunking.PROVED && proved(Footprint::noCall);
    }

    /**
     * Whether requests must run one at a time: true unless a proof or the declaration rules out that one request notices another.
     */
    boolean oneAtATime() {
        return chunking != Chunking.ASSERTED && !proved(Footprint::noCall);
    }

    /**
     * Whether each request has its own transaction, because a function may leave something in the transaction for the next
     * request.
     */
    boolean ownTransaction() {
        return chunking != Chunking.ASSERTED && !proved(Footprint::ownTransaction);
    }

    private boolean proved(Function<Footprint, Optional<String>> doubt) {
        return proof.filter(its -> doubt.apply(its.footprint()).isEmpty()).isPresent();
    }

    boolean sharesEqualKeys() {
        return operation.kind() == Kind.LOOKUP && shares();
    }

    /** Returns the last proof from the catalog. */
    Optional<Proof> proof() {
        return proof;
    }

    /** Stores a new proof. If it gives a new reason why requests run one at a time, logs the reason. */
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

    /** Returns the keys that are kept out of chunks, because chunks with these keys failed. */
    FailedKeys failedKeys() {
        return failedKeys;
    }

    /**
     * Whether an earlier result had more rows than the part that is fetched first. If so, the next result may have more, too.
     */
    boolean large() {
        return large;
    }

    /** Records that a result had more rows than its first part. */
    void foundLarge() {
        large = true;
    }

    /**
     * Drops a chunked form that failed although each of its items succeeds alone. If the database does not understand this form,
     * the next form is used from now on; otherwise items are executed one at a time. Logs the change once.
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

    /** Returns the encoded names of the statement's columns, one array for all results. */
    byte[] columns() {
        return columns;
    }

    /**
     * Compares the column names of a result with the names found when the form was checked, and the column types of a chunk with
     * the types of the first chunk. The form is known to answer correctly for these columns only, so a difference makes this plan
     * outdated.
     *
     * @param form empty for the single form, whose result is right whatever its columns are
     * @return whether the result may be used
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

    /** Whether this plan is still valid and a newly made plan has the same forms. */
    boolean asksAs(ReadPlan now) {
        return !outdated && forms.equals(now.forms);
    }

    /** Whether the schema has changed since the plan was made, so that the forms have to be checked again. */
    boolean outdated() {
        return outdated;
    }
}
