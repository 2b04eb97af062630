package dev.sluice.examples.springbatch;

import dev.sluice.examples.springbatch.ContractReader.BegunContract;
import java.nio.file.Path;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.configuration.annotation.EnableJdbcJobRepository;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.listener.ItemWriteListener;
import org.springframework.batch.core.listener.StepExecutionListener;
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

/**
 * The letters job as a chunk-oriented step. The contracts of a chunk are processed on the threads of a task executor, and Spring
 * writes their letters in the order of the contracts. Spring's tables are in the database of the contracts, and Spring decides
 * where a restarted step continues.
 */
@Configuration
@EnableBatchProcessing
@EnableJdbcJobRepository
@Import({ContractReader.class, LetterProcessor.class, RunMarks.class, StepResources.class})
class LettersInSpringBatch {

    static final int CHUNK = 500;

    @Bean
    Job letters(
            JobRepository repository,
            JdbcTransactionManager transactions,
            ContractReader contracts,
            RunMarks marks,
            LetterProcessor letters,
            FlatFileItemWriter<String> file,
            AsyncTaskExecutor threads) {
        final var step = new StepBuilder("letters", repository)
                .<BegunContract, String>chunk(CHUNK)
                .transactionManager(transactions)
                .reader(contracts)
                .processor(letters)
                .writer(file)
                .taskExecutor(threads)
                .listener((ItemWriteListener<String>) marks)
                .listener((StepExecutionListener) marks)
                .build();
        return new JobBuilder("letters", repository).start(step).build();
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
