package dev.sluice.service.jdbc.proof;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.jdbc.proof.Footprint.Proof;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The footprints of the statements that one session runs. The catalog is queried when a statement first runs. The result is a
 * proof, which is kept for half a minute, or until the gateway changes the schema. The caches of the catalog add to this time, so
 * a change by other programs is seen within a minute. Belongs to one worker.
 */
public final class Footprints {

    private static final long KEPT_NANOS = 30_000_000_000L;
    private static final int TEXTS = 512;
    private static final int SIGNATURES = 64;

    private final Session session;
    private final LongSupplier nanoClock;
    private final SchemaChanges changes;
    private final Map<String, List<Known>> texts = new LinkedHashMap<>(16, 0.75f, true);
    private Catalog catalog;
    private int changesSeen;

    /**
     * A proof. The proof also covers a request with NULL for an argument, because the driver prepared the statement with the type
     * that this argument has in other requests.
     */
    private record Known(Signature signature, Proof proof) {

        boolean covers(Signature asked) {
            final List<ParameterType> mine = signature.parameters();
            final List<ParameterType> its = asked.parameters();
            for (int i = 0; i < mine.size(); i++) {
                if (its.get(i).value() != ValueType.NULL && !its.get(i).equals(mine.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * @param nanoClock a clock like {@link System#nanoTime()}
     * @param changes the schema changes of the session's database
     */
    public Footprints(Session session, LongSupplier nanoClock, SchemaChanges changes) {
        this.session = session;
        this.nanoClock = nanoClock;
        this.changes = changes;
    }

    /** See {@link #proof}. */
    public Footprint of(SqlText text, Signature signature) throws SQLException {
        return proof(text, signature).footprint();
    }

    /** Whether a proof, found by this or another session of the same database, is still recent enough to be used. */
    public boolean current(Proof proof) {
        return proof.changes() == changes.count() && nanoClock.getAsLong() - proof.sinceNanos() < KEPT_NANOS;
    }

    /**
     * Returns the proof of a statement with arguments of these types. If the catalog has to be queried, the session's open
     * transaction is rolled back before and after.
     *
     * @throws SQLException if the database is unavailable
     */
    public Proof proof(SqlText text, Signature signature) throws SQLException {
        final Optional<Proof> known = find(text, signature).map(Known::proof).filter(this::current);
        if (known.isPresent()) {
            return known.get();
        }
        final boolean commitsEach = session.autoCommit();
        session.begin();
        session.rollback();
        final Proof found = ask(text, signature);
        session.reset(commitsEach);
        return found;
    }

    private Proof ask(SqlText text, Signature signature) throws SQLException {
        try {
            return keep(text, signature, Query.look(() -> catalog().footprint(text, signature)));
        } catch (final SQLException e) {
            final Meaning meaning = session.meaning(e);
            if (meaning.losesConnection()) {
                throw e;
            }
            session.rollback();
            final Footprint unproved = Footprint.unproved("the catalog cannot be asked: " + SqlStates.described(e));
            return meaning.ofTheMoment()
                    ? new Proof(unproved, nanoClock.getAsLong() - KEPT_NANOS, changesSeen)
                    : keep(text, signature, unproved);
        }
    }

    private Catalog catalog() throws SQLException {
        if (catalog == null) {
            catalog = made();
        }
        return catalog;
    }

    private Catalog made() throws SQLException {
        if (session.postgres()) {
            return new PostgreSqlCatalog(session, nanoClock);
        }
        return switch (session.connection().getMetaData().getDatabaseProductName()) {
            case "HSQL Database Engine" -> new SqlCatalog(session, CatalogQueries.HSQLDB, nanoClock);
            case "H2" -> new SqlCatalog(session, CatalogQueries.H2, nanoClock);
            case "MariaDB" -> new SqlCatalog(session, CatalogQueries.MARIADB, nanoClock);
            default -> new NoCatalog(session);
        };
    }

    /**
     * Returns, without querying the catalog, the last footprint found since the latest schema change, however old that footprint
     * is.
     */
    public Footprint known(SqlText text, Signature signature) {
        return find(text, signature)
                .map(known -> known.proof().footprint())
                .orElseGet(() -> Footprint.unproved("the catalog was not asked"));
    }

    private Optional<Known> find(SqlText text, Signature signature) {
        if (changesSeen != changes.count()) {
            changesSeen = changes.count();
            texts.clear();
            if (catalog != null) {
                catalog.forget();
            }
        }
        for (final Known known : texts.getOrDefault(text.sql(), List.of())) {
            if (known.covers(signature)) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    private Proof keep(SqlText text, Signature signature, Footprint footprint) {
        final Known found = new Known(signature, new Proof(footprint, nanoClock.getAsLong(), changesSeen));
        final List<Known> all = texts.computeIfAbsent(text.sql(), sql -> new ArrayList<>());
        all.removeIf(before -> found.covers(before.signature()));
        if (all.size() == SIGNATURES) {
            all.clear();
        }
        all.add(found);
        if (texts.size() > TEXTS) {
            texts.remove(texts.keySet().iterator().next());
        }
        return found.proof();
    }
}
