package dev.sluice.service.pending;

import dev.sluice.service.core.BackendState;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The backends with a problem. The gateway that serves the queues writes these backends to a file beside the output, for tools
 * that inspect the queues and cannot reach the gateway. The file is only a hint, and is valid only while that gateway holds the
 * lock of the queues.
 *
 * @param pid the process id of the gateway
 * @param lockedSince when the gateway took the lock. With the process id, this time identifies the run of the gateway; a file
 *     from another run is ignored
 * @param backends the backends whose condition is not {@link BackendState.Condition#OPEN}
 */
public record Unwell(long pid, String lockedSince, List<Backend> backends) {

    private static final String FILE = "backends.json";

    /**
     * One backend.
     *
     * @param since when the condition began, in ISO 8601
     * @param held the number of requests in progress that wait for the backend
     * @param reason the last error of the backend; may be empty
     */
    public record Backend(String name, BackendState.Condition condition, String since, int held, String reason) {

        /** Returns when the condition began. */
        public Instant begun() {
            return Instant.parse(since);
        }
    }

    /** Writes the file, replacing the previous one. */
    public static void keep(Lane queues, Holder gateway, List<Backend> backends) throws IOException {
        final Unwell unwell = new Unwell(gateway.pid(), gateway.since().toString(), backends);
        queues.gatewayNotices().write(FILE, KeptFile.MAPPER.writeValueAsBytes(unwell));
    }

    /** Deletes the file, because all backends are well or the gateway stops watching them. */
    public static void forget(Lane queues) throws IOException {
        queues.gatewayNotices().delete(FILE);
    }

    /** Returns the backends in the file of the gateway that holds the lock; empty if there is no such gateway or no such file. */
    public static List<Backend> kept(Lane queues, Optional<Holder> gateway) {
        if (gateway.filter(Holder::live).isEmpty()) {
            return List.of();
        }
        try {
            final Optional<String> text = queues.gatewayNotices().read(FILE);
            if (text.isEmpty()) {
                return List.of();
            }
            final Unwell unwell = KeptFile.MAPPER.readValue(text.get(), Unwell.class);
            final boolean its = unwell.pid == gateway.get().pid()
                    && unwell.lockedSince.equals(gateway.get().since().toString());
            unwell.backends.forEach(Backend::begun);
            return its ? List.copyOf(unwell.backends) : List.of();
        } catch (final IOException | RuntimeException e) {
            return List.of(); // the file is damaged, for example by a power cut, or was just deleted
        }
    }
}
