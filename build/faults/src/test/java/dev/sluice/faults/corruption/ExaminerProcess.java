package dev.sluice.faults.corruption;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An {@link Examiner} as the test sees it: when it hangs it is ended, and what it was doing is told. */
final class ExaminerProcess implements AutoCloseable {

    static final String SAID = "examiner: ";

    private static final long PATIENCE_SECONDS = 30;
    private static final int LAST_LINES = 60;
    private static final String ENDED = "wrong: the process ended";

    private final Process process;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final Deque<String> log = new ArrayDeque<>();

    private ExaminerProcess(Process process) {
        this.process = process;
        final Thread listener = new Thread(this::listen, "examiner-output");
        listener.setDaemon(true);
        listener.start();
    }

    /** Starts one as users run it: without assertions. */
    static ExaminerProcess start() throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.addAll(List.of(
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-Dsluice.log.level=error",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Examiner.class.getName()));
        return new ExaminerProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Returns the examiner's verdict on a copy; {@code wrong} too when it hangs or crashes. */
    String examine(Original original, boolean filesMissing, Path copy) throws IOException, InterruptedException {
        try {
            final Writer input = process.outputWriter(StandardCharsets.UTF_8);
            input.write(original + " " + filesMissing + " " + copy + "\n");
            input.flush();
        } catch (final IOException e) {
            return ENDED + " before it was asked: " + lastLines();
        }
        final String line = said.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            final String stacks = stacks();
            close();
            return "wrong: it hangs: " + stacks;
        }
        return line.equals(ENDED) ? ENDED + ": " + lastLines() : line;
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Returns the stacks of the JVM's threads, which SIGQUIT makes it tell. */
    private String stacks() throws IOException, InterruptedException {
        synchronized (log) {
            log.clear();
        }
        new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
                .start()
                .waitFor();
        said.poll(1, TimeUnit.SECONDS);
        return lastLines();
    }

    private String lastLines() {
        synchronized (log) {
            return String.join("\n", log);
        }
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(SAID)) {
                    said.add(line.substring(SAID.length()));
                } else {
                    keep(line);
                }
            }
        } catch (final IOException e) {
            keep(e.toString());
        } finally {
            said.add(ENDED);
        }
    }

    private void keep(String line) {
        synchronized (log) {
            log.addLast(line);
            if (log.size() > LAST_LINES) {
                log.removeFirst();
            }
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
