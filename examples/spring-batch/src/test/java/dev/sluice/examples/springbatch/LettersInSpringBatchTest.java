package dev.sluice.examples.springbatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.job.Job;
import dev.sluice.examples.demo.LettersFormTest;
import dev.sluice.examples.demo.LettersGateway;
import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ChunkListener;
import org.springframework.batch.core.JobParametersBuilder;
import org.springframework.batch.core.job.SimpleJob;
import org.springframework.batch.core.launch.JobLauncher;
import org.springframework.batch.core.repository.JobInstanceAlreadyCompleteException;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.tasklet.TaskletStep;
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

    /** Spring restarts no execution that it takes to be running. */
    @Override
    protected void recover(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (final String table : List.of("BATCH_JOB_EXECUTION", "BATCH_STEP_EXECUTION")) {
                assertEquals(
                        1,
                        statement.executeUpdate("UPDATE " + table + " SET STATUS = 'FAILED', EXIT_CODE = 'FAILED',"
                                + " END_TIME = CURRENT_TIMESTAMP WHERE STATUS = 'STARTED'"));
            }
        }
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGoOnBehindTheLastChunkWhenOneFailedBeforeItsCommit() throws Exception {
        restartedAfter(new ChunkListener() {
            private int chunks;

            @Override
            public void beforeChunk(ChunkContext context) {
                // In the transaction of the chunk: its updates are done by the gateway when it is rolled back.
                if (++chunks == 3) {
                    TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                        @Override
                        public void beforeCommit(boolean readOnly) {
                            throw new IllegalStateException("the commit fails");
                        }
                    });
                }
            }
        });
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldCatchUpWithSpringWhenItEndedBetweenTheCommitAndTheMark() throws Exception {
        restartedAfter(new ChunkListener() {
            private int chunks;

            @Override
            public void afterChunk(ChunkContext context) { // before that of the example, which came first
                if (++chunks == 2) {
                    throw new IllegalStateException("ended behind the commit");
                }
            }
        });
    }

    private void restartedAfter(ChunkListener failure) throws Exception {
        try (LettersGateway gateway = LettersGateway.start(directory.resolve("gateway"), CONTRACTS)) {
            prepare(gateway.database());
            runFailing(gateway, failure);
            assertTrue(gateway.updated() < CONTRACTS, "it was done before it failed");
            run(gateway);
            gateway.assertDone(letters());
            final var done = assertThrows(InvocationTargetException.class, () -> run(gateway));
            assertEquals(
                    JobInstanceAlreadyCompleteException.class, done.getCause().getClass());
        }
    }

    /** As {@link Main} does, with a listener at the step. */
    private void runFailing(LettersGateway gateway, ChunkListener failure) throws Exception {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new SimpleCommandLinePropertySource(
                            arguments(gateway).toArray(new String[0])));
            context.register(LettersInSpringBatch.class);
            context.refresh();
            final SimpleJob job = context.getBean(SimpleJob.class);
            ((TaskletStep) job.getStep("letters")).registerChunkListener(failure);
            final var execution = context.getBean(JobLauncher.class)
                    .run(
                            job,
                            new JobParametersBuilder()
                                    .addString("date", LettersGateway.DATE.toString())
                                    .toJobParameters());
            assertEquals(BatchStatus.FAILED, execution.getStatus());
            assertFalse(context.getBean(Job.class).isEnded());
        }
    }
}
