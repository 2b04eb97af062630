package dev.sluice.perf.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.perf.events.Delivery.Load;
import dev.sluice.perf.lab.ServerJvm;
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
        try (ServerJvm sink = EventSink.start(directory, Duration.ofMillis(1));
                Senders senders = new Senders(directory, sink, 7, 2, 3)) {
            for (final Way way : List.of(Way.ASYNC_WORKER, Way.POOL_TAKING_ONE, Way.ONE_EACH_ASYNC)) {
                senders.start(way);
                senders.awaitStart(way);
                assertEquals(
                        60, senders.send(way, new Load(1_000, 60)).arrived().distinct(), way.label());
            }
        }
    }
}
