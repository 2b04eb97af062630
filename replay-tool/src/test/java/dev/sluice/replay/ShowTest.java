package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.InputReader;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.OutputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.replay.prove.RewrittenQueue;
import dev.sluice.service.QueueFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Show of requests that a test answers, or leaves waiting. */
class ShowTest {

    @TempDir
    private Path directory;

    @Test
    void shouldFindAllThatSharedACallAcrossRollFiles() throws IOException {
        final var options = AnsweredQueues.OPTIONS.withRollCycle("TEST_SECONDLY");
        final List<Long> requests = new ArrayList<>();
        try (QueuePair queues = QueuePair.open(directory, options);
                InputWriter writer = queues.newWriter()) {
            for (int part = 0; part < 3; part++) {
                for (int i = 0; i < 10; i++) {
                    requests.add(writer.write(RequestKind.LOOKUP, Map.of(), "customer", (long) i));
                }
                QueueFiles.awaitNext();
            }
            final long now = System.currentTimeMillis() * 1_000_000;
            // 0 to 4 alone each, 5 to 14 and 20 to 24 in one call, 15 to 19 from a cache, all read in one go
            final Call[] calls = new Call[25];
            for (int i = 0; i < calls.length; i++) {
                calls[i] = i < 5
                        ? new Call(now + i + 1, now + 10, i == 4 ? 3 : 0)
                        : i < 15 || i >= 20 ? new Call(now + 7, now + 11, 0) : new Call(0, 0, 0);
            }
            answer(queues, now, calls, 12);
            final List<String> positions = requests.stream()
                    .map(index -> queues.inputPosition(index).toString())
                    .toList();
            assertTrue(positions.stream().map(it -> it.split(":")[0]).distinct().count() >= 3, positions::toString);
            for (int i = 0; i < calls.length; i++) {
                final JsonNode life = show(positions.get(i)).json();
                together(life.get("readTogether"), 25, positions.get(0), positions.get(24));
                if (i < 5) {
                    together(life.get("callTogether"), 1, positions.get(i), positions.get(i));
                } else if (calls[i].begun() != 0) {
                    together(life.get("callTogether"), 15, positions.get(5), positions.get(24));
                } else {
                    assertFalse(life.has("callTogether"), life::toString);
                    assertFalse(life.has("callBegun"), life::toString);
                }
                assertEquals(
                        i == 4 ? 3 : calls[i].begun() == 0 ? 0 : 1,
                        life.get("asked").intValue());
            }
            assertTrue(show(positions.get(7), "text")
                    .out()
                    .contains("; one of 15 in this call, " + positions.get(5) + " to "));
            assertTrue(show(positions.get(4), "text").out().contains("asked        3 times"));
            assertTrue(show(positions.get(4), "text").out().contains("; the call answered this one alone"));
            assertTrue(show(positions.get(16), "text").out().contains("it was answered without a call"));
            final JsonNode last = show("--last").json();
            assertEquals(4, last.get("waiting").get("before").intValue());
            assertEquals(positions.get(25), last.get("waiting").get("first").textValue());
            assertEquals(
                    0,
                    show(positions.get(25)).json().get("waiting").get("before").intValue());
        }
    }

    @Test
    void shouldShowTimesInTheirOrderWhenTheClocksOfWriterAndGatewayDiffer() {
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter()) {
            writer.append(RequestKind.LOOKUP, Map.of(), "customer", 1L);
            final long behind = (System.currentTimeMillis() - 77) * 1_000_000;
            answer(queues, behind, new Call[] {new Call(behind + 5, behind + 9_000_000, 0)}, -1);
        }
        final String text = show("--last", "text").out();
        final List<String> times = new ArrayList<>();
        for (final String label : List.of("written", "read", "call begun", "call ended", "answered")) {
            final Matcher time = Pattern.compile("  " + label + " +(\\S+Z)").matcher(text);
            assertTrue(time.find(), text);
            times.add(String.format("%-30s", time.group(1).replace("Z", "")).replace(' ', '0'));
        }
        assertEquals(times.stream().sorted().toList(), times, text);
        assertTrue(text.contains("at the same time, or later: the clock was "), text);
    }

    @Test
    void shouldNameItselfAsTheLauncherDoesInItsHelp() {
        for (final String command : List.of("status", "cat", "show", "jobs")) {
            final StringWriter out = new StringWriter();
            final CommandLine commands = Main.commandLine();
            commands.setOut(new PrintWriter(out));
            assertEquals(0, commands.execute(command, "--help"));
            assertTrue(out.toString().contains("Usage: sluice " + command + " "), out::toString);
            assertFalse(out.toString().contains("sluice replay"), out::toString);
            assertEquals("sluice replay", commands.getCommandName());
        }
    }

    private record Call(long begun, long ended, int asked) {}

    /** Answers requests as if each was answered so, all of them read at the same time; waits a while in the middle. */
    private static void answer(QueuePair queues, long readNanos, Call[] calls, int pauseAt) {
        try (GatewayLock lock = queues.lease();
                InputReader reader = queues.requestsFromStart();
                OutputWriter results = queues.resultWriter(lock, queues.lastAnswered())) {
            final MessageWriter message = new MessageWriter();
            final int[] count = {0};
            reader.poll(
                    new RequestReceiver() {
                        @Override
                        public void request(long index, long writtenNanos, RequestFrame request) {
                            if (count[0] == pauseAt) {
                                QueueFiles.awaitNext();
                            }
                            final Call call = calls[count[0]++];
                            ResultFrame.begin(message, ResultKind.NOT_FOUND, request.name());
                            ResultFrame.end(
                                    message,
                                    results.id(),
                                    results.nextSequence(),
                                    request.ref(index),
                                    call.asked(),
                                    call.begun(),
                                    call.ended());
                            results.write(index, writtenNanos, readNanos, message);
                        }

                        @Override
                        public void undecodable(long index, long writtenNanos, String why) {
                            throw new AssertionError(why);
                        }
                    },
                    calls.length);
        }
    }

    private static void together(JsonNode together, int count, String first, String last) {
        assertEquals(count, together.get("count").intValue(), together::toString);
        assertEquals(first, together.get("first").textValue());
        assertEquals(last, together.get("last").textValue());
        assertTrue(together.get("all").booleanValue());
    }

    @Test
    void shouldTellTheRequestAsItIsAndBehindWhatItWaits() throws IOException {
        AnsweredQueues.make(directory, 4, AnsweredQueues.Results::truth);
        final String original;
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter()) {
            original = queues.inputPosition(queues.lastAnswered().orElseThrow().requestIndex())
                    .toString();
            writer.append(RequestKind.SEND, Map.of(), "dunning", "a\nb\u001b[1m", null, new byte[] {1, (byte) 0xAB});
            writer.append(
                    RequestKind.UPDATE, Map.of("job", "letters", RequestFrame.REDRIVE_OF, original), "pay", 5L, "now");
        }
        final String text = show("--last", "text").out();
        assertTrue(text.startsWith("REQUEST        " + original.split(":")[0] + ":5"), text);
        for (final String line : List.of(
                "  executeUpdate pay",
                "  argument 1   long 5",
                "  argument 2   text now",
                "  header       job letters",
                "  redrive of   " + original + " (see 'sluice show')",
                "               behind 1 other:",
                "send 'dunning' [a?b?[1m, null, ",
                "RESULT         none yet")) {
            assertTrue(text.contains(line), () -> line + " in " + text);
        }
        final String event = show(original.split(":")[0] + ":4", "text").out();
        assertTrue(event.contains("  argument 1   text a\\nb\\u001b[1m"), event);
        assertTrue(event.contains("  argument 2   null null"), event);
        assertTrue(event.contains("  argument 3   bytes 01ab"), event);
        assertTrue(event.contains("it is the first that waits"), event);
        final JsonNode json = show("--last").json();
        assertEquals("[\"long\",\"text\"]", json.get("types").toString());
        assertEquals(original, json.get("redriveOf").textValue());
        assertEquals("dunning", json.get("waiting").get("firstName").textValue());
        assertFalse(json.get("waiting").has("decided"));
        assertEquals(0, Called.on(directory, "resume --lookup pay").code());
        assertTrue(show("--last").json().get("waiting").has("decided"));
        final String decided = show("--last", "text").out();
        assertTrue(decided.contains("the next gateway answers it as failed, as decided by 'sluice replay"), decided);
        assertTrue(decided.contains(", unless the gateway finds that it was committed"), decided);
        assertFalse(show(original.split(":")[0] + ":4").json().get("waiting").has("decided"));
    }

    @Test
    void shouldTellTheWholeFailure() {
        AnsweredQueues.make(directory, 4, AnsweredQueues.Results::truth);
        final String text = show("--last", "text").out();
        assertTrue(text.contains("  send         send-it"), text);
        assertTrue(text.contains("  kind         REJECTED"), text);
        assertTrue(text.contains("  message      no"), text);
        assertTrue(text.contains("  retryable    no"), text);
        assertTrue(
                text.contains(
                        " of the output, where positions begin at 0; result number 4, where numbers begin at 1; "),
                text);
    }

    @Test
    void shouldSayThatAResultIsLostWhenLaterRequestsHaveTheirs() throws IOException {
        AnsweredQueues.make(directory, 8, AnsweredQueues.Results::truth);
        final String cycle = show("--last").json().get("position").textValue().split(":")[0];
        RewrittenQueue.tamper(directory.resolve("out"), documents -> documents.remove(3));
        final Called lost = Called.on(directory, "show " + cycle + ":3");
        assertEquals(1, lost.code());
        assertTrue(lost.out().contains("not found, although later requests have results"), lost.out());
        assertEquals(0, Called.on(directory, "show " + cycle + ":4").code());
    }

    @Test
    void shouldSayWhatThereIsWhenThereIsNoSuchRequest() {
        QueuePair.open(directory, AnsweredQueues.OPTIONS).close();
        final Called empty = Called.on(directory, "show --last");
        assertEquals(1, empty.code());
        assertTrue(empty.err().contains("there are no requests in "), empty.err());
        AnsweredQueues.make(directory, 4, AnsweredQueues.Results::truth);
        final Called other = Called.on(directory, "show 17:4");
        assertEquals(1, other.code());
        assertTrue(other.err().contains("there is no request at 17:4: the first request has position "), other.err());
        assertTrue(other.err().stripTrailing().endsWith(":3"), other.err());
        assertEquals(1, Called.on(directory, "show 2999-01-01").code());
        assertTrue(show("1999-12-31", "text").out().contains(":0"));
        assertEquals(3, Called.on(directory.resolve("none"), "show --last").code());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"show", "show 1:1 --last", "show soon", "show --last --format csv", "show 1:99999999999999999"})
    void shouldRefuseWhatItDoesNotUnderstand(String line) {
        AnsweredQueues.make(directory, 4, AnsweredQueues.Results::truth);
        final Called refused = Called.on(directory, line);
        assertEquals(2, refused.code(), refused::toString);
        assertFalse(refused.err().isBlank());
    }

    private Called show(String place) {
        return show(place, "json");
    }

    private Called show(String place, String format) {
        final Called executed = Called.on(directory, "show " + place + " --format " + format);
        assertEquals(0, executed.code(), executed::toString);
        return executed;
    }
}
