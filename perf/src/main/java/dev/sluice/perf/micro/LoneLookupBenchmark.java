package dev.sluice.perf.micro;

import dev.sluice.api.FuturesOptions;
import dev.sluice.api.FuturesOptions.Pausing;
import dev.sluice.service.IdleStrategy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * Measures a lookup that is alone in its chunk, from the method call to the returned row. The client and the gateway use one of
 * two pausers, which decide how a thread waits for work.
 */
public class LoneLookupBenchmark extends Queues {

    /** How the client's reading thread and the gateway wait: they spin, or they also yield and sleep. */
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
