package dev.sluice.examples.demo;

import java.io.IOException;

/** The demo's gateway, which is started in a new process after each kill. Thread-safe. */
final class DemoGateway implements AutoCloseable {

    private final DemoDirectory directory;
    private final Thread atWork = Thread.currentThread();
    private OwnedProcess process;

    /**
     * Starts the gateway. The calling thread is interrupted if the process ends without being stopped or killed by this class.
     */
    DemoGateway(DemoDirectory directory) throws IOException {
        this.directory = directory;
        this.process = start();
    }

    private OwnedProcess start() throws IOException {
        return OwnedProcess.gateway(directory, atWork::interrupt);
    }

    /** Kills the gateway and starts a new one, as {@link Kills.Victim} requires; returns a name for the killed process. */
    synchronized String killAndStart() throws IOException {
        final long pid = process.pid();
        process.killUntold();
        process = start();
        return "the gateway (process " + pid + ")";
    }

    synchronized boolean isAlive() {
        return process.isAlive();
    }

    /** Returns an exception that describes how the process ended, as {@link OwnedProcess#death} does. */
    synchronized DemoException death(String when) throws IOException {
        return process.death(when);
    }

    @Override
    public synchronized void close() throws IOException {
        process.close();
    }
}
