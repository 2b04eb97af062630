package dev.sluice.perf.micro;

import dev.sluice.api.FuturesOptions;
import dev.sluice.api.FuturesOptions.Pausing;
import dev.sluice.service.IdleStrategy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** A lookup that is alone in its chunk, from the call to its row, with two kinds of pausers in the client and the gateway. */
public class LoneLookupBenchmark extends Queues {

    /** The pausing of the client's reading thread and of the gateway while they wait. */
    @Param({"BUSY", "BALANCED"})
    public Pausing pausers;

    private FormBenchmark.Customers customers;
    private long key;

    @Override
    void prepare() {
        final IdleStrategy idle = pausers == Pausing.BUSY ? IdleStrategy.busy() : IdleStrategy.balanced();
        opened.add(startLoop(path, 1, idle));
        customers = client.futures(FuturesOptions.on(Runnable::run).withPausing(pausers))
                .declare(FormBenchmark.Customers.class);
        customers.customer(0); // waits until the gateway is open
    }

    @Benchmark
    public String loneLookup() {
        return customers.customer(++key).firstName();
    }
}
