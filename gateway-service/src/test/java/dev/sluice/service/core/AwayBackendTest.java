package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The scheduler tries a backend that is away with one call at a time, and asks others meanwhile. */
class AwayBackendTest extends NamedCalls {

    @Test
    void shouldTryWithOneCallAtATimeWhileABackendIsAway() {
        scheduler.add(List.of(read, read2, read3));
        step();
        backend.reply(read, AWAY);
        backend.reply(read2, AWAY);
        backend.reply(read3, AWAY);
        step();
        assertEquals(List.of(), backend.underWay());
        now += 100;
        step();
        assertEquals(List.of(read), backend.underWay());
        now += 10_000;
        step();
        assertEquals(List.of(read), backend.underWay());
        backend.done(read);
        step();
        assertEquals(List.of(read2, read3), backend.underWay());
    }

    @Test
    void shouldWaitLongerAfterEachFailedAttempt() {
        scheduler.add(List.of(read));
        step();
        for (final long pause : new long[] {100, 200, 400, 400}) {
            backend.reply(read, AWAY);
            step();
            isAskedAgainAfter(pause);
        }
    }

    @Test
    void shouldStartWithTheFirstPauseAgainInTheNextOutage() {
        scheduler.add(List.of(read, read2));
        step();
        for (int outage = 0; outage < 2; outage++) {
            backend.reply(read2, AWAY);
            step();
            now += 100;
            step();
            assertEquals(List.of(read, read2), backend.underWay());
            backend.reply(read2, CONFLICT);
            step();
            now += 1_000;
            step();
        }
    }

    @Test
    void shouldNotTakeACallFromBeforeTheOutageForAnAttempt() {
        scheduler.add(List.of(read, read2, read3));
        step();
        backend.reply(read, AWAY);
        step();
        backend.reply(read2, AWAY);
        backend.done(read3);
        step();
        assertEquals(List.of(), backend.underWay(), "one that was answered before does not end the outage");
        now += 100;
        step();
        assertEquals(List.of(read), backend.underWay(), "one that was given back later does not make it longer");
    }

    @Test
    void shouldSayOnceThatABackendIsAwayAndOnceThatItIsBack() {
        final List<String> log = CapturedLog.of(() -> {
            scheduler.add(List.of(read, read2));
            step();
            backend.reply(read, AWAY);
            backend.reply(read2, AWAY);
            step();
            for (int attempt = 0; attempt < 5; attempt++) {
                now += 400;
                step();
                backend.reply(backend.underWay().get(0), AWAY);
                step();
            }
            now += 400;
            step();
            backend.done(backend.underWay().get(0));
            step();
            backend.done(backend.underWay().get(0));
            step();
        });
        assertEquals(2, log.size(), log::toString);
        assertTrue(log.get(0).contains("gw: main is away: connection refused"), log::toString);
        assertTrue(log.get(1).contains("gw: main is back") && log.get(1).contains("6 attempts"), log::toString);
    }

    @Test
    void shouldKeepAskingOtherBackendsWhileOneIsAway() {
        scheduler.add(List.of(read, read2));
        step();
        backend.reply(read, AWAY);
        step();
        scheduler.add(List.of(elsewhere));
        step();
        assertEquals(List.of(elsewhere), other.underWay());
    }
}
