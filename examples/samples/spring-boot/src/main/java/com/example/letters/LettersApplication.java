package com.example.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.client.job.JobOptions;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.StepContribution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.repeat.RepeatStatus;
import org.springframework.batch.support.transaction.ResourcelessTransactionManager;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/** Writes a letter for each contract, in one step of Spring Batch. */
@SpringBootApplication
public class LettersApplication {

    public static void main(String[] args) {
        System.exit(SpringApplication.exit(SpringApplication.run(LettersApplication.class, args)));
    }

    /** The unchanged DAO, which sends its statements through the gateway's DataSource. */
    @Bean
    LetterDao letterDao(@Qualifier("sluiceDataSource") DataSource gateway) {
        return new LetterDao(new JdbcTemplate(gateway));
    }

    /** The step has no transaction of its own, so no transaction is open while the letters are written. */
    @Bean
    Job letters(JobRepository repository, Letters letters) {
        final var step = new StepBuilder("letters", repository)
                .tasklet(letters, new ResourcelessTransactionManager())
                .build();
        return new JobBuilder("letters", repository).start(step).build();
    }

    @Bean
    Letters lettersTasklet(GatewayClient client, LetterDao dao, @Value("${letters.file}") Path file) {
        return new Letters(client, dao, file);
    }

    /** The run's name is Spring Batch's parameter {@code day}. After a kill, a start with the same day continues the run. */
    record Letters(GatewayClient client, LetterDao dao, Path file)
            implements org.springframework.batch.core.step.tasklet.Tasklet {

        @Override
        public RepeatStatus execute(StepContribution step, ChunkContext context) {
            final String day = context.getStepContext().getJobParameters().get("day").toString();
            // Spring itself refuses to start a job again that is complete.
            final JobOptions options = JobOptions.DEFAULTS.allowingStartIfEnded();
            try (dev.sluice.client.job.Job run = client.job("letters", day, options)) {
                final JobReport report = run.run(
                        dao.contracts(),
                        contract -> Long.toString(contract.id()),
                        (contract, gateway) -> dao.letter(contract, day),
                        FileSink.lines(file));
                step.incrementWriteCount(report.items());
            }
            return RepeatStatus.FINISHED;
        }
    }
}
