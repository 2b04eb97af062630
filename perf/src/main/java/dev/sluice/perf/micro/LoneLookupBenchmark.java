package dev.sluice.perf.micro;

import dev.sluice.api.FuturesOptions;
import dev.sluice.api.FuturesOptions.Pausing;
import dev.sluice.service.IdleStrategy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** A lookup that nothing shares a chunk with, from the call to its row, by the pausers of client and gateway. */
public class LoneLookupBenchmark extends Queues {

    /** How the client's reading thread and the gateway wait. */
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
        customers.customer(0); // the gateway is open
    }

    @Benchmark
    public String loneLookup() {
        return customers.customer(++key).firstName();
    }
}
