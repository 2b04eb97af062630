package dev.sluice.examples.springbatch;

import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobItem;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.examples.springbatch.ContractReader.BegunContract;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.support.AbstractItemCountingItemStreamItemReader;

/**
 * Reads the contracts and begins an item of the run for each. Spring stores the number of contracts that it has committed, and
 * skips as many contracts after a restart. All methods are called on the thread of the step.
 */
final class ContractReader extends AbstractItemCountingItemStreamItemReader<BegunContract> {

    private final DataSource database;
    private final Job run;
    private final RunMarks marks;
    private Contracts contracts;

    ContractReader(DataSource database, Job run, RunMarks marks) {
        this.database = database;
        this.run = run;
        this.marks = marks;
        setName("contracts");
    }

    /** A contract and what sends its requests. */
    record BegunContract(Contract contract, JobItem item) {}

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

    /** Items begin here, in their order, because the processor is called on several threads. */
    @Override
    protected BegunContract doRead() {
        if (!contracts.hasNext()) {
            return null;
        }
        final Contract contract = contracts.next();
        return new BegunContract(contract, marks.begin(contract.key()));
    }

    @Override
    protected void doClose() throws SQLException {
        if (contracts != null) {
            contracts.close();
        }
    }
}
