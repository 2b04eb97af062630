package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The log of a backend that is away, or does not answer. */
class OutageLogTest extends Scheduled {

    @Test
    void shouldSayOnceThatRequestsFail() {
        backend = backend(OptionalLong.of(LIMIT), false);
        final List<String> log = CapturedLog.of(() -> {
            goAway(lookup("customer"));
            now += LIMIT;
            for (int i = 0; i < 10; i++) {
                scheduler.add(List.of(lookup("address" + i)));
                step();
                backend.underWay().forEach(call -> backend.reply(call, AWAY));
                now += 400;
            }
            step();
            final Call probe = lookup("last");
            scheduler.add(List.of(probe));
            now += 400;
            step();
            backend.done(probe);
            step();
        });
        assertEquals(3, log.size(), log::toString);
        assertTrue(log.get(0).contains("main is away"), log::toString);
        assertTrue(log.get(1).contains("requests to it fail"), log::toString);
        assertTrue(log.get(2).contains("main is back"), log::toString);
    }

    @Test
    void shouldNotSayTwoLinesEachTimeThatABackendIsBackForAMomentOnly() {
        final List<String> log = CapturedLog.of(() -> {
            final Call read = asked(lookup("customer"));
            for (int i = 0; i < 20; i++) {
                backend.reply(read, i % 2 == 0 ? AWAY : CONFLICT);
                step();
                now += 100;
                step();
                while (backend.underWay().isEmpty()) {
                    now += 10;
                    step();
                }
            }
        });
        assertTrue(log.size() < 10, log::toString);
    }

    @Test
    void shouldEndTheLogWithWhatIsTrueWhenTheLineIsHeldByASecondOutageThatIsShort() {
        final List<String> log = CapturedLog.of(() -> {
            final Call read = asked(lookup("customer"));
            for (final Backend.Reply reply : List.of(AWAY, CONFLICT, AWAY)) {
                backend.reply(read, reply);
                step();
                if (now > 1_000) {
                    scheduler.hasRoom(Set.of(backend));
                    scheduler.windowIsFull(0, 7, Long::toString);
                }
                untilItIsAsked();
            }
            backend.done(read);
            step();
        });
        assertTrue(log.get(log.size() - 1).contains("main is back after"), log::toString);
        assertEquals(2, log.size(), log::toString);
    }

    @Test
    void shouldEndTheLogWithWhatIsTrueWhenTheLineIsHeldByASecondOutageThatIsLong() {
        final List<String> log = CapturedLog.of(() -> {
            final Call read = asked(lookup("customer"));
            for (final Backend.Reply reply : List.of(AWAY, CONFLICT, AWAY, AWAY, AWAY)) {
                backend.reply(read, reply);
                step();
                scheduler.hasRoom(Set.of(backend));
                scheduler.windowIsFull(0, 7, Long::toString);
                now += 450;
                step();
            }
            backend.done(read);
            step();
        });
        final List<String> kinds = log.stream()
                .map(line -> line.replaceAll(".*gw: main (is away|holds the line|is back).*", "$1"))
                .toList();
        assertEquals(
                List.of("is away", "holds the line", "is back", "is away", "holds the line", "is back"),
                kinds,
                log::toString);
    }

    @Test
    void shouldSayItsEndWhenItFailedRequestsInASecondOutage() {
        backend = backend(OptionalLong.of(50), false);
        final List<String> log = CapturedLog.of(() -> {
            final Call read = asked(update("customer"));
            for (final Backend.Reply reply : List.of(AWAY, CONFLICT, AWAY)) {
                backend.reply(read, reply);
                step();
                untilItIsAsked();
            }
            backend.done(read);
            step();
        });
        assertTrue(log.get(log.size() - 1).contains("main is back"), log::toString);
    }

    @Test
    void shouldSayThatItDoesNotAnswerAndThatItDoesAgain() {
        final List<String> log = CapturedLog.of(() -> {
            final Call read = lookup("customer");
            scheduler.add(List.of(read, update("rename")));
            step();
            assertEquals(BackendState.Condition.OPEN, counts.backends().get(0).condition());
            backend.silentSince(OptionalLong.of(now));
            now += 5_000_000_000L;
            step();
            final BackendState silent = counts.backends().get(0);
            assertEquals(BackendState.Condition.SILENT, silent.condition());
            assertEquals(1_000, silent.sinceNanos());
            assertEquals(2, silent.held());
            backend.silentSince(OptionalLong.empty());
            backend.reply(read, CONFLICT);
            now += 4_000_000_000L;
            step();
            assertEquals(BackendState.Condition.SILENT, counts.backends().get(0).condition(), "it gave none");
            answersASecondLater(read);
        });
        assertEquals(2, log.size(), log::toString);
        assertTrue(log.get(0).contains("gw: main has not answered a call for 5000 ms"), log::toString);
        assertTrue(log.get(1).contains("gw: main answers again after"), log::toString);
    }

    @Test
    void shouldSayThatItIsAwayAndNoMoreWhenItDidNotAnswerBefore() {
        final List<String> log = CapturedLog.of(() -> {
            final Call read = asked(lookup("customer"));
            backend.silentSince(OptionalLong.of(now));
            now += 5_000_000_000L;
            step();
            backend.silentSince(OptionalLong.empty());
            backend.reply(read, AWAY);
            step();
            assertEquals(BackendState.Condition.AWAY, counts.backends().get(0).condition());
            answersASecondLater(read);
        });
        assertEquals(3, log.size(), log::toString);
        assertTrue(log.get(2).contains("main is back"), log::toString);
    }

    private Call asked(Call read) {
        scheduler.add(List.of(read));
        step();
        return read;
    }

    private void answersASecondLater(Call read) {
        now += 1_000_000_000L;
        step();
        backend.done(read);
        step();
        now += 1_000_000_000L;
        step();
        assertEquals(BackendState.Condition.OPEN, counts.backends().get(0).condition());
    }

    private void untilItIsAsked() {
        while (backend.underWay().isEmpty()) {
            now += 10;
            step();
        }
    }
}
