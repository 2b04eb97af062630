package dev.sluice.examples.springbatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.job.Job;
import dev.sluice.examples.demo.LettersFormTest;
import dev.sluice.examples.demo.LettersGateway;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.SimpleJob;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobInstanceAlreadyCompleteException;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.listener.ItemWriteListener;
import org.springframework.batch.core.step.item.ChunkOrientedStep;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The letters job with Spring Batch over an HSQLDB job repository. */
@Tag("nightly")
class LettersInSpringBatchTest extends LettersFormTest {

    private static final int CONTRACTS = 2_000;

    @Override
    protected Class<?> program() {
        return Main.class;
    }

    @Override
    protected List<String> arguments(LettersGateway gateway) {
        return List.of(
                "--queues=" + gateway.queues(),
                "--database=" + gateway.databaseUrl(),
                "--file=" + letters(),
                "--date=" + LettersGateway.DATE);
    }

    @Override
    protected void prepare(DataSource database) {
        new ResourceDatabasePopulator(new ClassPathResource("org/springframework/batch/core/schema-hsqldb.sql"))
                .execute(database);
    }

    /** The letters are those of the same step without a gateway, whose processor selects for one contract after another. */
    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldWriteTheLettersOfThePlainStep() throws Exception {
        try (LettersGateway gateway = LettersGateway.start(directory.resolve("gateway"), CONTRACTS)) {
            prepare(gateway.database());
            final Path plain = directory.resolve("plain.txt");
            PlainStep.run(gateway.database(), plain, LettersGateway.DATE);
            gateway.assertDone(plain);
            gateway.forgetUpdates();
            run(gateway);
            gateway.assertDone(letters());
            assertEquals(-1, Files.mismatch(plain, letters()));
        }
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGoOnBehindTheLastChunkWhenOneFailedBeforeItsCommit() throws Exception {
        // In the transaction of the chunk: its updates are done by the gateway when it is rolled back.
        restartedAfter(3, new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                throw new IllegalStateException("the commit fails");
            }
        });
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldCatchUpWithSpringWhenItEndedBetweenTheCommitAndTheMark() throws Exception {
        restartedAfter(2, new TransactionSynchronization() {
            @Override
            public int getOrder() {
                return HIGHEST_PRECEDENCE; // before that of the example
            }

            @Override
            public void afterCommit() {
                throw new IllegalStateException("ended behind the commit");
            }
        });
    }

    private void restartedAfter(int chunk, TransactionSynchronization failure) throws Exception {
        try (LettersGateway gateway = LettersGateway.start(directory.resolve("gateway"), CONTRACTS)) {
            prepare(gateway.database());
            runFailing(gateway, new ItemWriteListener<>() {
                private int chunks;

                @Override
                public void afterWrite(Chunk<? extends String> letters) {
                    if (++chunks == chunk) {
                        TransactionSynchronizationManager.registerSynchronization(failure);
                    }
                }
            });
            assertTrue(gateway.updated() < CONTRACTS, "it was done before it failed");
            run(gateway);
            gateway.assertDone(letters());
            final var done = assertThrows(InvocationTargetException.class, () -> run(gateway));
            assertEquals(
                    JobInstanceAlreadyCompleteException.class, done.getCause().getClass());
        }
    }

    /** As {@link Main} does, with a listener at the step. */
    @SuppressWarnings("unchecked")
    private void runFailing(LettersGateway gateway, ItemWriteListener<String> failure) throws Exception {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new SimpleCommandLinePropertySource(
                            arguments(gateway).toArray(new String[0])));
            context.register(LettersInSpringBatch.class);
            context.refresh();
            final SimpleJob job = context.getBean(SimpleJob.class);
            ((ChunkOrientedStep<?, String>) job.getStep("letters")).registerItemWriteListener(failure);
            final var execution = context.getBean(JobOperator.class)
                    .start(
                            job,
                            new JobParametersBuilder()
                                    .addString("date", LettersGateway.DATE.toString())
                                    .toJobParameters());
            assertEquals(BatchStatus.FAILED, execution.getStatus());
            assertFalse(context.getBean(Job.class).isEnded());
        }
    }
}
