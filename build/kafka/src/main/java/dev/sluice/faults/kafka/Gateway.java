package dev.sluice.faults.kafka;

import dev.sluice.faults.kill.Child;
import dev.sluice.service.Main;
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

/** A gateway that shares the lanes under its name: a process, then others that take its place. One thread. */
final class Gateway implements AutoCloseable {

    /** How it is. */
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
     * Starts it.
     *
     * @param links those that the configurations name
     * @param config another one for each start
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
        return Child.start(
                "gateway " + name, log, "", Main.class, List.of("run", "--config", yaml.toString()), line -> {});
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

    /** Which of its processes it is, from 1. */
    int number() {
        return number;
    }

    /** Whether it ended by itself. */
    boolean isDead() {
        return (state == State.RUNS || state == State.PAUSED) && !child.isAlive();
    }

    boolean hasEnded() {
        return !child.isAlive();
    }

    /** Returns whether it lived until then. */
    boolean kill() throws InterruptedException {
        state = State.DOWN;
        return child.kill();
    }

    void start() throws IOException {
        child = begin();
    }

    void pause() throws IOException, InterruptedException {
        child.pause();
        state = State.PAUSED;
    }

    void proceed() throws IOException, InterruptedException {
        child.proceed();
        state = State.RUNS;
    }

    /** Tells it to end. */
    void tell() {
        state = State.ENDING;
        child.process().destroy();
    }

    /** Returns whether a process that was told to end did so in order. */
    boolean endedInOrder() throws InterruptedException {
        state = State.DOWN;
        return child.stop();
    }

    /** What its process has said. */
    LaneLog said() {
        try {
            return new LaneLog(Files.readAllLines(log));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What its processes have said. */
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

    /** The lanes that it has, as it said. */
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
