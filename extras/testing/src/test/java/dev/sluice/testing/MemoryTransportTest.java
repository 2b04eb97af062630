package dev.sluice.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.testing.memory.MemoryTransport;
import dev.sluice.testsupport.Program;
import dev.sluice.transport.Lane;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.Transports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract in memory. */
class MemoryTransportTest implements TransportContract, LanesContract {

    private final List<String> addresses = new ArrayList<>();

    @Override
    public String newAddress() {
        final String address = "memory:" + UUID.randomUUID();
        addresses.add(address);
        return address;
    }

    /** Writers fail apart here: a hole or a repeat in one's numbers is its own, and the lane goes on. */
    @Test
    void shouldFailARequestAloneWhenItsNumberCannotBeTheNext() {
        assertEquals(
                List.of(
                        "1 updated",
                        "2 updated",
                        "2 The request was not asked: it is request 2 of its writer, and request 2 came before",
                        "4 The request was not asked: it is request 4 of its writer, and request 2 came before",
                        "5 updated"),
                results(newAddress(), 1, 2, 2, 4, 5));
    }

    @Test
    void shouldKnowTheNumbersOfWritersWhenAGatewayStartsAgain() {
        final String address = newAddress();
        assertEquals(List.of("1 updated", "2 updated"), results(address, 1, 2));
        assertEquals(
                List.of(
                        "2 The request was not asked: it is request 2 of its writer, and request 2 came before",
                        "3 updated"),
                results(address, 2, 3));
    }

    /** What a gateway's run answers to requests of one writer with these numbers. */
    private static List<String> results(String address, long... numbers) {
        final List<String> results = new ArrayList<>();
        try (Lane lane = Transports.of(address).open(address, LaneByHand.OPTIONS);
                StubGateway gateway = StubGateway.start(lane, GreetingJob.customers());
                ResultReader reader = lane.newResults()) {
            for (final long number : numbers) {
                final MessageWriter message = new MessageWriter();
                RequestFrame.encode(
                        message, RequestKind.UPDATE, 77, number, Map.of(), "greeted", new Object[] {number});
                MemoryTransport.write(address, message.toBytes());
            }
            while (results.size() < numbers.length) {
                reader.poll((index, result) -> results.add(text(result)), numbers.length);
            }
            assertEquals(numbers.length, GreetingJob.answered(numbers.length, gateway));
        }
        return results;
    }

    private static String text(ResultFrame result) {
        return result.request().sequence() + " "
                + (result.body() instanceof ResultFrame.Failed failed
                        ? failed.failure().message()
                        : "updated");
    }

    /** Chronicle alone needs them. */
    @Test
    void shouldNeedNoOptionsOfTheJvm() throws IOException, InterruptedException {
        final String said =
                Program.java(MemoryTransportTest.class).bare().start().expectEnd(0);
        assertTrue(said.contains("answered 100"), said);
    }

    /** A job and its gateway, in a JVM of their own. */
    public static void main(String[] arguments) {
        System.out.println("answered " + GreetingJob.greetAll("memory:alone"));
    }

    @AfterEach
    void drop() {
        addresses.forEach(MemoryTransport::drop);
    }
}
