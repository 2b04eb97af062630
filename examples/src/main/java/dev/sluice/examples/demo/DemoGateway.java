package dev.sluice.examples.demo;

import java.io.IOException;

/** The demo's gateway: one process after another, if it is killed. Any thread. */
final class DemoGateway implements AutoCloseable {

    private final DemoDirectory directory;
    private final Thread atWork = Thread.currentThread();
    private OwnedProcess process;

    /** Starts it; this thread is interrupted if it ends before it is stopped, and was not killed here. */
    DemoGateway(DemoDirectory directory) throws IOException {
        this.directory = directory;
        this.process = start();
    }

    private OwnedProcess start() throws IOException {
        return OwnedProcess.gateway(directory, atWork::interrupt);
    }

    /** A {@link Kills.Victim}. */
    synchronized String killAndStart() throws IOException {
        final long pid = process.pid();
        process.killUntold();
        process = start();
        return "the gateway (process " + pid + ")";
    }

    synchronized boolean isAlive() {
        return process.isAlive();
    }

    /** Tells how it ended, as {@link OwnedProcess#death}. */
    synchronized DemoException death(String when) throws IOException {
        return process.death(when);
    }

    @Override
    public synchronized void close() throws IOException {
        process.close();
    }
}
