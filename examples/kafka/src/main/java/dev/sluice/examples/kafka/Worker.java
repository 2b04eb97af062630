package dev.sluice.examples.kafka;

import dev.sluice.examples.demo.Screen;
import dev.sluice.service.Main;
import dev.sluice.testsupport.OwnJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The gateway of a lane in a JVM of its own. Like under a supervisor, it is started again when it ends, until this is closed. Any thread. */
final class Worker implements AutoCloseable {

    /** Compiled once: what lives for a minute spends half its time on optimizing otherwise. */
    private static final List<String> OPTIONS =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError");

    private static final long PAUSE_SECONDS = 1;
    private static final long SHORT_LIFE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_SHORT_LIVES = 5;

    private final int lane;
    private final Path config;
    private final Screen screen;
    private final Consumer<String> gaveUp;
    private OwnJvm gateway;
    private long startNanos;
    private int shortLives;
    private boolean closed;

    /**
     * Starts it.
     *
     * @param gaveUp hears, on another thread, why it is not started any more
     */
    Worker(int lane, Path config, Screen screen, Consumer<String> gaveUp) throws IOException {
        this.lane = lane;
        this.config = config;
        this.screen = screen;
        this.gaveUp = gaveUp;
        start();
    }

    /** Starts it, when it has ended. */
    synchronized void start() throws IOException {
        startNanos = System.nanoTime();
        final OwnJvm started = OwnJvm.start(
                "the gateway of lane " + lane,
                config.resolveSibling("gateway-" + lane + ".log"),
                OPTIONS,
                Main.class.getName(),
                List.of("run", "--config", config.toString()));
        gateway = started;
        started.onDeath(described -> died(started, described));
    }

    /** Kills it as {@code kill -9} does; it is not started again by itself then. */
    synchronized void kill() {
        gateway.kill();
    }

    private synchronized void died(OwnJvm dead, String described) {
        if (closed) {
            return;
        }
        shortLives = System.nanoTime() - startNanos < SHORT_LIFE_NANOS ? shortLives + 1 : 0;
        if (shortLives == MOST_SHORT_LIVES) {
            gaveUp.accept(described);
            return;
        }
        CompletableFuture.delayedExecutor(PAUSE_SECONDS, TimeUnit.SECONDS).execute(() -> startAfter(dead));
    }

    private synchronized void startAfter(OwnJvm dead) {
        try {
            if (!closed && gateway == dead) {
                final Process ended = dead.process();
                screen.line("The gateway of lane " + lane + " (process " + ended.pid() + ") ended with status "
                        + ended.exitValue() + ", and is started again.");
                start();
            }
        } catch (final IOException e) {
            gaveUp.accept("the gateway of lane " + lane + " cannot be started: " + e.getMessage());
        }
    }

    synchronized long pid() {
        return gateway.process().pid();
    }

    @Override
    public synchronized void close() {
        closed = true;
        gateway.close();
    }
}
