package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.transport.LastAnswered;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import net.openhft.chronicle.core.time.TimeProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The wall clock, which says when a file is full, is set back and forth: nobody relies on it. */
class ClockTest {

    private static final QueueOptions HOURLY = TestQueues.SMALL.withRollCycle("FAST_HOURLY");

    @TempDir
    Path directory;

    private final AtomicLong clock = new AtomicLong();
    private final List<String> written = new ArrayList<>();
    private QueuePair queues;

    @BeforeEach
    void open() {
        setClock("10:30");
        queues = QueuePair.open(directory, HOURLY, clock::get);
    }

    @AfterEach
    void close() {
        queues.close();
    }

    private void setClock(String time) {
        clock.set(Instant.parse("2026-05-04T" + time + ":00Z").toEpochMilli());
    }

    private void write(InputWriter writer) {
        final String name = "u" + written.size();
        TestQueues.update(writer, name);
        written.add(name);
    }

    private void write() {
        try (InputWriter writer = queues.newWriter("letters")) {
            write(writer);
        }
    }

    private static List<String> names(TestQueues.Collected requests) {
        return requests.frames.stream().map(RequestFrame::name).toList();
    }

    private List<String> answered() {
        final TestQueues.Lines lines = new TestQueues.Lines();
        try (OutputReader reader = queues.resultsFromStart()) {
            reader.poll(lines, 100);
        }
        return lines.lines.stream().map(line -> line.split(" ")[0]).toList();
    }

    /** Everything is there, in order, and the next gateway goes on after it. */
    private void check() {
        assertEquals(1, TestQueues.answerAll(queues), "only the new one");
        assertEquals(written, names(TestQueues.readAll(queues)));
        assertEquals(written, answered());
        final LastAnswered last = queues.lastAnswered().orElseThrow();
        assertEquals(written.size(), last.resultSequence());
        assertEquals(0, queues.backlog().waiting());
        queues.unansweredRequests(queues.lastAnswered()).close();
    }

    @Test
    void shouldKeepOrderAndLoseNothingWhenWritersAreOpenWhileItIsSet() {
        try (InputWriter writer = queues.newWriter();
                InputReader requests = queues.requestsFromStart();
                OutputReader results = queues.output().newResults()) {
            final TestQueues.Lines lines = new TestQueues.Lines();
            final TestQueues.Collected collected = new TestQueues.Collected();
            for (final String time : List.of("10:31", "11:05", "10:50", "10:10", "11:30", "12:05", "09:00", "15:00")) {
                setClock(time);
                write(writer);
                check();
                requests.poll(collected, 100);
                results.poll(lines, 100);
                assertEquals(written, names(collected), "at " + time);
                assertEquals(written.size(), lines.lines.size(), "at " + time);
            }
        }
    }

    @Test
    void shouldKeepOrderAndLoseNothingWhenAllIsOpenedAnewAfterItWasSet() {
        for (final String time : List.of("10:31", "11:05", "10:50", "10:10", "11:30", "12:05", "09:00", "15:00")) {
            close();
            setClock(time);
            queues = QueuePair.open(directory, HOURLY, clock::get);
            write();
            check();
        }
    }

    @Test
    void shouldGiveTimesInTheOrderOfTheRequestsWhenAnotherWritesAfterTheClockWasRead() {
        final Deque<Runnable> afterReading = new ArrayDeque<>();
        final TimeProvider read = () -> {
            final long now = clock.incrementAndGet();
            while (!afterReading.isEmpty()) {
                afterReading.pop().run();
            }
            return now;
        };
        try (QueuePair overtaken = QueuePair.open(directory, HOURLY, read);
                InputWriter first = overtaken.newWriter();
                InputWriter second = queues.newWriter()) {
            TestQueues.update(first, "a");
            afterReading.push(() -> {
                clock.incrementAndGet();
                TestQueues.update(second, "b");
            });
            TestQueues.update(first, "c");
        }
        final TestQueues.Collected requests = TestQueues.readAll(queues);
        assertEquals(List.of("a", "b", "c"), names(requests));
        assertEquals(requests.writtenNanos.stream().sorted().distinct().toList(), requests.writtenNanos);
    }

    @Test
    void shouldFollowAnotherProcessToItsNewerFileWhenItWasSetBackSince() {
        try (InputWriter idle = queues.newWriter();
                QueuePair other = QueuePair.open(directory, HOURLY, clock::get)) {
            write(idle);
            check();
            setClock("11:05");
            try (InputWriter writer = other.newWriter()) {
                write(writer);
            }
            check();
            setClock("10:50");
            write(idle);
            check();
            setClock("12:05");
            write(idle);
            check();
        }
    }

    @Test
    void shouldResumeNamedReadersWhenItWasSetBack() {
        setClock("11:05");
        queues.results("letters").close();
        write();
        check();
        setClock("10:50");
        write();
        check();
        try (OutputReader reader = queues.results("letters")) {
            assertEquals(2, reader.poll(new TestQueues.Lines(), 100));
        }
        setClock("09:00");
        write();
        check();
        try (OutputReader reader = queues.results("letters")) {
            assertEquals(1, reader.poll(new TestQueues.Lines(), 100));
        }
    }
}
