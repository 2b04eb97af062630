package dev.sluice.perf.lab;

import dev.sluice.service.GatewayProgram;
import dev.sluice.service.check.BackendReview;
import java.io.IOException;
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
    static final String MEMORY = "memory";
    static final String USE = "use";
    static final String DONE = "done";

    private final Map<String, Running> running = new HashMap<>();

    private record Running(GatewayProgram program, Thread thread) {}

    private GatewayHost() {}

    public static void main(String[] args) throws Exception {
        try {
            ChildJvm.answer(new GatewayHost()::perform);
        } catch (final RuntimeException e) {
            end(e);
        }
        System.exit(0); // gateways that nobody closed
    }

    private String perform(String line) throws IOException, InterruptedException {
        if (line.equals(USE)) {
            return ProcessUse.now().told();
        }
        if (line.equals(MEMORY)) {
            return Memory.heapBytes() + " " + Memory.residentBytes();
        }
        if (line.startsWith(OPEN)) {
            open(line.substring(OPEN.length()));
        } else {
            close(line.substring(CLOSE.length()));
        }
        return DONE;
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
