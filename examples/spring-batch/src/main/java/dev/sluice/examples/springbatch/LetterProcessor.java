package dev.sluice.examples.springbatch;

import dev.sluice.api.Update;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobItem;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.examples.letters.Letter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ChunkListener;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.StepExecution;
import org.springframework.batch.core.StepExecutionListener;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.item.ItemProcessor;
import org.springframework.beans.factory.annotation.Value;

/** Writes the requests for a contract and returns a future of the letter, so that a call can have many contracts. */
final class LetterProcessor implements ItemProcessor<Contract, Future<String>>, ChunkListener, StepExecutionListener {

    private final Job run;
    private final LocalDate date;
    private final List<JobItem> chunk = new ArrayList<>();

    LetterProcessor(Job run, @Value("${date}") String date) {
        this.run = run;
        this.date = LocalDate.parse(date);
    }

    /** The job's requests. Their names are defined in the gateway's configuration. */
    interface Gateway {
        CompletableFuture<Customer> customer(long id);

        CompletableFuture<Address> address(long id);

        @Update("last-letter")
        CompletableFuture<Long> lastLetter(LocalDate date, long contract);
    }

    @Override
    public Future<String> process(Contract contract) {
        final JobItem item = run.item(contract.key());
        chunk.add(item);
        final Gateway gateway = item.declare(Gateway.class);
        return gateway.customer(contract.customerId())
                .thenCombine(
                        gateway.address(contract.addressId()),
                        (customer, address) -> Letter.compose(contract, customer, address, date))
                .thenCompose(letter -> gateway.lastLetter(date, contract.id()).thenApply(updated -> letter));
    }

    /** Spring has committed the chunk. After a kill before the run's mark, {@link ContractReader} counts it as handled. */
    @Override
    public void afterChunk(ChunkContext context) {
        chunk.forEach(run::handled);
        chunk.clear();
        run.mark("");
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
}
