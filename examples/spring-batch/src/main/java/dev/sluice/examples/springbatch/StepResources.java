package dev.sluice.examples.springbatch;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobOptions;
import dev.sluice.examples.letters.LettersDatabase;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** What the step needs: the database, the client of the gateway with the run, and threads. */
@Configuration
class StepResources {

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
    Job run(GatewayClient client, @Value("${date}") String date) {
        // Spring itself refuses an execution that is done.
        return client.job("letters", date, JobOptions.DEFAULTS.allowingStartIfEnded());
    }

    /** A thread for each contract of a chunk. Most of them wait. */
    @Bean
    ThreadPoolTaskExecutor threads() {
        final var threads = new ThreadPoolTaskExecutor();
        threads.setCorePoolSize(LettersInSpringBatch.CHUNK);
        return threads;
    }
}
