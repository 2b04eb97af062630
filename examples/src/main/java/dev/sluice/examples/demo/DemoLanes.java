package dev.sluice.examples.demo;

import dev.sluice.replay.Main;
import dev.sluice.testsupport.KafkaBrokers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import picocli.CommandLine.ExitCode;

/**
 * The lanes through which the job and the gateway of the demo exchange requests and results. They are either queues in the demo's
 * directory, or topics of Kafka brokers, which run in separate JVMs and store their files in the same directory.
 */
final class DemoLanes implements AutoCloseable {

    static final String START_WITH_KAFKA = "start it as ./sluice demo --transport kafka";

    private final DemoDirectory directory;
    private final Thread atWork = Thread.currentThread();
    private final AtomicReference<String> failure = new AtomicReference<>();
    private Optional<KafkaBrokers> brokers = Optional.empty();

    private DemoLanes(DemoDirectory directory) {
        this.directory = directory;
    }

    /**
     * Opens the lanes of an interrupted run, or creates new ones.
     *
     * @param count the number of brokers, or 0 if the lanes are queues
     */
    static DemoLanes open(DemoDirectory directory, int count, Screen screen) throws IOException, InterruptedException {
        final DemoLanes lanes = new DemoLanes(directory);
        if (count > 0) {
            final Path files = Files.createDirectories(directory.file("kafka"));
            screen.line("Starting " + (count == 1 ? "a broker" : count + " brokers") + " of Kafka in " + files);
            try {
                lanes.brokers = Optional.of(KafkaBrokers.start(files, count, lanes::fail));
            } catch (final IllegalStateException e) {
                throw new DemoException(e.getMessage() + needs(count), e);
            }
        }
        return lanes;
    }

    private static String needs(int count) {
        return count == 1
                ? "\nA broker, a gateway, and the job with its database need about 1 GB of memory."
                : "\n" + count + " brokers, a gateway, and the job with its database need about 2 GB of memory;"
                        + " --brokers 1 needs less.";
    }

    /** The address of the lanes for the job and the gateway. */
    String address() {
        return brokers.map(all -> "kafka:demo?bootstrap=" + all.bootstrap())
                .orElseGet(() -> directory.queues().toString());
    }

    /** Returns the brokers as processes to kill; empty if the lanes are queues. */
    List<Kills.Victim> victims() {
        return brokers.stream()
                .flatMap(all -> IntStream.range(0, all.count()).mapToObj(broker -> victim(all, broker)))
                .toList();
    }

    private static Kills.Victim victim(KafkaBrokers all, int broker) {
        return () -> {
            final long pid = all.process(broker).pid();
            all.kill(broker);
            all.startAgain(broker);
            return "broker " + broker + " (process " + pid + ")";
        };
    }

    /**
     * Called on any thread if a broker has ended unexpectedly, or if a killed process could not be started again. Interrupts the
     * demo's main thread.
     */
    void fail(String why) {
        if (failure.compareAndSet(null, why)) {
            atWork.interrupt();
        }
    }

    /**
     * Called after the main thread has stopped its work.
     *
     * @throws DemoException if {@link #fail} was called
     */
    void checkFailure() {
        final String why = failure.get();
        if (why != null) {
            throw new DemoException(why + brokers.map(all -> needs(all.count())).orElse(""));
        }
    }

    /** Shows the output of {@code sluice replay verify} for the lanes. Returns false if it found an error. */
    boolean verify(Screen screen) {
        final StringWriter said = new StringWriter();
        final PrintWriter out = new PrintWriter(said);
        final String[] command = {"verify", "--queues", address()};
        final int exitCode = Main.commandLine(command).setOut(out).setErr(out).execute(command);
        screen.line("sluice replay verify --queues '" + address() + "':");
        said.toString().lines().map(line -> "  " + line).forEach(screen::line);
        return exitCode == ExitCode.OK;
    }

    @Override
    public void close() {
        brokers.ifPresent(KafkaBrokers::close);
    }
}
