package dev.sluice.client.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.loop.ProgressMeter.ProgressRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {

    @Test
    void shouldTellAfterEachSoManyItemsAndAtTheEndOnTheCallingThread() {
        final List<Progress> told = new ArrayList<>();
        final Set<Thread> threads = new HashSet<>();
        final Progress last = MainLoop.DEFAULTS
                .withWidth(8)
                .withProgress(100, now -> {
                    told.add(now);
                    threads.add(Thread.currentThread());
                })
                .forEach(MainLoopTest.upTo(250), item -> {});
        assertEquals(new Progress(250, 250, 0, OptionalLong.of(250)), last);
        assertEquals(5, told.size(), told::toString); // 100 and 200 begun, 100 and 200 ended, the end
        assertEquals(last, told.get(4));
        assertEquals(
                2,
                told.stream()
                        .filter(now -> now.begun() % 100 == 0 && now.ended() < now.begun())
                        .count());
        assertEquals(Set.of(Thread.currentThread()), threads);
    }

    @Test
    void shouldTellNoMoreOftenThanOnceInATime() {
        final List<Long> told = new ArrayList<>();
        final AtomicLong nanos = new AtomicLong(5);
        final ProgressRule rule = new ProgressRule(now -> told.add(now.begun()), 0, 1_000, nanos::get);
        final ProgressMeter meter = new ProgressMeter(rule, Progress.NONE, List.of());
        for (int item = 1; item <= 100; item++) {
            nanos.addAndGet(30);
            meter.begun();
        }
        assertEquals(List.of(34L, 68L), told);
        meter.end();
        assertEquals(List.of(34L, 68L, 100L), told);
    }

    @Test
    void shouldTellOfALoopByTime() {
        final List<Progress> told = new ArrayList<>();
        MainLoop.DEFAULTS.withProgress(Duration.ofNanos(1), told::add).forEach(MainLoopTest.upTo(10), item -> {});
        assertTrue(told.size() > 1, told::toString);
        assertEquals(10, told.get(told.size() - 1).done());
    }

    @Test
    void shouldRefuseARuleThatMeansNothing() {
        assertThrows(IllegalArgumentException.class, () -> MainLoop.DEFAULTS.withProgress(0, now -> {}));
        assertThrows(IllegalArgumentException.class, () -> MainLoop.DEFAULTS.withProgress(Duration.ZERO, now -> {}));
    }
}
