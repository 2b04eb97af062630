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
 * Two questions for each contract, one after the other: the customer, then the address. By SQL, or by individual REST
 * calls, as a job does that was written against one item at a time.
 *
 * <p>Fair because what can be kept is kept: the statements are prepared once on a connection that stays open; the HTTP
 * client keeps its connection to each service, and its parser is given the bytes as they are.
 *
 * <p>To tune: the two GETs of a contract could be under way at the same time, which the loop as it is usually written does
 * not do; many contracts at a time are {@code ChunkedRestByCoroutines} and {@link SelectsOnPool}.
 */
public final class LookupsEach implements LettersVariant {

    private final SingleLookups lookups;

    private LookupsEach(SingleLookups lookups) {
        this.lookups = lookups;
    }

    /** Two SELECTs for each contract. */
    public static LookupsEach selects(Database database) throws SQLException {
        return new LookupsEach(SelectEach.open(database.source()));
    }

    /** Two SELECTs for each contract, by {@link TemplateLookups} on one connection that stays open. */
    public static LookupsEach byTemplate(Database database) throws SQLException {
        final SingleConnectionDataSource direct = new SingleConnectionDataSource(database.connect(), true);
        return new LookupsEach(new TemplateLookups(new JdbcTemplate(direct), direct::close));
    }

    /** Two GETs for each contract. */
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
