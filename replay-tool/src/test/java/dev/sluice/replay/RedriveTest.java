package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.client.ChronicleRequests;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.act.Redrive;
import dev.sluice.transport.RunPlace;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which failed requests are written again, what they carry, and that each one is written once. */
class RedriveTest extends FailedRequests {

    private static final Object[] ALL_TYPES = {
        7L,
        new BigDecimal("1.500"),
        null,
        "text",
        new byte[] {1, 2},
        LocalDate.of(2026, 11, 22),
        new UUID(1, 2),
        new double[] {1.5, Double.NaN},
        true
    };

    @Test
    void shouldLeaveOutWhatAnotherProcessOfTheRunHasAsked() {
        append("pay", 11L);
        AnsweredQueues.make(
                directory,
                0,
                (results, index, written, request) -> results.failed(
                        index,
                        written,
                        request.ref(index),
                        Failure.of(FailureKind.NOT_ALLOWED, "The request was not asked: " + RunPlace.FOLLOWED)));
        assertEquals(0, redrive("--failure NOT_ALLOWED"));
        assertTrue(tool.out().contains("left out: 2 come from processes whose run another "), tool.out());
        assertTrue(tool.out().contains("nothing was written again"), tool.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 1 3 5 7 9",
                "--failure TIMEOUT | 1 5 9",
                "--failure REJECTED,TIMEOUT --lookup customer | 1 5 9",
                "--lookup pay | 3 7",
                "--key 5,7,8 | 5 7",
                "--from C:5 | 5 7 9",
                "--from C:4 --to C:7 | 5 7",
                "--to C:2 --lookup pay | ''",
                "--from 2999-01-01 | ''",
                "--to 2001-01-01 | ''",
                "--from 2001-01-01 --failure REJECTED | 3 7",
                "--from C:500 | ''",
            })
    void shouldWriteFailedOnesThatAreMeantInTheirOrder(String arguments, String keys) {
        assertEquals(0, redrive(arguments), tool::err);
        final List<JsonNode> written = behind(11);
        assertEquals(
                keys,
                String.join(
                        " ",
                        written.stream()
                                .map(line -> line.get("arguments").get(0).toString())
                                .toList()));
        for (final JsonNode line : written) {
            final JsonNode headers = line.get("headers");
            assertEquals("1", headers.get("t").textValue());
            assertEquals(
                    cycle + ":" + line.get("arguments").get(0),
                    headers.get("redrive-of").textValue());
            assertEquals(2, headers.size(), headers::toString);
        }
    }

    @Test
    void shouldShowWhichTheyAreAndWriteNothingWhenAskedForADryRun() {
        assertEquals(0, redrive("--dry-run"), tool::err);
        final String text = tool.out();
        assertTrue(text.matches("(?s).*customer +TIMEOUT +3 +0 +C:1 +C:9\\R.*".replace("C:", cycle + ":")), text);
        assertTrue(text.matches("(?s).*pay +REJECTED +2 +2 +C:3 +C:7\\R.*".replace("C:", cycle + ":")), text);
        assertTrue(text.contains("5 would be written again; --dry-run writes nothing"), text);
        assertEquals(11, requests().size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--key 4,x | of 5 failed requests none has 4 or x among its arguments",
                "--key 5 --lookup pay | of 5 failed requests none fits all these options",
                "--lookup none | of 5 failed requests none is for none",
                "--failure UNAVAILABLE | of 5 failed requests none failed with UNAVAILABLE",
                "--from C:10 | of 1 request none has failed",
                "--from C:500 | there is no request in that part of the queue",
                "--lost --from C:1 --to C:1 | of 1 request none is an update that succeeded",
            })
    void shouldSayWhyNoneIsMeant(String arguments, String why) throws IOException {
        assertEquals(0, redrive(arguments + " --dry-run"), tool::err);
        assertEquals(
                "0 would be written again; --dry-run writes nothing; " + why,
                tool.out().strip());
        assertEquals(0, redrive(arguments), tool::err);
        assertEquals("nothing was written again; " + why, tool.out().strip());
        assertEquals(why, report(arguments).json().get("reason").textValue());
    }

    @Test
    void shouldFindAKeyAmongAllArguments() throws Exception {
        append(RequestKind.UPDATE, Map.of(), "last-letter", 100L, 4711L);
        answer(List.of(), List.of(100L));
        assertEquals(1, report("--dry-run --key 4711").requests());
        final Report all = report("--dry-run");
        assertEquals(6, all.requests());
        assertFalse(all.json().has("reason"));
    }

    @Test
    void shouldSayWhereTheyWereWrittenAndHowToSeeTheirResults() {
        assertEquals(0, redrive(""), tool::err);
        final String text = tool.out();
        assertTrue(text.contains("5 written again, from C:11 to C:15".replace("C:", cycle + ":")), text);
        final String place = "sluice cat both --queues " + directory + " --from " + cycle + ":11 --to " + cycle + ":15";
        assertTrue(text.contains(place), text);
    }

    @Test
    void shouldWriteNoneTwiceUnlessItFailedAgainAndIsAskedFor() throws Exception {
        assertEquals(0, redrive("--lookup customer"));
        final Report next = report("");
        assertEquals(3, next.leftOut("waits"), next::toString);
        assertEquals(2, next.requests(), "3 and 7");
        answer(List.of(5L, 9L), List.of(7L));
        assertEquals(16, requests().size());
        final Report then = report("");
        assertEquals(0, then.requests());
        assertEquals(2, then.leftOut("succeeded"), then::toString);
        assertEquals(3, then.leftOut("failed_again"), then::toString);
        assertEquals(16, requests().size());
        final Report again = report("--again --failure TIMEOUT");
        assertEquals(2, again.requests(), again::toString);
        final List<JsonNode> written = behind(16);
        assertEquals(
                cycle + ":5", written.get(0).get("headers").get("redrive-of").textValue(), "not that of the redrive");
        assertEquals(
                cycle + ":9", written.get(1).get("headers").get("redrive-of").textValue());
        assertEquals(2, written.size());
        assertEquals(0, report("--again --from C:11 --failure TIMEOUT").requests(), "they wait");
        answer(List.of(), List.of());
        final Report last = report("--again");
        assertEquals(1, last.requests(), last::toString); // 7
        assertEquals(4, last.leftOut("succeeded"), last::toString);
    }

    @Test
    void shouldLeaveAloneWhatWaitsOrHasSucceeded() throws Exception {
        answer(List.of(), List.of());
        final Report none = report("--key 0,2,10");
        assertEquals(0, none.requests());
        assertFalse(none.json().has("first"));
        append("customer", 11L);
        assertEquals(0, report("--key 11").requests());
    }

    @Test
    void shouldKeepArgumentsAndHeadersButForDeadlineAndThoseOfARun() throws Exception {
        final Map<String, String> headers = Map.of(
                "deadline",
                "1",
                "trace",
                "t-1",
                "job",
                "letters",
                "run",
                "r",
                "item-number",
                "1",
                "item",
                "k",
                "call",
                "read-1");
        append(RequestKind.QUERY, headers, "typed", ALL_TYPES);
        answer(List.of(7L), List.of());
        assertEquals(0, redrive("--lookup typed --deadline 30m"), tool::err);
        final List<RequestFrame> frames = AnsweredQueues.requests(directory);
        final RequestFrame copy = frames.get(frames.size() - 1);
        assertEquals(frames.get(11).arguments(), copy.arguments());
        assertArrayEquals(
                (double[]) ALL_TYPES[7], (double[]) copy.arguments().values().get(7));
        final long left = Long.parseLong(copy.headers().get("deadline")) - System.currentTimeMillis();
        assertTrue(left > 20 * 60_000 && left <= 30 * 60_000, () -> "left " + left);
        assertEquals("t-1", copy.headers().get("trace"));
        assertEquals("letters", copy.headers().get("original-job"));
        assertEquals("read-1", copy.headers().get("original-call"));
        assertFalse(copy.headers().containsKey("job"));
        assertEquals(8, copy.headers().size(), copy::toString);
    }

    @Test
    void shouldLeaveOutWhatAnUnfinishedRunAsksAgainItself() throws Exception {
        try (GatewayClient client =
                        GatewayClient.builder(directory).diskReserve(0).open();
                Job job = client.job("letters", "today")) {
            job.handled(job.item("one"));
            job.mark("");
        }
        append(RequestKind.UPDATE, run("1"), "pay", 100L);
        append(RequestKind.UPDATE, run("2"), "pay", 101L);
        answer(List.of(), List.of(100L, 101L));
        final Report report = report("--key 100,101");
        assertEquals(1, report.requests(), "the handled one");
        assertEquals(1, report.leftOut("unfinished_run"));
        assertEquals("100", behind(13).get(0).get("arguments").get(0).toString());
        assertEquals(0, tool.call("jobs", "--queues", directory.toString(), "--give-up", "letters@today"));
        assertEquals(1, report("--key 101").requests(), "nobody asks it again");
    }

    @Test
    void shouldLeaveOutRequestsOfProgramsThatTheGatewayDoesNotAnswer() throws Exception {
        try (ChronicleQueue input =
                ChronicleQueue.single(directory.resolve("in").toString())) {
            input.methodWriter(ChronicleRequests.class).askUpdate("pay", 300L);
        }
        AnsweredQueues.make(
                directory,
                0,
                (results, index, written, request) -> results.fail(index, written, request, FailureKind.NOT_ALLOWED));
        final Report report = report("--failure NOT_ALLOWED --key 300");
        assertEquals(0, report.requests());
        assertEquals(1, report.leftOut("foreign"));
    }

    @Test
    void shouldRefuseASecondRedriveAtTheSameTime() {
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter(Redrive.WRITER)) {
            assertEquals(0, writer.lastSequence());
            assertEquals(3, redrive(""));
            assertTrue(tool.err().contains("another redrive of these queues is running"), tool.err());
            assertEquals(0, redrive("--dry-run"), "reads only");
        }
        assertEquals(11, requests().size());
    }

    @Test
    void shouldRefuseWhatItDoesNotUnderstandAndMissingQueues() {
        assertEquals(2, redrive("--deadline soon"));
        assertTrue(tool.err().contains("'soon' is no duration"), tool.err());
        assertEquals(2, redrive("--failure BAD"));
        assertEquals(
                3, tool.call("redrive", "--queues", directory.resolve("none").toString()));
    }
}
