package dev.sluice.perf.events;

import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.EventSender;
import dev.sluice.perf.system.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** A sender alone in its process, so that what it uses up can be measured: for each {@link Load} it is told, it says what was {@link Sent}. */
public final class SenderProgram {

    private SenderProgram() {}

    /** Takes the way, the sink's address, the gateway's queues, the batch limit, the interval in ms, the posts in flight. */
    public static void main(String[] args) throws IOException, InterruptedException {
        final Way way = Way.valueOf(args[0]);
        final Batching batching = new Batching(
                Integer.parseInt(args[3]), Duration.ofMillis(Long.parseLong(args[4])), Integer.parseInt(args[5]));
        final Arrivals arrivals = new Arrivals();
        final BufferedReader loads = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (EventSender sender = way.throughGateway()
                ? new GatewaySender(Path.of(args[2]), arrivals)
                : way.open(URI.create(args[1]), batching, arrivals)) {
            final Sending sending = new Sending(sender, arrivals);
            ChildJvm.say("ready");
            for (String line = loads.readLine(); line != null; line = loads.readLine()) {
                ChildJvm.say(sending.perform(Load.heard(line)).told());
            }
        }
    }
}
