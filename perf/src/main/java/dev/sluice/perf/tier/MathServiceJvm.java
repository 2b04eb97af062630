package dev.sluice.perf.tier;

import dev.sluice.perf.system.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** {@link MathService} in a JVM of its own. One thread. */
final class MathServiceJvm implements AutoCloseable {

    private static final long ANSWER_SECONDS = 30;

    private final ChildJvm jvm;
    private final URI url;

    private MathServiceJvm(ChildJvm jvm, URI url) {
        this.jvm = jvm;
        this.url = url;
    }

    /**
     * What it did.
     *
     * @param jsonNanos parsing requests and writing responses
     * @param workNanos in the function itself
     * @param bytesIn of the requests' bodies
     * @param bytesOut of the responses' bodies
     */
    record Took(long jsonNanos, long workNanos, long bytesIn, long bytesOut) {}

    static MathServiceJvm start(Path directory) throws IOException, InterruptedException {
        final ChildJvm jvm = ChildJvm.start("math-service", directory, List.of(), "", MathService.class);
        return new MathServiceJvm(jvm, URI.create("http://127.0.0.1:" + jvm.hear(ANSWER_SECONDS)));
    }

    URI url() {
        return url;
    }

    /** What it did since this was asked last. */
    Took took() throws IOException, InterruptedException {
        jvm.ask("took");
        final String[] words = jvm.hear(ANSWER_SECONDS).split(" ");
        return new Took(
                Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
    }

    @Override
    public void close() {
        jvm.close();
    }
}
