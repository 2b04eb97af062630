package dev.sluice.service.pending;

import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.files.SmallFile;
import dev.sluice.internal.queue.state.ExclusiveFile.LockHolder;
import dev.sluice.service.core.BackendState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The backends that are not as they should be, as the gateway that serves the queues keeps them in a file beside the output:
 * for whoever looks at the queues and cannot ask the gateway. A hint: true only while that gateway holds its lock.
 *
 * @param pid the gateway's process
 * @param lockedSince when it took its lock: a file of another run says nothing
 * @param backends away, silent, or slowed
 */
public record Unwell(long pid, String lockedSince, List<Backend> backends) {

    private static final String FILE = "backends.json";

    /**
     * One backend.
     *
     * @param since ISO 8601
     * @param held the requests in hand that wait for it
     * @param reason what it said last; may be empty
     */
    public record Backend(String name, BackendState.Condition condition, String since, int held, String reason) {

        /** Since when. */
        public Instant begun() {
            return Instant.parse(since);
        }
    }

    /** Replaces the file. A power cut may leave any state of it. */
    public static void keep(QueuePair queues, LockHolder gateway, List<Backend> backends) throws IOException {
        final Path file = queues.gatewayFile(FILE);
        final Path unfinished = file.resolveSibling("." + file.getFileName() + ".new");
        final Unwell unwell = new Unwell(gateway.pid(), gateway.since().toString(), backends);
        Files.writeString(unfinished, KeptFile.MAPPER.writeValueAsString(unwell));
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Deletes it: all is well, or nobody will know. */
    public static void forget(QueuePair queues) throws IOException {
        Files.deleteIfExists(queues.gatewayFile(FILE));
    }

    /** Returns the report of the gateway that holds the lock; empty if none does, all is well, or it cannot be read. */
    public static List<Backend> kept(QueuePair queues, Optional<LockHolder> gateway) {
        final Path file = queues.gatewayFile(FILE);
        if (gateway.filter(LockHolder::live).isEmpty() || Files.notExists(file)) {
            return List.of();
        }
        try {
            final Unwell unwell = KeptFile.MAPPER.readValue(SmallFile.text(file, StandardCharsets.UTF_8), Unwell.class);
            final boolean its = unwell.pid == gateway.get().pid()
                    && unwell.lockedSince.equals(gateway.get().since().toString());
            unwell.backends.forEach(Backend::begun);
            return its ? List.copyOf(unwell.backends) : List.of();
        } catch (final IOException | RuntimeException e) {
            return List.of(); // a power cut, somebody else, or it went just now
        }
    }
}
