package dev.sluice.service.admin.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.admin.page.PageState.Condition;
import dev.sluice.service.admin.page.PageState.Now;
import dev.sluice.service.admin.page.PageState.Placed;
import dev.sluice.service.look.LaneLooks;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queues that cannot be read are not shown as queues of which nothing is known to say. */
class UnreadQueuesTest {

    @TempDir
    Path directory;

    @Test
    void shouldSayWhyInsteadOfNothingWhenThereAreNoQueues() {
        final String address = directory.resolve("nowhere").toString();
        try (LaneLooks looks = new LaneLooks(
                () -> List.of(address), InstantSource.system(), Executors.newSingleThreadScheduledExecutor())) {
            assertEquals(Optional.empty(), looks.of(address));
            final String why = looks.unread(address).orElseThrow();
            assertTrue(why.contains("nowhere"), why);
            final PageState state = state(List.of(new Placed<>("", why)));
            assertTrue(PageTables.jobs(state).contains("Not known just now, as the queues cannot be read: "));
            assertTrue(PageTables.failures(state).contains("Not known just now, as the queues cannot be read: "));
            assertFalse(
                    (PageTables.jobs(state) + PageTables.failures(state)).matches("(?s).*(No run is|None among).*"));
        }
        assertTrue(PageTables.jobs(state(List.of())).contains("No run is open"));
        assertTrue(PageTables.failures(state(List.of())).contains("None among"));
    }

    private static PageState state(List<Placed<String>> unread) {
        final Now now =
                new Now(Optional.empty(), Optional.empty(), Duration.ZERO, 0, 0, 0, 0, 0, 0, 0, Optional.empty());
        return new PageState(
                Instant.EPOCH,
                "seen",
                "1",
                1,
                Duration.ZERO,
                Condition.FINE,
                List.of(),
                now,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                unread,
                List.of(),
                true,
                List.of());
    }
}
