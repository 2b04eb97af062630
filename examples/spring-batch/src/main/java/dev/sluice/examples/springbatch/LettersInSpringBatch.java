package dev.sluice.examples.springbatch;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.JobOptions;
import dev.sluice.examples.letters.LettersDatabase;
import dev.sluice.examples.springbatch.ContractReader.BegunContract;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.configuration.annotation.EnableJdbcJobRepository;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.file.FlatFileItemWriter;
import org.springframework.batch.infrastructure.item.file.builder.FlatFileItemWriterBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * The letters job as a chunk-oriented step. The contracts of a chunk are processed on the threads of a task executor, and Spring
 * writes their letters in the order of the contracts. Spring's tables are in the database of the contracts, and Spring decides
 * where a restarted step continues.
 */
@Configuration
@EnableBatchProcessing
@EnableJdbcJobRepository
@Import({ContractReader.class, LetterProcessor.class})
class LettersInSpringBatch {

    private static final int CHUNK = 500;

    @Bean
    DataSource dataSource(@Value("${database}") String url) {
        return LettersDatabase.at(url);
    }

    @Bean
    JdbcTransactionManager transactionManager(DataSource database) {
        return new JdbcTransactionManager(database);
    }

    @Bean
    GatewayClient client(@Value("${queues}") Path queues) {
        return GatewayClient.open(queues);
    }

    @Bean
    dev.sluice.client.job.Job run(GatewayClient client, @Value("${date}") String date) {
        // Spring itself refuses an execution that is done.
        return client.job("letters", date, JobOptions.DEFAULTS.allowingStartIfEnded());
    }

    @Bean
    Job letters(
            JobRepository repository,
            JdbcTransactionManager transactions,
            ContractReader contracts,
            LetterProcessor letters,
            FlatFileItemWriter<String> file,
            AsyncTaskExecutor threads) {
        final var step = new StepBuilder("letters", repository)
                .<BegunContract, String>chunk(CHUNK)
                .transactionManager(transactions)
                .reader(contracts) // Spring calls it as a listener, too: it writes a mark after each commit
                .processor(letters)
                .writer(file)
                .taskExecutor(threads)
                .build();
        return new JobBuilder("letters", repository).start(step).build();
    }

    /** A thread for each contract of a chunk. Most of them wait. */
    @Bean
    ThreadPoolTaskExecutor threads() {
        final var threads = new ThreadPoolTaskExecutor();
        threads.setCorePoolSize(CHUNK);
        return threads;
    }

    @Bean
    FlatFileItemWriter<String> file(@Value("${file}") Path file) {
        return new FlatFileItemWriterBuilder<String>()
                .name("letters")
                .resource(new FileSystemResource(file))
                .lineAggregator(letter -> letter)
                .lineSeparator("")
                .build();
    }
}
