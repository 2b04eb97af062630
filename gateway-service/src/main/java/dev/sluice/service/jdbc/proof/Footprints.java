package dev.sluice.service.jdbc.proof;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The footprints of the statements that one session runs. The catalog is asked once for a statement, and again after a
 * change of the schema that is seen here and when a minute has passed: a change by others is seen by then. Belongs to one
 * worker.
 */
public final class Footprints {

    private static final long KEPT_NANOS = 60_000_000_000L;
    private static final int TEXTS = 512;
    private static final int SIGNATURES = 64;

    /** Errors of the moment, which say nothing of the statement. */
    private static final Set<Meaning> OF_THE_MOMENT = EnumSet.of(Meaning.CONFLICT, Meaning.TIMEOUT, Meaning.STALE);

    private final Session session;
    private final LongSupplier nanoClock;
    private final Map<String, List<Known>> texts = new LinkedHashMap<>(16, 0.75f, true);
    private Catalog catalog;

    /** Arguments of NULL have the type that other requests give them: it is the one that the driver prepared with. */
    private record Known(Signature signature, Footprint footprint, long sinceNanos) {

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

    /** @param nanoClock as {@link System#nanoTime()} */
    public Footprints(Session session, LongSupplier nanoClock) {
        this.session = session;
        this.nanoClock = nanoClock;
    }

    /** The schema may be another now. */
    public void forget() {
        texts.clear();
        if (catalog != null) {
            catalog.forget();
        }
    }

    /**
     * Returns the footprint of a statement with arguments of these types. If the catalog has to be asked, what is open in the
     * session is rolled back, before and after.
     *
     * @throws SQLException if the database is away
     */
    public Footprint of(SqlText text, Signature signature) throws SQLException {
        final Optional<Known> known = find(text, signature);
        if (known.isPresent() && nanoClock.getAsLong() - known.get().sinceNanos() < KEPT_NANOS) {
            return known.get().footprint();
        }
        try {
            if (catalog == null) {
                catalog = catalog();
            }
            session.rollback();
            final Footprint found = catalog.footprint(text, signature);
            session.rollback();
            keep(text, new Known(signature, found, nanoClock.getAsLong()));
            return found;
        } catch (final SQLException e) {
            return unproved(text, signature, e);
        }
    }

    private Catalog catalog() throws SQLException {
        if (session.postgres()) {
            return new PostgreSqlCatalog(session, nanoClock);
        }
        return switch (session.connection().getMetaData().getDatabaseProductName()) {
            case "HSQL Database Engine" -> new SqlCatalog(session, CatalogQueries.HSQLDB, nanoClock);
            case "H2" -> new SqlCatalog(session, CatalogQueries.H2, nanoClock);
            case "MariaDB" -> new SqlCatalog(session, CatalogQueries.MARIADB, nanoClock);
            case "SQLite" -> new SqlCatalog(session, CatalogQueries.SQLITE, nanoClock);
            case "Apache Derby" -> new SqlCatalog(session, CatalogQueries.DERBY, nanoClock);
            default -> new NoCatalog();
        };
    }

    private Footprint unproved(SqlText text, Signature signature, SQLException error) throws SQLException {
        final Meaning meaning = session.meaning(error);
        if (meaning == Meaning.OUTAGE || meaning == Meaning.TOO_LARGE) {
            throw error;
        }
        session.rollback();
        final Footprint unproved = Footprint.unproved("the catalog cannot be asked: " + SqlStates.described(error));
        if (!OF_THE_MOMENT.contains(meaning)) {
            keep(text, new Known(signature, unproved, nanoClock.getAsLong()));
        }
        return unproved;
    }

    /** Returns the footprint that was found last, however long ago; asks nothing. */
    public Footprint known(SqlText text, Signature signature) {
        return find(text, signature)
                .map(Known::footprint)
                .orElseGet(() -> Footprint.unproved("the catalog was not asked"));
    }

    private Optional<Known> find(SqlText text, Signature signature) {
        for (final Known known : texts.getOrDefault(text.sql(), List.of())) {
            if (known.covers(signature)) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    private void keep(SqlText text, Known found) {
        final List<Known> all = texts.computeIfAbsent(text.sql(), sql -> new ArrayList<>());
        all.removeIf(before -> found.covers(before.signature()));
        if (all.size() == SIGNATURES) {
            all.clear();
        }
        all.add(found);
        if (texts.size() > TEXTS) {
            texts.remove(texts.keySet().iterator().next());
        }
    }
}
