package dev.sluice.perf.letters;

import dev.sluice.client.loop.Pipeline;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersVariant;
import java.util.Iterator;
import java.util.concurrent.Callable;

/**
 * A gateway for letters, with its own queues. For each contract the job writes two lookups with one key each: the customer and
 * the address. The gateway runs while a variant of the letters job is open. When the next variant is opened, the gateway starts
 * again on the same queues. Not thread-safe.
 *
 * @param starting starts the gateway
 */
record LettersGateway(Callable<Service> starting) {

    /** The maximum number of unanswered lookups of a pipeline. */
    static final int AHEAD = 10_000;

    static final boolean VIRTUAL_THREADS = Runtime.version().feature() >= 21;

    /** Opens the variant with a pipeline on one thread. */
    LettersVariant pipeline() throws Exception {
        return new Pipelined(starting.call());
    }

    private record Pipelined(Service gateway) implements LettersVariant {

        @Override
        public void write(Iterator<Contract> contracts, Letters letters) throws Exception {
            gateway.jvm()
                    .whileAlive(() -> Pipeline.over(gateway.client())
                            .withAhead(AHEAD)
                            .run(
                                    () -> contracts,
                                    (contract, ask) -> {
                                        ask.lookup("customer", contract.customerId());
                                        ask.lookup("address", contract.addressId());
                                    },
                                    (contract, answers) -> letters.write(
                                            contract,
                                            answers.only(0, Customer.class),
                                            answers.only(1, Address.class))));
        }

        @Override
        public void close() {
            gateway.close();
        }
    }
}
