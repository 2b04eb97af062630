package dev.sluice.faults.kafka;

import dev.sluice.faults.kill.KilledProgram;
import dev.sluice.service.Main;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A gateway that shares the lanes with other gateways. Its member name stays the same, but each start creates a new process. Not
 * thread-safe.
 */
final class Gateway implements AutoCloseable {

    /** The state of the current process. */
    enum State {
        RUNS,
        PAUSED,
        ENDING,
        DOWN
    }

    private final String name;
    private final Path directory;
    private final Links links;
    private final Supplier<GatewayYaml> config;
    private State state = State.DOWN;
    private int number;
    private Path log;
    private Child child;

    /**
     * Starts the first process.
     *
     * @param links the links through which the gateway reaches the brokers and the database
     * @param config creates a new configuration for each start
     */
    Gateway(String name, Path directory, Links links, Supplier<GatewayYaml> config) throws IOException {
        this.name = name;
        this.directory = directory;
        this.links = links;
        this.config = config;
        this.log = directory;
        this.child = begin();
    }

    private Child begin() throws IOException {
        final String files = "gateway-%s-%04d".formatted(name, ++number);
        final Path yaml = config.get().with("queues.member", name).write(directory.resolve(files + ".yaml"));
        log = Files.createFile(directory.resolve(files + ".log"));
        state = State.RUNS;
        return KilledProgram.of("gateway " + name, log, "", Main.class, "run", "--config", yaml)
                .start();
    }

    String name() {
        return name;
    }

    Links links() {
        return links;
    }

    State state() {
        return state;
    }

    /** The number of the current process, counted from 1. */
    int number() {
        return number;
    }

    /** Whether the process has ended although nobody killed it or told it to end. */
    boolean isDead() {
        return (state == State.RUNS || state == State.PAUSED) && !child.isAlive();
    }

    boolean hasEnded() {
        return !child.isAlive();
    }

    /** Kills the process, and returns whether it was still alive. */
    boolean kill() throws InterruptedException {
        state = State.DOWN;
        return child.kill();
    }

    void start() throws IOException {
        child = begin();
    }

    void pause() throws IOException, InterruptedException {
        child.signal("STOP");
        state = State.PAUSED;
    }

    void proceed() throws IOException, InterruptedException {
        child.signal("CONT");
        state = State.RUNS;
    }

    /** Tells the process to end, and does not wait until it has ended. */
    void tell() {
        state = State.ENDING;
        child.process()
                .toHandle()
                .destroy(); // Process.destroy would close the input, too, and thereby end the process at once
    }

    /** Waits until a process that was told to end has ended, and returns whether it ended normally. */
    boolean endedInOrder() throws InterruptedException {
        state = State.DOWN;
        return child.stop() == Child.TERMINATED;
    }

    /** The log of the current process. */
    LaneLog said() {
        try {
            return new LaneLog(Files.readAllLines(log));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The logs of all processes of this gateway. */
    List<LaneLog> all() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            final List<LaneLog> all = new ArrayList<>();
            for (final Path file : files.filter(this::isMine).toList()) {
                all.add(new LaneLog(Files.readAllLines(file)));
            }
            return all;
        }
    }

    private boolean isMine(Path file) {
        return file.getFileName().toString().matches("gateway-" + name + "-\\d+\\.log");
    }

    /** The lanes that the gateway has, according to the log of its current process. */
    Set<Integer> lanes() {
        return said().lanes();
    }

    String described() throws IOException {
        return child.described();
    }

    @Override
    public void close() {
        child.close();
    }
}
