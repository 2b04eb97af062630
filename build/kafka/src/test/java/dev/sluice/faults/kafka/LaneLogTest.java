package dev.sluice.faults.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LaneLogTest {

    private static final LaneLog LOG = new LaneLog(
            List.of(
                    "09:00 [INFO] crash: lanes given to this process: none",
                    "09:01 [INFO] crash: lanes given to this process: [0, 1, 2]",
                    "09:02 [INFO] crash: lanes that go to other processes: [1]",
                    "09:03 [ERROR] crash/2: this lane has ended, and is opened again in 2000 ms: results after 17 were refused:"
                            + " another gateway has claimed the lane, or the brokers have ended the transaction (fenced)",
                    "09:04 [ERROR] crash/0: this lane has ended, and is opened again in 2000 ms: the disk is full",
                    "09:05 [ERROR] crash/4: this lane has ended, and is opened again in 2000 ms: the checkpoint of gateway 'crash/4' in"
                            + " database 'main' was claimed by another gateway of this name, or deleted",
                    "09:06 [ERROR] crash/5: this lane has ended, and is opened again in 2000 ms: the lane was claimed by another gateway"
                            + " of this name, or the brokers have ended this one's claim, before it claimed the checkpoint of 'crash/5'"));

    @Test
    void shouldSayWhichLanesAGatewayHas() {
        assertEquals(Set.of(0, 2), LOG.lanes());
        assertEquals(Set.of(0, 1, 2), LOG.given());
        assertEquals(Set.of(), LOG.since(2).given());
        assertEquals(Set.of(), LOG.since(9).given());
    }

    @Test
    void shouldSayWhichLanesWereFenced() {
        assertEquals(Set.of(1, 2, 4, 5), LOG.fenced());
        assertEquals(Set.of(2, 4, 5), LOG.since(3).fenced());
    }

    @Test
    void shouldTellAClaimFromOtherEnds() {
        assertEquals(3, LOG.claimed());
        assertEquals(List.of(LOG.lines().get(4)), LOG.otherEnds());
    }
}
