package dev.sluice.perf.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.perf.events.SenderJvm.Batching;
import dev.sluice.perf.events.SenderJvm.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class SendersTest {

    @Test
    void shouldSendEachEventOnceWhenItIsSentByEveryBaseline(@TempDir Path directory) throws Exception {
        final Batching batching = new Batching(7, Duration.ofMillis(2), 3);
        try (EventSink.Jvm sink = EventSink.start(directory, Duration.ofMillis(1))) {
            for (final Way way : List.of(Way.ASYNC_WORKER, Way.POOL_TAKING_ONE, Way.ONE_EACH_ASYNC)) {
                try (SenderJvm sender = SenderJvm.start(way, directory, sink, batching)) {
                    assertEquals(
                            60, sender.send(Load.atRate(1_000, 60)).arrived().distinct(), way.label());
                }
            }
        }
    }
}
