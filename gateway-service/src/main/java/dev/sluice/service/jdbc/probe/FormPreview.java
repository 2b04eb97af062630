package dev.sluice.service.jdbc.probe;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.TransactionMode;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.Declaration.Trust;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.FormCheck;
import dev.sluice.service.jdbc.dialect.ReadForms;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;
import dev.sluice.service.jdbc.update.SetForms;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Prepares declarations on one connection and says how each will be asked. Runs none. */
final class FormPreview {

    private final DatabaseConfig database;
    private final Session session;
    private final int chunkLimit;
    private final Footprints footprints;

    /** @param chunkLimit the most requests of a chunk */
    FormPreview(DatabaseConfig database, Session session, int chunkLimit) {
        this.database = database;
        this.session = session;
        this.chunkLimit = chunkLimit;
        this.footprints = new Footprints(session, System::nanoTime);
    }

    /**
     * How a declaration will be asked: the form of its chunks, or single and why.
     *
     * @throws SQLException if the database refuses it, or is away
     */
    String form(Declaration declaration, SqlText text) throws SQLException {
        return Statements.update(text) ? update(declaration, text) : read(declaration, text);
    }

    private String update(Declaration declaration, SqlText text) throws SQLException {
        prepare(declaration, text);
        if (text.kind() == SqlText.Kind.OTHER) {
            return single(text.firstKeyword() + " runs in no transaction but its own, at-least-once");
        }
        if (database.transaction() == TransactionMode.EACH) {
            return single("transaction: each");
        }
        final Signature signature = signature(declaration, text).orElseGet(() -> Signature.of(unknown(text)));
        final Footprint footprint = footprints.of(text, signature);
        final Optional<String> unproved = footprint.ownTransaction();
        if (unproved.isPresent() && !declaration.trust().contains(Trust.TRANSACTION)) {
            return single("a transaction of its own: " + unproved.get());
        }
        final String trusted = unproved.map(reason -> ", by trust: transaction, without a proof: " + reason)
                .orElse("");
        if (Statements.givesRows(text)) {
            return single("it gives rows, which a batch does not" + trusted);
        }
        return upTo(runsAsSet(declaration, text, footprint) ? "set" : "batch", database.updatesPerTransaction())
                + trusted;
    }

    /** Whether updates of different rows go as one statement; those of the same row are a batch all the same. */
    private boolean runsAsSet(Declaration declaration, SqlText text, Footprint footprint) throws SQLException {
        final Optional<Signature> signature = signature(declaration, text);
        return declaration.chunk()
                && signature.isPresent()
                && SetForms.find(session, text, signature.get(), footprint).isPresent();
    }

    private String read(Declaration declaration, SqlText text) throws SQLException {
        final Optional<Signature> signature = signature(declaration, text);
        if (signature.isEmpty()) {
            prepare(declaration, text);
            return declaration.chunk()
                    ? "as the types allow that its requests bring: types are not declared"
                    : single("chunk: false");
        }
        final FormCheck check = check(signature.get());
        final ReadForms forms = check.accepted(text);
        if (!declaration.chunk()) {
            return single("chunk: false");
        }
        final Optional<String> alone = session.dialect().alone(text);
        if (alone.isPresent()) {
            return single(alone.get());
        }
        final boolean lookup = declaration.lookup();
        if (!lookup && !session.dialect().stable(session.connection(), text)) {
            return single("it may change from call to call"
                    + (text.functions().isEmpty() ? "" : ": " + String.join(", ", text.functions()))
                    + "; a lookup is chunked all the same");
        }
        return forms.chunked().stream()
                .findFirst()
                .map(form -> upTo(form.name(), Math.min(chunkLimit, form.maxItems())))
                .orElseGet(() -> single(
                        check.refusals().isEmpty()
                                ? session.dialect().name() + " has no form for these types"
                                : String.join("; ", check.refusals())));
    }

    private static Optional<Signature> signature(Declaration declaration, SqlText text) {
        if (text.parameters() == 0) {
            return Optional.of(Signature.NONE);
        }
        return declaration.types().map(Signature::of);
    }

    private void prepare(Declaration declaration, SqlText text) throws SQLException {
        final List<ValueType> types = declaration.types().orElseGet(() -> unknown(text));
        check(Signature.of(types)).prepare(text.sql());
    }

    private static List<ValueType> unknown(SqlText text) {
        return Collections.nCopies(text.parameters(), ValueType.NULL);
    }

    private FormCheck check(Signature signature) {
        return new FormCheck(session.dialect(), session.connection(), signature);
    }

    private static String upTo(String form, int items) {
        return items == 1 ? single("a limit of 1") : form + ", up to " + items;
    }

    private static String single(String why) {
        return "single: " + why.replaceAll("\\s*\\R\\s*", " ");
    }
}
