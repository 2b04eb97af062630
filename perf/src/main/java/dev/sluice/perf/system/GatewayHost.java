package dev.sluice.perf.system;

import dev.sluice.service.GatewayProgram;
import dev.sluice.service.check.BackendReview;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A program that runs gateways, each on a thread of its own, as lines on its standard input ask: so a curve over settings
 * of the gateway needs no JVM for each, and all are equally warm.
 */
public final class GatewayHost {

    static final String OPEN = "open ";
    static final String CLOSE = "close ";
    static final String CPU = "cpu";
    static final String DONE = "done";

    private final Map<String, Running> running = new HashMap<>();

    private record Running(GatewayProgram program, Thread thread) {}

    private GatewayHost() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        final GatewayHost host = new GatewayHost();
        final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                ChildJvm.say(host.perform(line));
            }
        } catch (final RuntimeException e) {
            end(e);
        }
    }

    private String perform(String line) throws InterruptedException {
        if (line.startsWith(OPEN)) {
            open(line.substring(OPEN.length()));
            return DONE;
        }
        if (line.startsWith(CLOSE)) {
            close(line.substring(CLOSE.length()));
            return DONE;
        }
        final var system = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        return String.valueOf(system.getProcessCpuTime());
    }

    private void open(String file) {
        final GatewayProgram program = GatewayProgram.open(BackendReview.load(Path.of(file)));
        final Thread thread = new Thread(program::run, "gateway");
        thread.setUncaughtExceptionHandler((gone, why) -> end(why));
        thread.start();
        running.put(file, new Running(program, thread));
    }

    /** Whoever waits for an answer is to hear of it at once; the log says why. */
    private static void end(Throwable why) {
        why.printStackTrace();
        System.exit(1);
    }

    private void close(String file) throws InterruptedException {
        final Running one = running.remove(file);
        one.program.stop();
        one.thread.join();
        one.program.close();
    }
}
