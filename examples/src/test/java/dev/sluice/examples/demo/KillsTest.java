package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KillsTest {

    private static final long CONTRACTS = 120;

    private final AtomicLong done = new AtomicLong();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Queue<String> killed = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    @Test
    void shouldKillEachWhenAnEqualPartOfWhatWasLeftIsDone() {
        try (Kills kills = kills(victim("gateway", 80), victim("broker 0", CONTRACTS))) {
            kills.begin(failures::add);
            done.set(39);
            assertTrue(killed.isEmpty(), killed::toString);
            done.set(40);
            Awaitility.await().until(() -> killed.size() == 1);
            done.set(99);
            assertEquals(1, killed.size(), killed::toString);
            done.set(100);
            Awaitility.await().until(() -> out.toString().split("After that kill").length == 3);
        }
        assertEquals(List.of("gateway at 40", "broker 0 at 100"), List.copyOf(killed));
        assertTrue(out.toString().contains("Killed gateway; it is started again."), out::toString);
        assertTrue(failures.isEmpty(), failures::toString);
    }

    @Test
    void shouldKillNothingMoreAndSaySoWhenTheJobHasEnded() {
        try (Kills kills = kills(victim("gateway", CONTRACTS), victim("broker 0", CONTRACTS))) {
            kills.begin(failures::add);
            done.set(50);
            Awaitility.await().until(() -> out.toString().contains("before the next kill"));
        }
        assertEquals(List.of("gateway at 50"), List.copyOf(killed));
    }

    @Test
    void shouldEndWhenTheJobIsOverWithoutHavingSaidThatAllIsDone() {
        try (Kills kills = kills(victim("gateway", 50))) {
            kills.begin(failures::add);
        }
        assertEquals(List.of(), List.copyOf(killed));
    }

    @Test
    void shouldTellWhenWhatItKilledCannotBeStartedAgain() {
        try (Kills kills = kills(() -> {
            throw new IOException("no java");
        })) {
            kills.begin(failures::add);
            done.set(60);
            Awaitility.await().until(() -> !failures.isEmpty());
        }
        assertEquals(List.of("the killed process cannot be started again: no java"), List.copyOf(failures));
    }

    private Kills kills(Kills.Victim... victims) {
        return new Kills(List.of(victims), done::get, CONTRACTS, new Screen(new PrintStream(out), System.err));
    }

    /** After whose kill so many contracts are done. */
    private Kills.Victim victim(String name, long doneThen) {
        return () -> {
            killed.add(name + " at " + done.getAndSet(doneThen));
            return name;
        };
    }
}
