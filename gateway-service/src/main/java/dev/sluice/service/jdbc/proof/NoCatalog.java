package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprint.Tables;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.Optional;

/** A database whose catalog is not read: nothing is proved, and updates share transactions all the same. */
final class NoCatalog implements Catalog {

    private static final String REASON = "the catalog of this database is not read";
    private static final Tables ANY = Tables.any(REASON);
    private static final Footprint BELIEVED =
            new Footprint(ANY, ANY, Optional.empty(), Optional.of(REASON), Optional.empty());

    @Override
    public Footprint footprint(SqlText text, Signature signature) {
        return BELIEVED;
    }
}
