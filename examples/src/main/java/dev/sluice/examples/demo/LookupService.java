package dev.sluice.examples.demo;

import dev.sluice.examples.rest.LookupServerProgram;
import dev.sluice.testsupport.JavaCommand;
import dev.sluice.testsupport.LocalPorts;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A service in a JVM of its own, that answers lookups in one table. Like under a service manager, it is started again
 * when it ends, at the same place, until it is closed. Any thread.
 */
final class LookupService implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final String name;
    private final String columns;
    private final List<String> more;
    private final DemoDirectory directory;
    private final DemoDatabase database;
    private final Screen screen;
    private final int port = LocalPorts.free();
    private final ScheduledExecutorService restarts = Executors.newSingleThreadScheduledExecutor(task -> {
        final Thread thread = new Thread(task, "service-restarts");
        thread.setDaemon(true);
        return thread;
    });

    private OwnedProcess process;
    private Duration pause = PAUSE;
    private boolean closed;

    private LookupService(
            String name,
            String columns,
            List<String> more,
            DemoDirectory directory,
            DemoDatabase database,
            Screen screen) {
        this.name = name;
        this.columns = columns;
        this.more = more;
        this.directory = directory;
        this.database = database;
        this.screen = screen;
    }

    /**
     * Starts the service for that table, which has the name of the service and the key {@code id}.
     *
     * @param more options for its program
     */
    static LookupService start(
            String name,
            String columns,
            List<String> more,
            DemoDirectory directory,
            DemoDatabase database,
            Screen screen)
            throws IOException {
        final LookupService service = new LookupService(name, columns, more, directory, database, screen);
        service.startProcess();
        return service;
    }

    private synchronized void startProcess() throws IOException {
        if (closed) {
            return;
        }
        final List<String> arguments = new ArrayList<>(List.of(
                "--port",
                Integer.toString(port),
                "--url",
                database.url(),
                "--user",
                database.user(),
                "--lookup",
                name + ":id:" + columns));
        arguments.addAll(more);
        process = OwnedProcess.start(
                JavaCommand.of(LookupServerProgram.class.getName(), arguments),
                directory.serviceLog(name),
                directory.servicePid(name),
                this::ended);
        screen.line("The " + name + " service is process " + process.pid() + ", at " + url());
    }

    private synchronized void ended() {
        if (!closed) {
            screen.line("The " + name + " service (process " + process.pid() + ") ended; it is started again in "
                    + pause.toSeconds() + " s.");
            restarts.schedule(this::startAgain, pause.toMillis(), TimeUnit.MILLISECONDS);
            pause = PAUSE;
        }
    }

    private void startAgain() {
        try {
            startProcess();
        } catch (final IOException e) {
            screen.error("cannot start the " + name + " service: " + e.getMessage());
        }
    }

    /** Kills it, and has it stay away for that long. */
    synchronized void goAway(Duration outage) {
        pause = outage;
        process.kill();
    }

    String name() {
        return name;
    }

    /** Where it answers. */
    URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public void close() throws IOException {
        restarts.shutdownNow();
        synchronized (this) {
            closed = true;
            process.close();
        }
    }
}
