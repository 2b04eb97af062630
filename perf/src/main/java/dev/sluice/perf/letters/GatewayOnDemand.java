package dev.sluice.perf.letters;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Rows;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.load.ExpectedResults;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersOnDemand;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/** A gateway that is asked for customer and address of one contract after another; results come in that order. One thread. */
final class GatewayOnDemand implements LettersOnDemand, ExpectedResults {

    private static final int BATCH = 256;

    private final Service gateway;
    private final Requests requests;
    private final Queue<Open> open = new ArrayDeque<>();
    private Customer customer;

    private record Open(Contract contract, long customerIndex, long addressIndex, Consumer<String> done) {}

    GatewayOnDemand(Service gateway) {
        this.gateway = gateway;
        this.requests = gateway.client().requests();
    }

    @Override
    public void ask(Contract contract, Consumer<String> done) {
        final long customerIndex = requests.lookup("customer", contract.customerId());
        final long addressIndex = requests.lookup("address", contract.addressId());
        open.add(new Open(contract, customerIndex, addressIndex, done));
    }

    @Override
    public int poll() {
        return gateway.client().poll(this, BATCH);
    }

    @Override
    public void rows(RequestRef request, Rows rows) {
        final Open next = open.element();
        if (request.index() == next.customerIndex) {
            customer = rows.only().as(Customer.class);
        } else if (request.index() == next.addressIndex) {
            open.remove();
            next.done.accept(
                    Letters.compose(next.contract, customer, rows.only().as(Address.class)));
        } else {
            throw new IllegalStateException(request + " was answered, and " + next + " is due");
        }
    }

    @Override
    public void close() {
        gateway.close();
    }
}
