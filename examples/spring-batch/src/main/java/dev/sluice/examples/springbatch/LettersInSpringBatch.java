package dev.sluice.examples.springbatch;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.JobOptions;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.LettersDatabase;
import java.nio.file.Path;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.integration.async.AsyncItemWriter;
import org.springframework.batch.item.file.builder.FlatFileItemWriterBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * The letters job as a chunk-oriented step. The processor returns futures, and a writer of Spring waits for the futures of a
 * chunk. Spring's tables are in the database of the contracts, and Spring decides where a restarted step continues.
 */
@Configuration
@EnableBatchProcessing
@Import({ContractReader.class, LetterProcessor.class})
class LettersInSpringBatch {

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
            AsyncItemWriter<String> file) {
        final var step = new StepBuilder("letters", repository)
                .<Contract, Future<String>>chunk(500, transactions)
                .reader(contracts)
                .processor(letters) // Spring calls it as a listener, too: it writes a mark after each commit
                .writer(file)
                .build();
        return new JobBuilder("letters", repository).start(step).build();
    }

    @Bean
    AsyncItemWriter<String> file(@Value("${file}") Path file) {
        final var letters = new FlatFileItemWriterBuilder<String>().name("letters");
        letters.resource(new FileSystemResource(file))
                .lineAggregator(letter -> letter)
                .lineSeparator("");
        final var waiting = new AsyncItemWriter<String>();
        waiting.setDelegate(letters.build());
        return waiting;
    }
}
