package dev.sluice.service.jdbc.probe;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.TransactionMode;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.Declaration.Chunking;
import dev.sluice.service.config.Declaration.Trust;
import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.FormCheck;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.dialect.ReadForms;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.probe.Preview.Property;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;
import dev.sluice.service.jdbc.update.SetForm;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Prepares declarations on one connection and finds out how each will be executed. Runs no statement. */
final class FormPreview {

    private static final String OWN = "a transaction of its own";
    private static final String EACH = "transaction: each";
    private static final String NO_CHUNK = "chunk: false";
    private static final String NO_SET =
            "only inserts of one row, and changes by key of columns in no unique or exclusion constraint, become a set";
    private static final Set<String> INSERTS = Set.of("INSERT", "MERGE", "REPLACE");
    private static final String NO_TYPES = "types are not declared";

    private final DatabaseConfig database;
    private final Session session;
    private final int chunkLimit;
    private final Footprints footprints;
    private final CatalogTables tables;

    /** @param chunkLimit the maximum number of requests in a chunk */
    FormPreview(DatabaseConfig database, Session session, CatalogTables tables, int chunkLimit) {
        this.database = database;
        this.session = session;
        this.chunkLimit = chunkLimit;
        this.tables = tables;
        this.footprints = new Footprints(session, System::nanoTime, new SchemaChanges());
    }

    /**
     * Returns the preview of a declaration.
     *
     * @throws SQLException if the database refuses the statement, or is unavailable
     */
    Preview of(Declaration declaration, SqlText text) throws SQLException {
        return Statements.update(text) ? update(declaration, text) : read(declaration, text);
    }

    private Preview update(Declaration declaration, SqlText text) throws SQLException {
        prepare(declaration, text);
        if (text.kind() == SqlText.Kind.OTHER) {
            final String why = text.firstKeyword() + " runs in no transaction but its own, at-least-once";
            final Footprint unknown = Footprint.unproved(text.firstKeyword() + " may touch anything");
            return alone(declaration, text, unknown, Property.because(OWN, why), why);
        }
        final Footprint footprint = footprint(declaration, text);
        if (database.transaction() == TransactionMode.EACH) {
            return alone(declaration, text, footprint, Property.because(OWN, EACH), EACH);
        }
        final Optional<String> unproved = footprint.ownTransaction();
        if (unproved.isPresent() && !declaration.trust().contains(Trust.TRANSACTION)) {
            final Property own =
                    Property.because(OWN, unproved.get()).mendedBy(Advice.share(declaration, unproved.get()));
            return alone(declaration, text, footprint, own, "a transaction of its own: " + unproved.get());
        }
        final String shared = Preview.SHARED + ", up to " + database.updatesPerTransaction() + " updates";
        return new Preview(
                declaration,
                text,
                footprint,
                Optional.of(unproved.map(
                                reason -> Property.because(shared, "by trust: transaction, without a proof: " + reason))
                        .orElseGet(() -> Property.good(shared))),
                surroundings(text, footprint),
                form(declaration, text, footprint));
    }

    private static Preview alone(
            Declaration declaration, SqlText text, Footprint footprint, Property transaction, String why) {
        return new Preview(
                declaration,
                text,
                footprint,
                Optional.of(transaction),
                List.of(),
                Property.because(Preview.SINGLE, why));
    }

    private List<String> surroundings(SqlText text, Footprint footprint) throws SQLException {
        final List<String> surroundings = new ArrayList<>();
        if (INSERTS.stream().anyMatch(text.words()::contains)) {
            for (final TableName table : footprint.writes().names()) {
                Query.told(session.connection(), () -> tables.surroundings(table), refused -> {})
                        .ifPresent(surroundings::addAll);
            }
        }
        return surroundings;
    }

    private Footprint footprint(Declaration declaration, SqlText text) throws SQLException {
        return footprints.of(text, signature(declaration, text).orElseGet(() -> Signature.of(unknown(text))));
    }

    private Property form(Declaration declaration, SqlText text, Footprint footprint) throws SQLException {
        if (Statements.givesRows(text)) {
            return Property.because(Preview.SINGLE, "it gives rows, which a batch does not");
        }
        final int most = database.updatesPerTransaction();
        final Optional<Signature> signature = signature(declaration, text);
        if (declaration.chunk() == Chunking.NEVER) {
            return upTo("batch", most, Optional.of(NO_CHUNK));
        }
        if (signature.isEmpty()) {
            return upTo("batch", most, Optional.of(NO_TYPES)).mendedBy("declare its types");
        }
        if (most < SetForm.FEWEST) {
            return upTo("batch", most, Optional.of("fewer than " + SetForm.FEWEST + " are no faster as a set"));
        }
        return SetForm.find(session, text, signature.get(), footprint).isPresent()
                ? upTo("set", most, Optional.empty())
                : upTo("batch", most, footprint.noSet().or(() -> Optional.of(NO_SET)));
    }

    private Preview read(Declaration declaration, SqlText text) throws SQLException {
        final Property chunk = chunk(declaration, text);
        return new Preview(declaration, text, footprint(declaration, text), Optional.empty(), List.of(), chunk);
    }

    private Property chunk(Declaration declaration, SqlText text) throws SQLException {
        final Optional<Signature> signature = signature(declaration, text);
        if (signature.isEmpty()) {
            prepare(declaration, text);
            return declaration.chunk() == Chunking.NEVER
                    ? Property.because(Preview.SINGLE, NO_CHUNK)
                    : Property.good("depends on the types of each request: " + NO_TYPES);
        }
        final FormCheck check = check(signature.get());
        if (session.dialect().plain()) {
            check.prepare(text.sql()); // the text as written first, then the forms with types
        }
        final ReadForms forms = check.accepted(text);
        if (declaration.chunk() == Chunking.NEVER) {
            return Property.because(Preview.SINGLE, NO_CHUNK);
        }
        final Optional<String> alone = session.dialect().alone(text);
        if (alone.isPresent()) {
            return Property.because(Preview.SINGLE, alone.get());
        }
        final Optional<String> noCall = footprints.of(text, signature.get()).noCall();
        if (noCall.isPresent() && declaration.chunk() != Chunking.ASSERTED) {
            return Property.because(Preview.SINGLE, noCall.get()).mendedBy(Advice.chunk(declaration, noCall.get()));
        }
        final Optional<String> asserted = noCall.map(reason -> "by chunk: true, without a proof: " + reason);
        return forms.chunked().stream()
                .findFirst()
                .map(form -> upTo(form.name(), Math.min(chunkLimit, form.maxItems()), asserted))
                .orElseGet(() -> Property.because(
                        Preview.SINGLE,
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

    private static Property upTo(String form, int items, Optional<String> why) {
        return items == 1
                ? Property.because(Preview.SINGLE, "a limit of 1")
                : new Property(form + ", up to " + items, why, Optional.empty());
    }
}
