package dev.sluice.service;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.pending.LostResults;
import dev.sluice.service.update.Accepted;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CommitNotes;
import dev.sluice.service.update.Origin;
import dev.sluice.service.update.Origin.Succession;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Describes the origin of a lane's requests for the checkpoints. */
final class LaneOrigin {

    private LaneOrigin() {}

    /** @param last the request answered last */
    static Origin of(
            GatewayConfig config,
            Lane queues,
            Optional<LastAnswered> last,
            Accepted accepted,
            CommitNotes commits,
            Lease lease) {
        return new Origin(
                config.name(),
                "process " + ProcessHandle.current().pid() + " on " + host() + ", run " + UUID.randomUUID(),
                queues.inputId(),
                queues.lastRequest().orElse(CheckpointTable.NONE),
                last.map(LastAnswered::requestIndex).orElseGet(() -> beforeAll(queues)),
                accepted,
                index -> queues.inputPosition(index).toString(),
                LostResults.kept(queues).through(),
                commits,
                lease.last()
                        .map(mine -> new Succession(() -> queues.lastRequest().orElse(CheckpointTable.NONE), mine)));
    }

    /**
     * Returns the index up to which requests count as answered while the output queue has no result. If the output queue begins
     * with a request in the middle of the input queue, this is the index before that request; otherwise no request counts as
     * answered.
     */
    private static long beforeAll(Lane queues) {
        final OptionalLong begins = queues.outputBegins();
        return begins.isPresent() ? begins.getAsLong() - 1 : CheckpointTable.NONE;
    }

    private static String host() {
        try {
            final String name = InetAddress.getLocalHost().getHostName();
            return name.substring(0, Math.min(name.length(), 64));
        } catch (final UnknownHostException e) {
            return "an unknown host";
        }
    }
}
