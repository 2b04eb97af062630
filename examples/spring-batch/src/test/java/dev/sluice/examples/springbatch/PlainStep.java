package dev.sluice.examples.springbatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.examples.letters.Customer;
import dev.sluice.examples.letters.Letter;
import java.nio.file.Path;
import java.time.LocalDate;
import javax.sql.DataSource;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.support.ResourcelessJobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.file.builder.FlatFileItemWriterBuilder;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** The step as it is written without a gateway. */
final class PlainStep {

    private PlainStep() {}

    static void run(DataSource database, Path file, LocalDate date) throws Exception {
        final var repository = new ResourcelessJobRepository();
        final var dao = new JdbcTemplate(database);
        try (Contracts contracts = Contracts.read(database)) {
            final var step = new StepBuilder("letters", repository)
                    .<Contract, String>chunk(500)
                    .transactionManager(new JdbcTransactionManager(database))
                    .reader(() -> contracts.hasNext() ? contracts.next() : null)
                    .processor(contract -> {
                        final Customer customer = dao.queryForObject(
                                "SELECT first_name, last_name FROM customer WHERE id = ?",
                                new DataClassRowMapper<>(Customer.class),
                                contract.customerId());
                        final Address address = dao.queryForObject(
                                "SELECT street, postcode, city FROM address WHERE id = ?",
                                new DataClassRowMapper<>(Address.class),
                                contract.addressId());
                        dao.update("UPDATE contract SET last_letter = ? WHERE id = ?", date, contract.id());
                        return Letter.compose(contract, customer, address, date);
                    })
                    .writer(new FlatFileItemWriterBuilder<String>()
                            .name("letters")
                            .resource(new FileSystemResource(file))
                            .lineAggregator(letter -> letter)
                            .lineSeparator("")
                            .build())
                    .build();
            final var operator = new TaskExecutorJobOperator();
            operator.setJobRepository(repository);
            operator.setJobRegistry(new MapJobRegistry());
            operator.afterPropertiesSet();
            final var job = new JobBuilder("plain", repository).start(step).build();
            assertEquals(
                    BatchStatus.COMPLETED,
                    operator.start(job, new JobParameters()).getStatus());
        }
    }
}
