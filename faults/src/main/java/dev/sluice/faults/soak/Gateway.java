package dev.sluice.faults.soak;

import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Child;
import dev.sluice.service.Main;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.WrongClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The gateway of a pair of queues: a process, then others that follow it. One thread. */
final class Gateway implements AutoCloseable {

    private final String name;
    private final Surroundings surroundings;
    private final Optional<WrongClock> clock;
    private final Supplier<GatewayYaml> config;
    private Child child;
    private boolean down;
    private int number;

    /**
     * Starts it.
     *
     * @param config another one for each start
     */
    Gateway(String name, Surroundings surroundings, Optional<WrongClock> clock, Supplier<GatewayYaml> config)
            throws IOException {
        this.name = name;
        this.surroundings = surroundings;
        this.clock = clock;
        this.config = config;
        this.child = begin();
    }

    private Child begin() throws IOException {
        number++;
        final String life = "gateway " + name + (number == 1 ? "" : " " + number);
        final Path yaml =
                config.get().write(surroundings.directory().resolve("gateway-%s-%04d.yaml".formatted(name, number)));
        return surroundings.start(life, clock, Main.class, List.of("run", "--config", yaml.toString()), line -> {});
    }

    /** Looks whether it lives. */
    void look() throws IOException {
        if (!down && !child.isAlive()) {
            surroundings.findings().add(Kind.DIED, child.described());
        }
    }

    boolean isUp() {
        return !down;
    }

    /** Ends it by SIGKILL, until {@link #start}. */
    void kill() throws IOException, InterruptedException {
        down = true;
        if (!child.kill()) {
            surroundings.findings().add(Kind.DIED, child.described());
        }
    }

    /** Tells it to end in order. */
    void tell() {
        down = true;
        child.process().destroy();
    }

    boolean isGone() {
        return !child.isAlive();
    }

    /** Waits for the end of one that was told so. */
    void awaitEnd() throws IOException, InterruptedException {
        try (Child process = child) {
            if (!process.stop()) {
                surroundings.findings().add(Kind.DIED, "it was to stop in order: " + process.described());
            }
        }
    }

    void start() throws IOException {
        child = begin();
        down = false;
    }

    String described() throws IOException {
        return child.described();
    }

    @Override
    public void close() {
        child.close();
    }
}
