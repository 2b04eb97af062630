package dev.sluice.examples.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

    private final Arrivals arrivals = new Arrivals();

    @Test
    void shouldTakeTheFirstResultThatWasWrittenAfterTheKillForANewOne() {
        arrivals.add(0, 90, 95);
        arrivals.add(0, 99, 130); // the killed gateway's, seen late
        assertEquals(OptionalLong.empty(), arrivals.firstWrittenAfter(0, 100));
        arrivals.add(1, 140, 150);
        arrivals.add(0, 400, 420);
        arrivals.add(0, 500, 520);
        assertEquals(OptionalLong.of(420), arrivals.firstWrittenAfter(0, 100));
    }

    @Test
    void shouldMeasureTheStretchOfTheLaneThatWaitedLongest() {
        arrivals.add(0, 10, 20);
        arrivals.add(1, 10, 30);
        arrivals.add(0, 90, 110); // 10 after the kill, and then for 300 none
        arrivals.add(1, 190, 210);
        arrivals.add(1, 290, 310);
        arrivals.add(0, 400, 410);
        arrivals.add(1, 400, 410);
        assertEquals(300, arrivals.longestStretch(100));
        assertEquals(100, arrivals.longestStretch(310));
        assertEquals(0, arrivals.longestStretch(410));
    }
}
