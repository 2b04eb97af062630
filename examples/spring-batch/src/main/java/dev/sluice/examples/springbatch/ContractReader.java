package dev.sluice.examples.springbatch;

import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobItem;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.examples.springbatch.ContractReader.BegunContract;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.listener.ItemWriteListener;
import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.support.AbstractItemCountingItemStreamItemReader;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Reads the contracts and begins an item of the run for each. Spring stores the number of contracts that it has committed, and
 * skips as many contracts after a restart. All methods are called on the thread of the step.
 */
final class ContractReader extends AbstractItemCountingItemStreamItemReader<BegunContract>
        implements ItemWriteListener<String>, StepExecutionListener {

    private final DataSource database;
    private final Job run;
    private final List<JobItem> chunk = new ArrayList<>();
    private Contracts contracts;

    ContractReader(DataSource database, Job run) {
        this.database = database;
        this.run = run;
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
        final JobItem item = run.item(contract.key());
        chunk.add(item);
        return new BegunContract(contract, item);
    }

    /** Spring calls no ChunkListener in a step with a TaskExecutor. */
    @Override
    public void afterWrite(Chunk<? extends String> letters) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                chunk.forEach(run::handled);
                chunk.clear();
                run.mark("");
            }
        });
    }

    /**
     * Ends the run before Spring stores that the step is done. If the process is killed between these two events, a restart finds
     * nothing left to do.
     */
    @Override
    public ExitStatus afterStep(StepExecution step) {
        if (step.getStatus() == BatchStatus.COMPLETED) {
            run.end("");
        } else {
            run.stop(""); // the user removes the cause of the failure before a restart
        }
        return step.getExitStatus();
    }

    @Override
    protected void doClose() throws SQLException {
        if (contracts != null) {
            contracts.close();
        }
    }
}
