package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.scan.DocumentScan.RequestScan;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.internal.wire.ResultKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Requests of a job of which every second failed, and redrives of them. */
abstract class FailedRequests {

    @TempDir
    Path directory;

    final Commands tool = new Commands();
    String cycle;

    /** Of 0 to 9 the odd ones fail: 1, 5 and 9 with TIMEOUT, 3 and 7 as REJECTED; 10 waits. */
    @BeforeEach
    void failEverySecond() {
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter("job")) {
            for (int i = 0; i < 10; i++) {
                append(writer, i % 4 == 3 ? "pay" : "customer", (long) i);
            }
        }
        answer(List.of(1L, 5L, 9L), List.of(3L, 7L));
        append("customer", 10L);
        cycle = requests().get(0).get("position").textValue().split(":")[0];
    }

    static void append(InputWriter writer, String name, Object... arguments) {
        writer.append(name.equals("pay") ? RequestKind.UPDATE : RequestKind.LOOKUP, Map.of("t", "1"), name, arguments);
    }

    void append(String name, Object... arguments) {
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter("job")) {
            append(writer, name, arguments);
        }
    }

    void append(RequestKind kind, Map<String, String> headers, String name, Object... arguments) {
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter("job")) {
            writer.append(kind, headers, name, arguments);
        }
    }

    /** Answers what waits: by their keys, late ones, refused ones, and all others well. */
    void answer(List<Long> late, List<Long> refused) {
        AnsweredQueues.make(directory, 0, (results, index, written, request) -> {
            final Object key = request.arguments().values().get(0);
            if (late.contains(key)) {
                results.fail(index, written, request, FailureKind.TIMEOUT);
            } else if (refused.contains(key)) {
                results.fail(index, written, request, FailureKind.REJECTED);
            } else {
                results.write(
                        index,
                        written,
                        request.kind() == RequestKind.UPDATE ? ResultKind.UPDATED : ResultKind.NOT_FOUND,
                        request.ref(index));
            }
        });
    }

    /** The key that a service knows the event at that place by. */
    String ownKey(int place) {
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                RequestScan scan = queues.scanRequests()) {
            for (int at = 0; at <= place; at++) {
                assertTrue(scan.next());
            }
            return IdempotencyKey.of(
                    queues.inputId(),
                    scan.frame().ref(scan.index()),
                    scan.frame().arguments(),
                    scan.writtenNanos());
        }
    }

    Optional<String> keptKey(int place) {
        return IdempotencyKey.kept(AnsweredQueues.requests(directory).get(place));
    }

    List<JsonNode> behind(int count) {
        final List<JsonNode> all = requests();
        return all.subList(count, all.size());
    }

    List<JsonNode> requests() {
        final Called printed = Called.on(directory, "cat requests --format json");
        assertEquals(0, printed.code(), printed::err);
        return printed.jsonLines();
    }

    /** With {@code C:} for the cycle of all requests. */
    int redrive(String options) {
        return tool.on(
                directory,
                "redrive",
                Stream.of(options.replace("C:", cycle + ":").split(" "))
                        .filter(word -> !word.isEmpty())
                        .toArray(String[]::new));
    }

    Report report(String options) throws IOException {
        assertEquals(0, redrive("--format json " + options), tool::err);
        return new Report(tool.json());
    }

    /** What a redrive says of itself. */
    record Report(JsonNode json) {

        int requests() {
            return json.get("requests").intValue();
        }

        int leftOut(String why) {
            return json.get("leftOut").get(why).intValue();
        }
    }

    static List<String> keys(List<JsonNode> lines) {
        return lines.stream()
                .map(line -> line.get("arguments").get(0).toString())
                .toList();
    }

    static Map<String, String> run(String item) {
        return Map.of("job", "letters", "run", "today", "item-number", item, "item", "k", "call", "change-1");
    }
}
