package dev.sluice.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.JobOptions;
import dev.sluice.client.job.Sink.SinkException;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.Transport.OneOfLanes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of transports about several lanes at one address. */
@Timeout(120)
public interface LanesContract {

    /** An address where nothing is yet. */
    String newAddress();

    @Test
    default void shouldMakeLanesOnce() {
        final String address = newAddress();
        final Lanes made = Lanes.at(address, LaneByHand.OPTIONS.withLanes(3));
        assertEquals(3, made.count());
        final List<UUID> ids = new ArrayList<>();
        for (int lane = 0; lane < 3; lane++) {
            try (Lane open = made.open(lane)) {
                ids.add(open.inputId());
                LaneByHand.ask(open, lane);
            }
        }
        assertEquals(3, Set.copyOf(ids).size());
        assertEquals(
                Optional.of(new OneOfLanes(address, 2)),
                made.transport().oneOfLanes(made.addresses().get(2)));
        assertEquals(Optional.empty(), made.transport().oneOfLanes(address));
        for (final Lanes again : List.of(
                Lanes.at(address, LaneByHand.OPTIONS),
                Lanes.at(address, LaneByHand.OPTIONS.withLanes(2)),
                Lanes.existing(address, LaneByHand.OPTIONS))) {
            assertEquals(made.addresses(), again.addresses());
            for (int lane = 0; lane < 3; lane++) {
                try (Lane open = again.openExisting(lane);
                        RequestReader reader = open.requestsFromStart()) {
                    assertEquals(ids.get(lane), open.inputId());
                    assertEquals(List.of((long) lane), LaneByHand.arguments(reader));
                }
            }
        }
    }

    @Test
    default void shouldKeepALaneThatIsAlone() {
        final String address = newAddress();
        final UUID id;
        try (Lane lane = LaneByHand.open(address)) {
            id = lane.inputId();
        }
        final Lanes lanes = Lanes.at(address, LaneByHand.OPTIONS.withLanes(3));
        assertEquals(1, lanes.count());
        try (Lane lane = lanes.open(0)) {
            assertEquals(id, lane.inputId());
        }
    }

    @Test
    default void shouldAskOnTheLaneOfItsName() {
        final String address = newAddress();
        final Lanes lanes = Lanes.at(address, LaneByHand.OPTIONS.withLanes(3));
        for (long number = 0; number < 10; number++) {
            final String name = "client" + number;
            try (GatewayClient client = GatewayClient.builder(address)
                    .options(LaneByHand.OPTIONS)
                    .name(name)
                    .open()) {
                client.requests().lookup("customer", number);
            }
            try (Lane lane = lanes.openExisting(lanes.of(name));
                    RequestReader reader = lane.requestsFromStart()) {
                assertTrue(LaneByHand.arguments(reader).contains(number), name);
            }
        }
    }

    /** All that the job asks is asked once, on the lane of its item's key. */
    @Test
    default void shouldRunAJobOnAllLanesAndGoOnWithIt() {
        final String address = newAddress();
        final Lanes lanes = Lanes.at(address, LaneByHand.OPTIONS.withLanes(3));
        final JobOptions options = JobOptions.DEFAULTS.withLanes(Long.class, id -> "key " + id);
        final List<String> greetings = new ArrayList<>();
        try (Lane one = lanes.open(0);
                Lane two = lanes.open(1);
                Lane three = lanes.open(2);
                StubGateway first = StubGateway.start(one, GreetingJob.customers());
                StubGateway second = StubGateway.start(two, GreetingJob.customers());
                StubGateway third = StubGateway.start(three, GreetingJob.customers())) {
            assertThrows(SinkException.class, () -> GreetingJob.greet(address, options, greetings, 10));
            GreetingJob.greet(address, options, greetings, Integer.MAX_VALUE);
            assertEquals(100, GreetingJob.answered(100, first, second, third));
            for (final StubGateway gateway : List.of(first, second, third)) {
                assertTrue(gateway.answered() > 0);
            }
            assertEquals(List.of(), one.runs());
            assertEquals(List.of(), three.runs());
        }
        assertEquals(
                LongStream.rangeClosed(1, 50).mapToObj(id -> "Dear No. " + id).toList(), greetings);
    }
}
