package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A catalog that the gateway reads by SQL queries; {@link SqlReach} finds all objects that a statement reaches. */
final class SqlCatalog implements Catalog {

    private final SqlFacts facts;

    SqlCatalog(Session session, CatalogQueries queries, LongSupplier nanoClock) {
        this.facts = new SqlFacts(session, queries, nanoClock);
    }

    @Override
    public void forget() {
        facts.forget();
    }

    /** Parses the text again, because it was first parsed before the compatibility mode of its database was known. */
    @Override
    public Footprint footprint(SqlText asked, Signature signature) throws SQLException {
        final SqlText text;
        try {
            text = SqlText.parse(asked.sql(), facts.syntax());
        } catch (final IllegalArgumentException e) {
            return Footprint.unproved("its text cannot be read in the mode of its database: " + e.getMessage());
        }
        if (text.parameters() != asked.parameters() || text.kind() != asked.kind()) {
            return Footprint.unproved("its text has another meaning in the mode of its database");
        }
        final boolean reads = text.kind() == SqlText.Kind.QUERY && !text.writes();
        final Optional<TableName> written = WrittenTable.of(text);
        if (!reads && written.isEmpty()) {
            return Footprint.unproved("its text does not show which one table it writes");
        }
        if (WrittenTable.hides(text)) {
            return Footprint.unproved("its text has a comment that is run");
        }
        facts.renew();
        final List<String> unseen = facts.texts(facts.queries().unseen());
        if (!unseen.isEmpty()) {
            return Footprint.unproved(unseen.get(0));
        }
        final Footprint found = new SqlReach(facts, text).footprint(written, signature);
        return reads ? found.orderedIfVolatile() : found;
    }
}
