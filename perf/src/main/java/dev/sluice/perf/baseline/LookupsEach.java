package dev.sluice.perf.baseline;

import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.GetEach;
import dev.sluice.examples.letters.SelectEach;
import dev.sluice.examples.letters.SingleLookups;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersVariant;
import java.net.URI;
import java.sql.SQLException;
import java.util.Iterator;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Makes two lookups for each contract, first the customer and then the address, by SQL or by individual REST calls. A job that
 * handles one item at a time works like this.
 *
 * <p>The comparison is fair because everything is reused: the statements are prepared once on a connection that stays open, the
 * HTTP client keeps its connection to each service, and the JSON parser reads the response bytes directly.
 *
 * <p>The two GETs of a contract could be in flight at the same time, but such loops are usually not written that way. {@code
 * ChunkedRestByCoroutines} and {@link SelectsOnPool} handle many contracts at a time.
 */
public final class LookupsEach implements LettersVariant {

    private final SingleLookups lookups;

    private LookupsEach(SingleLookups lookups) {
        this.lookups = lookups;
    }

    /** Returns the variant with two SELECTs for each contract. */
    public static LookupsEach selects(Database database) throws SQLException {
        return new LookupsEach(SelectEach.open(database.source()));
    }

    /**
     * Returns the variant with two SELECTs for each contract through {@link TemplateLookups}, on one connection that stays open.
     */
    public static LookupsEach byTemplate(Database database) throws SQLException {
        final SingleConnectionDataSource direct = new SingleConnectionDataSource(database.connect(), true);
        return new LookupsEach(new TemplateLookups(new JdbcTemplate(direct), direct::close));
    }

    /** Returns the variant with two GETs for each contract. */
    public static LookupsEach gets(URI customers, URI addresses) {
        return new LookupsEach(new GetEach(customers, addresses));
    }

    @Override
    public void write(Iterator<Contract> contracts, Letters letters) throws Exception {
        while (contracts.hasNext()) {
            final Contract contract = contracts.next();
            letters.write(
                    contract,
                    lookups.customer(contract.customerId()).orElseThrow(),
                    lookups.address(contract.addressId()).orElseThrow());
        }
    }

    @Override
    public void close() throws SQLException {
        lookups.close();
    }
}
