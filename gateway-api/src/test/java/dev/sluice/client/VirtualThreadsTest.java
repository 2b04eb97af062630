package dev.sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.FuturesOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Found by name, as it is compiled for Java 17. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadsTest extends ClientOverQueues {

    record Found(long key) {}

    interface Echo {
        Found echo(long key);
    }

    @Test
    void shouldAnswerManyThreadsThatWaitUnderALimit() throws Exception {
        final ExecutorService threads = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        serve();
        try {
            final Echo echo = client.futures(FuturesOptions.on(Runnable::run).waitingAt(100))
                    .declare(Echo.class);
            final List<CompletableFuture<Long>> found = new ArrayList<>();
            for (long key = 0; key < 3_000; key++) {
                final long asked = key;
                found.add(CompletableFuture.supplyAsync(
                        () -> echo.echo(echo.echo(asked).key() + 1).key(), threads));
            }
            for (int key = 0; key < 3_000; key++) {
                assertEquals(key + 1, found.get(key).join());
            }
            assertEquals(6_000, client.answered());
        } finally {
            threads.shutdown();
        }
    }
}
