package dev.sluice.examples.demo;

import dev.sluice.service.Main;
import dev.sluice.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The gateway in a JVM of its own. Its process id is kept in a file: a demo that is killed leaves it running, and the
 * next one ends it.
 */
final class GatewayProcess implements AutoCloseable {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);
    private static final int LOG_LINES_SHOWN = 15;

    private final Process process;
    private final DemoDirectory directory;
    private volatile boolean stopping;

    private GatewayProcess(Process process, DemoDirectory directory) {
        this.process = process;
        this.directory = directory;
    }

    /**
     * Starts the gateway.
     *
     * @param died called on another thread if it ends before it is stopped
     */
    static GatewayProcess start(DemoDirectory directory, Runnable died) throws IOException {
        Files.deleteIfExists(directory.gatewaySummary());
        final List<String> command = JavaCommand.of(
                Main.class.getName(),
                List.of(
                        "run",
                        "--config",
                        directory.gatewayConfig().toString(),
                        "--summary",
                        directory.gatewaySummary().toString()));
        final Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(directory.gatewayLog().toFile()))
                .start();
        Files.writeString(directory.gatewayPid(), identity(process.toHandle()));
        process.getOutputStream().close();
        final GatewayProcess gateway = new GatewayProcess(process, directory);
        process.onExit().thenRun(() -> {
            if (!gateway.stopping) {
                died.run();
            }
        });
        return gateway;
    }

    /** Ends the gateway that a killed demo left running in that directory, and gives its process id. */
    static Optional<Long> endOrphan(DemoDirectory directory) throws IOException {
        final Optional<ProcessHandle> orphan = find(directory.gatewayPid());
        orphan.ifPresent(GatewayProcess::end);
        Files.deleteIfExists(directory.gatewayPid());
        return orphan.map(ProcessHandle::pid);
    }

    private static Optional<ProcessHandle> find(Path file) throws IOException {
        try {
            final String identity = Files.readString(file);
            return Stream.of(identity.split(" ")[0])
                    .filter(pid -> pid.matches("[0-9]{1,18}"))
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                    .filter(process -> identity(process).equals(identity))
                    .findFirst();
        } catch (final NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /** Process id and start, as ids are used again. */
    private static String identity(ProcessHandle process) {
        return process.pid() + " "
                + process.info().startInstant().map(Object::toString).orElse("unknown");
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What happened to a gateway that ended by itself, with the last lines of its log. */
    DemoException death() throws IOException {
        final List<String> log = Files.readAllLines(directory.gatewayLog());
        return new DemoException(
                "the gateway (process " + pid() + ") ended with status " + process.exitValue()
                        + " before the job did. The last lines of " + directory.gatewayLog() + ":\n  "
                        + String.join("\n  ", log.subList(Math.max(0, log.size() - LOG_LINES_SHOWN), log.size()))
                        + "\nNothing is lost: run ./sluice demo again, and it continues.",
                ExitCode.GATEWAY_DIED);
    }

    /** Stops the gateway in order, which writes its summary; one that does not stop in time is killed. */
    @Override
    public void close() throws IOException {
        stopping = true;
        end(process.toHandle());
        Files.deleteIfExists(directory.gatewayPid());
    }

    private static void end(ProcessHandle process) {
        process.destroy();
        if (!ended(process)) {
            process.destroyForcibly();
            ended(process);
        }
    }

    private static boolean ended(ProcessHandle process) {
        boolean interrupted = false;
        final long deadline = System.nanoTime() + STOP_TIMEOUT.toNanos();
        try {
            while (true) {
                try {
                    process.onExit().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    return true;
                } catch (final InterruptedException e) {
                    interrupted = true;
                } catch (final TimeoutException | ExecutionException e) {
                    return !process.isAlive();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
