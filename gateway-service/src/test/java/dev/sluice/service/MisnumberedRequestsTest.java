package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Row;
import dev.sluice.client.Futures;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.transport.RequestWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request with a right checksum and a wrong number, beside a job that waits: it fails alone, whatever it says. */
@Timeout(60)
class MisnumberedRequestsTest {

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("""
            lookups:
              one: {sql: 'SELECT CAST(? AS BIGINT) AS n FROM (VALUES(0))', types: [long], reads: []}
            """);

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1, 2, 4, 5, 1_000, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldFailAloneAndBeSaidOnceWhenItSaysThatItIsTheJobs(long number) {
        try (CapturedLog log = new CapturedLog()) {
            served.start();
            lookup(1L, 2L);
            craft(writer(), number);
            lookup(3L);
            final List<String> own = new ArrayList<>(served.results());
            served.stop();
            served.start();
            lookup(4L);
            own.addAll(served.results());
            assertEquals(
                    List.of("one: rows [{N=1}]", "one: rows [{N=2}]", "one: rows [{N=3}]", "one: rows [{N=4}]"), own);
            final List<String> results = served.allResults(5);
            assertTrue(results.get(2).contains("failed INVALID"), results::toString);
            final List<String> lines = log.lines().stream()
                    .filter(line -> line.contains("The request 'one' at "))
                    .toList();
            assertEquals(1, lines.size(), log.lines()::toString);
            assertTrue(
                    lines.get(0)
                            .matches(".*at \\d+:2, of writer " + Long.toHexString(writer())
                                    + ", is not asked, and answered as failed: it is request " + number
                                    + " of its writer.*"),
                    lines.get(0));
        }
    }

    @Test
    void shouldAnswerTheJobsOwnRequestOnceWhenSomebodyTookItsNumberBefore() {
        final RunningGateway gateway = served.start();
        lookup(1L);
        craft(writer(), 2);
        Awaitility.await().until(() -> gateway.counts().written() == 2);
        final Collected own = new Collected();
        served.client().poll(own, 10);
        lookup(2L, 3L);
        served.client().awaitAll(own);
        assertEquals(3, own.lines.size(), own.lines::toString);
        assertEquals("one: rows [{N=1}]", own.lines.get(0));
        assertTrue(own.lines.get(1).contains("failed INVALID"), own.lines::toString);
        assertEquals("one: rows [{N=3}]", own.lines.get(2));
    }

    @Test
    void shouldLeaveTheFuturesOfAJobWhole() {
        final RunningGateway gateway = served.start();
        final long writer = writer();
        final Futures futures = served.client().futures(Runnable::run);
        assertEquals(1L, number(futures.lookup("one", 1L)));
        for (final long number : new long[] {0, 1, 1_000, 1_001, -7}) {
            craft(writer, number);
        }
        assertEquals(2L, number(futures.lookup("one", 2L)));
        craft(writer, 3);
        Awaitility.await().until(() -> gateway.counts().written() == 8);
        final CompletionException e = assertThrows(CompletionException.class, () -> number(futures.lookup("one", 3L)));
        assertEquals(
                FailureKind.INVALID,
                ((RequestFailedException) e.getCause()).failure().kind());
        assertEquals(4L, number(futures.lookup("one", 4L)));
        assertEquals(0, futures.unanswered());
    }

    private static long number(CompletableFuture<Optional<Row>> answer) {
        return answer.orTimeout(30, TimeUnit.SECONDS).join().orElseThrow().getLong("n");
    }

    private void lookup(Long... keys) {
        for (final Long key : keys) {
            served.client().requests().lookup("one", key);
        }
    }

    private long writer() {
        return ((RequestWriter) served.client().requests()).writer();
    }

    private void craft(long writer, long number) {
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(message, RequestKind.LOOKUP, writer, number, Map.of(), "one", new Object[] {number});
        try (ChronicleQueue input =
                        ChronicleQueue.single(served.queues().resolve("in").toString());
                ExcerptAppender appender = input.createAppender();
                DocumentContext document = appender.writingDocument()) {
            document.wire().bytes().write(message.toBytes());
        }
    }
}
