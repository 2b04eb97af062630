package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.Failure;
import dev.sluice.api.FutureRequests;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.internal.queue.files.RollCycleName;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wire;

/** What the tests of queues share. */
public final class TestQueues {

    /** Small blocks, no reserve: many queues fit a build machine's disk. */
    public static final QueueOptions SMALL =
            QueueOptions.DEFAULTS.withRequestLimit(4096).withBlockSize(4 << 20).withDiskReserve(0);

    private TestQueues() {}

    /** What a reader of requests was given. */
    static final class Collected implements RequestReceiver {
        final List<RequestFrame> frames = new ArrayList<>();
        final List<Long> indexes = new ArrayList<>();
        final List<Long> writtenNanos = new ArrayList<>();
        final List<String> undecodable = new ArrayList<>();

        @Override
        public void request(long index, long written, RequestFrame request) {
            frames.add(request);
            indexes.add(index);
            writtenNanos.add(written);
        }

        @Override
        public void undecodable(long index, long written, String why) {
            undecodable.add(why);
        }
    }

    /** What a handler of results was given, in a line each. */
    public static class Lines implements Results {
        public final List<String> lines = new ArrayList<>();

        @Override
        public void rows(RequestRef request, Rows rows) {
            lines.add(request.name() + " rows " + rows.size());
        }

        @Override
        public void notFound(RequestRef request) {
            lines.add(request.name() + " not found");
        }

        @Override
        public void updated(RequestRef request, long count) {
            lines.add(request.name() + " updated " + count);
        }

        @Override
        public void failed(RequestRef request, Failure failure) {
            lines.add(request.name() + " failed " + failure.message());
        }
    }

    static Collected readAll(QueuePair queues) {
        try (InputReader reader = queues.requestsFromStart()) {
            return readAll(reader);
        }
    }

    static Collected readAll(InputReader reader) {
        final Collected collected = new Collected();
        int read;
        do {
            read = reader.poll(collected, 100);
        } while (read > 0);
        return collected;
    }

    /** Whether each request there is carries a deadline. */
    public static List<Boolean> deadlines(QueuePair queues) {
        return headers(queues).stream()
                .map(headers -> headers.containsKey(FutureRequests.DEADLINE))
                .toList();
    }

    /** The headers of each request there is. */
    public static List<Map<String, String>> headers(QueuePair queues) {
        return readAll(queues).frames.stream().map(RequestFrame::headers).toList();
    }

    /** The requests there are, a line each with their arguments; all of them can be read. */
    public static List<String> requests(QueuePair queues) {
        final Collected collected = readAll(queues);
        assertEquals(List.of(), collected.undecodable);
        return collected.frames.stream()
                .map(frame -> frame.name() + frame.arguments())
                .toList();
    }

    static long update(InputWriter writer, String name, Object... arguments) {
        return writer.write(RequestKind.UPDATE, Map.of(), name, arguments);
    }

    /** Answers everything that has no result yet, each as updated with its sequence number; gives how many. */
    public static int answerAll(QueuePair queues) {
        return answer(queues, Integer.MAX_VALUE);
    }

    /** Answers the next requests, one gateway run each time it is called. */
    public static int answer(QueuePair queues, int limit) {
        return answer(queues, limit, request -> true);
    }

    /** Answers those of the next requests that are to have a result. */
    public static int answer(QueuePair queues, int limit, Predicate<RequestFrame> answered) {
        try (GatewayLock lock = queues.lease();
                InputReader reader = queues.unansweredRequests(queues.lastAnswered());
                OutputWriter writer = queues.resultWriter(lock, queues.lastAnswered())) {
            final MessageWriter message = new MessageWriter();
            final RequestReceiver receiver = new RequestReceiver() {
                @Override
                public void request(long index, long writtenNanos, RequestFrame request) {
                    if (answered.test(request)) {
                        writeUpdated(writer, message, request.ref(index), writtenNanos, request.sequence());
                    }
                }

                @Override
                public void undecodable(long index, long writtenNanos, String why) {
                    writeUpdated(writer, message, new RequestRef(index, 0, 0, "?"), writtenNanos, -1);
                }
            };
            return reader.poll(receiver, limit);
        }
    }

    static long writeUpdated(
            OutputWriter writer, MessageWriter message, RequestRef request, long writtenNanos, long count) {
        ResultFrame.begin(message, ResultKind.UPDATED, request.name());
        ResultFrame.updated(message, count);
        ResultFrame.end(message, writer.id(), writer.nextSequence(), request, 0, writtenNanos + 2, writtenNanos + 3);
        return writer.write(request.index(), writtenNanos, writtenNanos + 1, message);
    }

    /** The roll files of a queue, oldest first. */
    public static List<Path> files(Path queue) throws IOException {
        try (Stream<Path> files = Files.list(queue)) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .sorted()
                    .toList();
        }
    }

    /** Chronicle's own view of one of the two queues, as a stranger would open it. */
    static ChronicleQueue chronicle(Path pair, String which) {
        return SingleChronicleQueueBuilder.binary(pair.resolve(which))
                .rollCycle(RollCycleName.parse("FAST_DAILY"))
                .blockSize(SMALL.blockSize())
                .timeoutMS(500)
                .sourceId(which.equals("in") ? 1 : 2)
                .build();
    }

    /** Writes a document of any shape, as a stranger or an attacker would. */
    public static void writeRaw(Path pair, String which, Consumer<Wire> content) {
        try (ChronicleQueue queue = chronicle(pair, which);
                ExcerptAppender appender = queue.createAppender();
                DocumentContext document = appender.writingDocument()) {
            content.accept(document.wire());
        }
    }
}
