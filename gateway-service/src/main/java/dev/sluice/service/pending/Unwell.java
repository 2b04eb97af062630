package dev.sluice.service.pending;

import dev.sluice.service.core.BackendState;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import java.io.IOException;
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

    /** Replaces the notice. */
    public static void keep(Lane queues, Holder gateway, List<Backend> backends) throws IOException {
        final Unwell unwell = new Unwell(gateway.pid(), gateway.since().toString(), backends);
        queues.gatewayNotices().write(FILE, KeptFile.MAPPER.writeValueAsBytes(unwell));
    }

    /** Deletes it: all is well, or nobody will know. */
    public static void forget(Lane queues) throws IOException {
        queues.gatewayNotices().delete(FILE);
    }

    /** Returns the report of the gateway that holds the lock; empty if none does, all is well, or it cannot be read. */
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
            return List.of(); // a power cut, somebody else, or it went just now
        }
    }
}
