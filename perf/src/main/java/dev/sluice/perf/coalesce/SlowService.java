package dev.sluice.perf.coalesce;

import dev.sluice.perf.system.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** {@link SlowNames} in a JVM of its own. One thread. */
final class SlowService implements AutoCloseable {

    private static final long ANSWER_SECONDS = 30;

    private final ChildJvm jvm;
    private final URI url;

    private SlowService(ChildJvm jvm, URI url) {
        this.jvm = jvm;
        this.url = url;
    }

    /**
     * What it was asked.
     *
     * @param calls that were made
     * @param keys that were in them
     * @param atOnce the most calls at a time
     */
    record Counts(long calls, long keys, long atOnce) {}

    static SlowService start(Path directory) throws IOException, InterruptedException {
        final ChildJvm jvm = ChildJvm.start("slow-service", directory, List.of(), "", SlowNames.class);
        return new SlowService(jvm, URI.create("http://127.0.0.1:" + jvm.hear(ANSWER_SECONDS)));
    }

    URI url() {
        return url;
    }

    /** From now on calls take so long, each at random by that seed, and are counted anew. */
    void begin(Delay delay, long seed) throws IOException, InterruptedException {
        ask(SlowNames.BEGIN + delay.leastMicros() + " " + delay.mostMicros() + " " + seed);
    }

    /** What it was asked since then. */
    Counts counts() throws IOException, InterruptedException {
        final String[] counts = ask("counts").split(" ");
        return new Counts(Long.parseLong(counts[0]), Long.parseLong(counts[1]), Long.parseLong(counts[2]));
    }

    private String ask(String line) throws IOException, InterruptedException {
        jvm.ask(line);
        return jvm.hear(ANSWER_SECONDS);
    }

    @Override
    public void close() {
        jvm.close();
    }
}
