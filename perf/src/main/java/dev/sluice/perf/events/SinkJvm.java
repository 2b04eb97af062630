package dev.sluice.perf.events;

import dev.sluice.perf.events.EventSink.Counts;
import dev.sluice.perf.system.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The sink in a JVM of its own. */
final class SinkJvm implements AutoCloseable {

    private static final long TIMEOUT_SECONDS = 30;

    private final ChildJvm jvm;
    private final URI url;

    private SinkJvm(ChildJvm jvm, URI url) {
        this.jvm = jvm;
        this.url = url;
    }

    /** Starts it; it answers so late. */
    static SinkJvm start(Path directory, Duration latency) throws IOException, InterruptedException {
        final ChildJvm jvm = ChildJvm.start(
                "sink", directory, List.of("-Xmx256m"), "", EventSink.class, String.valueOf(latency.toNanos()));
        return new SinkJvm(jvm, URI.create("http://127.0.0.1:" + jvm.hear(TIMEOUT_SECONDS)));
    }

    URI url() {
        return url;
    }

    Counts counts() throws IOException, InterruptedException {
        jvm.ask("counts");
        return Counts.heard(jvm.hear(TIMEOUT_SECONDS));
    }

    @Override
    public void close() {
        jvm.close();
    }
}
