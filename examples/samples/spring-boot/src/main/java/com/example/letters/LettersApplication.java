package com.example.letters;

import com.example.letters.LetterDao.Contract;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.batch.infrastructure.item.database.JdbcCursorItemReader;
import org.springframework.batch.infrastructure.item.database.builder.JdbcCursorItemReaderBuilder;
import org.springframework.batch.infrastructure.item.file.FlatFileItemWriter;
import org.springframework.batch.infrastructure.item.file.builder.FlatFileItemWriterBuilder;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/** Writes a letter for each contract, in a chunk-oriented step of Spring Batch. */
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

    /** The executor calls the processor for the contracts of a chunk at a time, so that a call of the gateway has many of them. */
    @Bean
    Job letters(
            JobRepository repository,
            PlatformTransactionManager transactions,
            JdbcCursorItemReader<Contract> contracts,
            ItemProcessor<Contract, String> letters,
            FlatFileItemWriter<String> file,
            AsyncTaskExecutor threads) {
        final var step = new StepBuilder("letters", repository)
                .<Contract, String>chunk(100)
                .transactionManager(transactions)
                .reader(contracts)
                .processor(letters)
                .writer(file)
                .taskExecutor(threads)
                .build();
        return new JobBuilder("letters", repository).start(step).build();
    }

    @Bean
    JdbcCursorItemReader<Contract> contracts(@Qualifier("sluiceDataSource") DataSource gateway) {
        return new JdbcCursorItemReaderBuilder<Contract>()
                .name("contracts")
                .dataSource(gateway)
                .sql("SELECT id, customer_id FROM contract ORDER BY id")
                .dataRowMapper(Contract.class)
                .connectionAutoCommit(true) // each statement through a gateway is a transaction of its own
                .build();
    }

    @Bean
    @StepScope
    ItemProcessor<Contract, String> letter(LetterDao dao, @Value("#{jobParameters['day']}") String day) {
        return contract -> dao.letter(contract, day);
    }

    @Bean
    FlatFileItemWriter<String> file(@Value("${letters.file}") Path file) {
        return new FlatFileItemWriterBuilder<String>()
                .name("file")
                .resource(new FileSystemResource(file))
                .lineAggregator(letter -> letter)
                .build();
    }

    /** Nobody else runs this job, so an execution that Spring takes to be running was killed: it can be restarted. */
    @Bean
    @Order(-1)
    ApplicationRunner killed(JobRepository repository, JobOperator operator) {
        return arguments -> repository.findRunningJobExecutions("letters").forEach(operator::recover);
    }
}
