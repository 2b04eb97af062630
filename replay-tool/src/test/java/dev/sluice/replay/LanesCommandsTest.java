package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands over several lanes: by lane, and in sum. */
class LanesCommandsTest {

    private static final QueueOptions OPTIONS =
            QueueOptions.DEFAULTS.withDiskReserve(0).withLanes(3);

    @TempDir
    private Path directory;

    private Path queues;

    @BeforeEach
    void ask() {
        queues = directory.resolve("queues");
        final Lanes lanes = Lanes.at(queues.toString(), OPTIONS);
        for (int lane = 0; lane < 3; lane++) {
            try (Lane open = lanes.openExisting(lane)) {
                for (int request = 0; request <= lane; request++) {
                    open.newWriter("w" + request).lookup("one", 1L);
                }
            }
        }
        try (GatewayClient client =
                GatewayClient.builder(queues).options(OPTIONS).open()) {
            client.job("letters", "today").close();
        }
    }

    @Test
    void shouldShowEachLaneAndTheSums() throws IOException {
        final Called text = Called.on(queues, "status");
        assertEquals(1, text.code(), "nobody serves it");
        assertTrue(text.out().startsWith("needs a person: lane 0: "), text::out);
        assertTrue(text.out().contains("all lanes      3 in " + queues), text::out);
        assertTrue(text.out().contains("waiting        6 requests"), text::out);
        assertTrue(
                text.out().contains("lane 2" + System.lineSeparator() + "queues         " + queues.resolve("lane-2")));
        final JsonNode json =
                new ObjectMapper().readTree(Called.on(queues, "status --json").out());
        assertEquals(6, json.at("/waiting/requests").asLong());
        assertEquals(3, json.at("/lanes/2/queues/waiting/requests").asLong());
        assertEquals(6, json.at("/rates/0/written").asLong());
    }

    @Test
    void shouldShowTheOthersWhenOneLaneCannotBeRead() throws IOException {
        Files.move(queues.resolve("lane-1"), directory.resolve("away"));
        final Called status = Called.on(queues, "status");
        assertEquals(1, status.code());
        assertTrue(
                status.out().contains("needs a person: lane 1: the queues cannot be read: there are no queues in"),
                status::out);
        assertTrue(status.out().contains("waiting        4 requests"), status::out);
        assertEquals(1, Called.on(queues.resolve("lane-2"), "status").code());
    }

    @Test
    void shouldVerifyEachLaneAndSumUp() {
        final Called verified = Called.on(queues, "verify");
        assertEquals(0, verified.code(), verified::err);
        assertTrue(
                verified.out().contains("lane 2" + System.lineSeparator() + "3 requests and 0 results"), verified::out);
        assertTrue(
                verified.out().contains("all lanes" + System.lineSeparator() + "6 requests and 0 results"),
                verified::out);
    }

    @Test
    void shouldListTheRunsOfAllLanesWhicheverIsNamed() {
        for (final Path path : new Path[] {queues, queues.resolve("lane-0"), queues.resolve("lane-2")}) {
            assertTrue(Called.on(path, "jobs").out().startsWith("letters@today  0 items handled"));
        }
        assertEquals(
                0,
                Called.on(queues.resolve("lane-0"), "jobs --give-up letters@today")
                        .code());
        assertEquals("no run is open", Called.on(queues, "jobs").out().strip());
    }

    @Test
    void shouldAskForOneLaneWhereACommandNeedsOne() {
        final Called refused = Called.on(queues, "cat");
        assertEquals(3, refused.code());
        assertEquals(
                "there are 3 lanes in " + queues + ": give the directory of one lane, " + queues.resolve("lane-0")
                        + " to lane-2",
                refused.err().strip());
        assertEquals(0, Called.on(queues.resolve("lane-2"), "cat").code());
    }

    @Test
    void shouldTakeALaneByItsNumber() {
        for (int lane = 0; lane < 3; lane++) {
            final Called printed = Called.on(queues, "cat requests --lane " + lane);
            assertEquals(0, printed.code(), printed::err);
            assertEquals(lane + 1, printed.out().lines().count());
            assertEquals(
                    0, Called.on(queues, "redrive --dry-run --lane " + lane).code());
        }
        final Called none = Called.on(queues, "cat --lane 3");
        assertEquals(3, none.code());
        assertEquals(
                "there is no lane 3 at " + queues + ": it has 3 lanes, counted from 0",
                none.err().strip());
    }
}
