package dev.sluice.examples.springbatch;

import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobItem;
import java.util.ArrayList;
import java.util.List;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.listener.ItemWriteListener;
import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Begins the items of a chunk, and writes a mark of the run after Spring has committed them. For the thread of the step. */
final class RunMarks implements ItemWriteListener<String>, StepExecutionListener {

    private final Job run;
    private final List<JobItem> chunk = new ArrayList<>();

    RunMarks(Job run) {
        this.run = run;
    }

    JobItem begin(String key) {
        final JobItem item = run.item(key);
        chunk.add(item);
        return item;
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
}
