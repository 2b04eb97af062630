package dev.sluice.perf.micro;

import dev.sluice.api.FuturesOptions;
import dev.sluice.api.FuturesOptions.Pausing;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.lab.Opened;
import dev.sluice.service.IdleStrategy;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A lookup that nothing shares a chunk with, from the call to its row, by the pausers of client and gateway. */
@State(Scope.Thread)
public class LoneLookupBenchmark {

    /** Where queues are made. */
    @Param("")
    public String directory;

    /** How the client's reading thread and the gateway wait. */
    @Param({"BUSY", "BALANCED"})
    public Pausing pausers;

    private Path path;
    private final Opened opened = new Opened();
    private FormBenchmark.Customers customers;
    private long key;

    @Setup
    public void open() throws IOException {
        path = Files.createTempDirectory(Path.of(directory).toAbsolutePath(), "lone-");
        final GatewayClient client = opened.add(GatewayClient.open(path));
        final IdleStrategy idle = pausers == Pausing.BUSY ? IdleStrategy.busy() : IdleStrategy.balanced();
        opened.add(Queues.startLoop(path, 1, idle));
        customers = client.futures(FuturesOptions.on(Runnable::run).withPausing(pausers))
                .declare(FormBenchmark.Customers.class);
        customers.customer(0); // the gateway is open
    }

    @TearDown
    public void close() throws IOException {
        opened.close();
        Trees.delete(path);
    }

    @Benchmark
    public String loneLookup() {
        return customers.customer(++key).firstName();
    }
}
