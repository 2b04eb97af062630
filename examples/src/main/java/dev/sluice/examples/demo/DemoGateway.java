package dev.sluice.examples.demo;

import dev.sluice.service.Main;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;

/** The demo's gateway, which is started in a new process after each kill. Thread-safe. */
final class DemoGateway implements AutoCloseable {

    private final DemoDirectory directory;
    private final Thread atWork = Thread.currentThread();
    private Child process;

    /**
     * Starts the gateway. The calling thread is interrupted if the process ends without being stopped or killed by this class.
     */
    DemoGateway(DemoDirectory directory) throws IOException {
        this.directory = directory;
        this.process = start();
    }

    private Child start() throws IOException {
        final Child started = start(directory);
        started.onDeath(how -> atWork.interrupt());
        return started;
    }

    /** Starts the gateway's process, which uses the demo's configuration. */
    static Child start(DemoDirectory directory) throws IOException {
        Files.deleteIfExists(directory.gatewaySummary());
        return Program.java(
                        Main.class,
                        "run",
                        "--config",
                        directory.gatewayConfig(),
                        "--summary",
                        directory.gatewaySummary())
                .named("the gateway")
                .log(directory.file("gateway.log"))
                .start();
    }

    /** Kills the gateway and starts a new one, as {@link Kills.Victim} requires; returns a name for the killed process. */
    synchronized String killAndStart() throws IOException {
        final long pid = process.pid();
        process.kill();
        process = start();
        return "the gateway (process " + pid + ")";
    }

    synchronized boolean isAlive() {
        return process.isAlive();
    }

    /** Returns an exception that describes an unexpected end of the gateway, with the last lines of its log. */
    synchronized DemoException death(String when) {
        return new DemoException(
                when + ", " + process.described() + "\nNothing is lost. To continue, run ./sluice demo again.",
                DemoException.GATEWAY_DIED);
    }

    @Override
    public synchronized void close() {
        process.stop();
    }
}
