package dev.sluice.examples.springbatch;

import dev.sluice.client.job.Job;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.batch.item.ExecutionContext;
import org.springframework.batch.item.support.AbstractItemCountingItemStreamItemReader;

/**
 * Reads the contracts. Spring stores the number of contracts that it has committed, and skips as many contracts after a restart.
 */
final class ContractReader extends AbstractItemCountingItemStreamItemReader<Contract> {

    private final DataSource database;
    private final Job run;
    private Contracts contracts;

    ContractReader(DataSource database, Job run) {
        this.database = database;
        this.run = run;
        setName("contracts");
    }

    @Override
    public void open(ExecutionContext context) {
        super.open(context);
        if (run.handledItems() != getCurrentItemCount()) {
            throw new IllegalStateException("the " + run + " has handled " + run.handledItems()
                    + " items, but Spring's tables say " + getCurrentItemCount()
                    + ": these tables belong to another run");
        }
    }

    /**
     * Skips the contracts that Spring has committed. If the process was killed after Spring's commit, but before the run's mark
     * was written, the run does not yet count the last of these contracts as handled, so this method counts them.
     */
    @Override
    protected void jumpToItem(int committed) {
        for (int number = 1; number <= committed; number++) {
            final String key = contracts.next().key();
            if (number > run.handledItems()) {
                run.handled(run.item(key));
            }
        }
    }

    @Override
    protected void doOpen() throws SQLException {
        contracts = Contracts.read(database);
    }

    @Override
    protected Contract doRead() {
        return contracts.hasNext() ? contracts.next() : null;
    }

    @Override
    protected void doClose() throws SQLException {
        if (contracts != null) {
            contracts.close();
        }
    }
}
