package dev.sluice.perf.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.Job.JobBody;
import dev.sluice.client.job.JobOptions;
import dev.sluice.client.job.Sink;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.jdbc.SluiceDataSource;
import dev.sluice.perf.baseline.TemplateLookups;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersVariant;
import java.util.Iterator;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Writes the letters with the {@code run} method of a restartable job. Each measurement opens its own client and starts a run
 * with a new name.
 *
 * @param body creates, for a client, the code that handles one contract (the job's body)
 */
record LettersJob(Service gateway, Function<GatewayClient, JobBody<Contract, String>> body) implements LettersVariant {

    /** The number of contracts handled at a time. With platform threads it is 256, because more threads slow each other down. */
    static final int WIDTH = LettersGateway.VIRTUAL_THREADS ? 10_000 : 256;

    /** The declared lookups. */
    interface LetterLookups {
        Customer customer(long id);

        Address address(long id);
    }

    private static final JobOptions OPTIONS = JobOptions.DEFAULTS.withLoop(MainLoop.DEFAULTS.withWidth(WIDTH));

    /** Opens the variant whose body uses only a JdbcTemplate DAO, and nothing that is specific to the gateway. */
    static LettersJob byTemplate(Service gateway) {
        return new LettersJob(gateway, client -> {
            final SluiceDataSource database = SluiceDataSource.of(client);
            final TemplateLookups dao = new TemplateLookups(new JdbcTemplate(database), database::close);
            return (contract, item) -> Letters.compose(
                    contract,
                    dao.customer(contract.customerId()).orElseThrow(),
                    dao.address(contract.addressId()).orElseThrow());
        });
    }

    /** Opens the variant whose body uses a declared interface. */
    static LettersJob byDeclared(Service gateway) {
        return new LettersJob(gateway, client -> (contract, item) -> {
            final LetterLookups asked = item.declare(LetterLookups.class);
            return Letters.compose(
                    contract, asked.customer(contract.customerId()), asked.address(contract.addressId()));
        });
    }

    @Override
    public void write(Iterator<Contract> contracts, Letters letters) throws Exception {
        gateway.jvm().whileAlive(() -> {
            try (GatewayClient client =
                            GatewayClient.openExisting(gateway.client().queues());
                    Job job = client.job("letters", UUID.randomUUID().toString(), OPTIONS)) {
                return job.run(() -> contracts, Contract::key, body.apply(client), new Written(letters));
            }
        });
    }

    @Override
    public void close() {
        gateway.close();
    }

    /** A sink without marks, which are needed only to continue a run after a crash. */
    private record Written(Letters letters) implements Sink<String> {

        @Override
        public void resume(String mark) {}

        @Override
        public void write(String letter) throws Exception {
            letters.write(letter);
        }

        @Override
        public String mark() {
            return "";
        }

        @Override
        public void close() {}
    }
}
