package dev.sluice.examples.demo;

import dev.sluice.service.Main;
import dev.sluice.testsupport.JavaCommand;
import dev.sluice.testsupport.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A child process of the demo. The process id is stored in a file: if the demo is killed, this process goes on running, and the
 * next demo must find and end it.
 */
final class OwnedProcess implements AutoCloseable {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);
    private static final int LOG_LINES_SHOWN = 15;

    /** The name of the gateway's process. */
    static final String GATEWAY = "gateway";

    private final Process process;
    private final Path log;
    private final Path pidFile;
    private volatile boolean stopping;

    private OwnedProcess(Process process, Path log, Path pidFile) {
        this.process = process;
        this.log = log;
        this.pidFile = pidFile;
    }

    /**
     * Starts the gateway in a separate JVM.
     *
     * @param died called on another thread if the process ends before it is stopped
     */
    static OwnedProcess gateway(DemoDirectory directory, Runnable died) throws IOException {
        Files.deleteIfExists(directory.gatewaySummary());
        final List<String> arguments = List.of(
                "run",
                "--config",
                directory.gatewayConfig().toString(),
                "--summary",
                directory.gatewaySummary().toString());
        return start(directory, GATEWAY, Main.class, arguments, died);
    }

    /** Starts a program in a separate JVM, and appends its output to the log file of the given name. */
    static OwnedProcess start(
            DemoDirectory directory, String name, Class<?> main, List<String> arguments, Runnable died)
            throws IOException {
        final Path log = directory.file(name + ".log");
        final Path pidFile = pidFile(directory, name);
        final Process process = new ProcessBuilder(JavaCommand.of(main.getName(), arguments))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        Files.writeString(pidFile, Processes.identity(process.toHandle()));
        process.getOutputStream().close();
        final OwnedProcess owned = new OwnedProcess(process, log, pidFile);
        process.onExit().thenRun(() -> {
            if (!owned.stopping) {
                died.run();
            }
        });
        return owned;
    }

    private static Path pidFile(DemoDirectory directory, String name) {
        return directory.file(name + ".pid");
    }

    /**
     * Kills the process that a killed demo left running, if there is one, and returns its id. Such a process cannot work without
     * its demo.
     */
    static Optional<Long> endOrphan(DemoDirectory directory, String name) throws IOException {
        final Path pidFile = pidFile(directory, name);
        final Optional<ProcessHandle> orphan = Processes.namedBy(pidFile);
        orphan.ifPresent(process -> {
            process.destroyForcibly();
            Processes.awaitEnd(process, STOP_TIMEOUT);
        });
        Files.deleteIfExists(pidFile);
        return orphan.map(ProcessHandle::pid);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends the process as kill -9 does. */
    void kill() {
        process.destroyForcibly();
    }

    /** Kills the process and waits for its end, without calling the callback for an unexpected end. */
    void killUntold() {
        stopping = true;
        kill();
        Processes.awaitEnd(process.toHandle(), STOP_TIMEOUT);
    }

    /** Returns an exception that describes an unexpected end of the gateway, with the last lines of its log. */
    DemoException death(String when) throws IOException {
        final List<String> lines = Files.readAllLines(log);
        return new DemoException(
                when + ", the gateway (process " + pid() + ") ended with status " + process.exitValue()
                        + ". The last lines of " + log + ":\n  "
                        + String.join("\n  ", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()))
                        + "\nNothing is lost. To continue, run ./sluice demo again.",
                DemoException.GATEWAY_DIED);
    }

    /** Stops the process normally, and kills it if it does not stop in time. */
    @Override
    public void close() throws IOException {
        stopping = true;
        end(process.toHandle());
        Files.deleteIfExists(pidFile);
    }

    private static void end(ProcessHandle process) {
        process.destroy();
        if (!Processes.awaitEnd(process, STOP_TIMEOUT)) {
            process.destroyForcibly();
            Processes.awaitEnd(process, STOP_TIMEOUT);
        }
    }
}
