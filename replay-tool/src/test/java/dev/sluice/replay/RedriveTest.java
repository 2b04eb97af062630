package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.client.ChronicleRequests;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.scan.DocumentScan.RequestScan;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.replay.act.Redrive;
import dev.sluice.transport.RunPlace;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Which failed requests are written again, what they carry, and that each one is written once. */
class RedriveTest {

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

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String cycle;

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

    private static void append(InputWriter writer, String name, Object... arguments) {
        writer.append(name.equals("pay") ? RequestKind.UPDATE : RequestKind.LOOKUP, Map.of("t", "1"), name, arguments);
    }

    private void append(String name, Object... arguments) {
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter("job")) {
            append(writer, name, arguments);
        }
    }

    private void append(RequestKind kind, Map<String, String> headers, String name, Object... arguments) {
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter("job")) {
            writer.append(kind, headers, name, arguments);
        }
    }

    /** Answers what waits: by their keys, late ones, refused ones, and all others well. */
    private void answer(List<Long> late, List<Long> refused) {
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
        assertEquals(0, redrive("--failure", "NOT_ALLOWED"));
        assertTrue(out.toString().contains("left out: 2 come from processes whose run another "), out.toString());
        assertTrue(out.toString().contains("nothing was written again"), out.toString());
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
        final String[] options = arguments.isEmpty()
                ? new String[0]
                : arguments.replace("C:", cycle + ":").split(" ");
        assertEquals(0, redrive(options), err::toString);
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
        assertEquals(0, redrive("--dry-run"), err::toString);
        final String text = out.toString();
        assertTrue(text.matches("(?s).*customer +TIMEOUT +3 +0 +C:1 +C:9\\R.*".replace("C:", cycle + ":")), text);
        assertTrue(text.matches("(?s).*pay +REJECTED +2 +2 +C:3 +C:7\\R.*".replace("C:", cycle + ":")), text);
        assertTrue(text.contains("5 would be written again; nothing was written"), text);
        assertEquals(11, requests().size());
    }

    @Test
    void shouldSayWhereTheyWereWrittenAndHowToSeeTheirResults() {
        assertEquals(0, redrive(), err::toString);
        final String text = out.toString();
        assertTrue(text.contains("5 written again, from C:11 to C:15".replace("C:", cycle + ":")), text);
        final String place = "sluice cat both --queues " + directory + " --from " + cycle + ":11 --to " + cycle + ":15";
        assertTrue(text.contains(place), text);
    }

    @Test
    void shouldWriteNoneTwiceUnlessItFailedAgainAndIsAskedFor() throws Exception {
        assertEquals(0, redrive("--lookup", "customer"));
        final JsonNode next = redriveAsJson();
        assertEquals(3, next.get("leftOut").get("waits").intValue(), next::toString);
        assertEquals(2, next.get("requests").intValue(), "3 and 7");
        answer(List.of(5L, 9L), List.of(7L));
        assertEquals(16, requests().size());
        final JsonNode then = redriveAsJson();
        assertEquals(0, then.get("requests").intValue());
        assertEquals(2, then.get("leftOut").get("succeeded").intValue(), then::toString);
        assertEquals(3, then.get("leftOut").get("failed_again").intValue(), then::toString);
        assertEquals(16, requests().size());
        final JsonNode again = redriveAsJson("--again", "--failure", "TIMEOUT");
        assertEquals(2, again.get("requests").intValue(), again::toString);
        final List<JsonNode> written = behind(16);
        assertEquals(
                cycle + ":5", written.get(0).get("headers").get("redrive-of").textValue(), "not that of the redrive");
        assertEquals(
                cycle + ":9", written.get(1).get("headers").get("redrive-of").textValue());
        assertEquals(2, written.size());
        assertEquals(
                0,
                redriveAsJson("--again", "--from", cycle + ":11", "--failure", "TIMEOUT")
                        .get("requests")
                        .intValue(),
                "they wait");
        answer(List.of(), List.of());
        final JsonNode last = redriveAsJson("--again");
        assertEquals(1, last.get("requests").intValue(), last::toString); // 7
        assertEquals(4, last.get("leftOut").get("succeeded").intValue(), last::toString);
    }

    private JsonNode redriveAsJson(String... options) throws Exception {
        out.getBuffer().setLength(0);
        assertEquals(
                0,
                redrive(Stream.concat(Stream.of("--format", "json"), Stream.of(options))
                        .toArray(String[]::new)),
                err::toString);
        return new ObjectMapper().readTree(out.toString());
    }

    @Test
    void shouldLeaveAloneWhatWaitsOrHasSucceeded() throws Exception {
        answer(List.of(), List.of());
        final JsonNode none = redriveAsJson("--key", "0,2,10");
        assertEquals(0, none.get("requests").intValue());
        assertFalse(none.has("first"));
        append("customer", 11L);
        assertEquals(0, redriveAsJson("--key", "11").get("requests").intValue());
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
        assertEquals(0, redrive("--lookup", "typed", "--deadline", "30m"), err::toString);
        final List<RequestFrame> frames = frames();
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
        final JsonNode report = redriveAsJson("--key", "100,101");
        assertEquals(1, report.get("requests").intValue(), "the handled one");
        assertEquals(1, report.get("leftOut").get("unfinished_run").intValue());
        assertEquals("100", behind(13).get(0).get("arguments").get(0).toString());
        assertEquals(0, execute("jobs", "--queues", directory.toString(), "--give-up", "letters@today"));
        assertEquals(1, redriveAsJson("--key", "101").get("requests").intValue(), "nobody asks it again");
    }

    private static Map<String, String> run(String item) {
        return Map.of("job", "letters", "run", "today", "item-number", item, "item", "k", "call", "change-1");
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
        final JsonNode report = redriveAsJson("--failure", "NOT_ALLOWED", "--key", "300");
        assertEquals(0, report.get("requests").intValue());
        assertEquals(1, report.get("leftOut").get("foreign").intValue());
    }

    @Test
    void shouldLeaveOutEventsThatMayHaveBeenTakenUnlessAskedFor() throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 200L);
        append(RequestKind.SEND, Map.of(), "mail", 201L);
        answer(List.of(200L), List.of(201L));
        final JsonNode report = redriveAsJson("--lookup", "mail");
        assertEquals(1, report.get("requests").intValue(), "the one that was refused");
        assertEquals(1, report.get("leftOut").get("uncertain").intValue());
        answer(List.of(201L), List.of());
        assertEquals(
                0, redriveAsJson("--lookup", "mail", "--again").get("requests").intValue());
        assertEquals(
                2,
                redriveAsJson("--lookup", "mail", "--again", "--uncertain")
                        .get("requests")
                        .intValue());
    }

    @ParameterizedTest
    @CsvSource({
        "'', true, false",
        "--new-key, false, false",
        "--same-key, true, true",
    })
    void shouldKeepTheKeysOfEventsThatMayHaveBeenTakenUnlessToldOtherwise(
            String option, boolean ofUncertain, boolean ofRefused) throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 200L);
        append(RequestKind.SEND, Map.of(), "mail", 201L);
        append(RequestKind.UPDATE, Map.of(), "pay", 202L);
        answer(List.of(200L, 202L), List.of(201L));
        assertEquals(
                3,
                redriveAsJson(Stream.of("--key", "200,201,202", "--uncertain", option)
                                .filter(text -> !text.isEmpty())
                                .toArray(String[]::new))
                        .get("requests")
                        .intValue());
        assertEquals(ofUncertain ? Optional.of(ownKey(11)) : Optional.empty(), keptKey(14));
        assertEquals(ofRefused ? Optional.of(ownKey(12)) : Optional.empty(), keptKey(15));
        assertEquals(Optional.empty(), keptKey(16), "an update has none");
    }

    @Test
    void shouldKeepTheKeyOfTheLastAttemptThatMayHaveBeenTaken() throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 200L);
        answer(List.of(), List.of(200L));
        final String[] next = {"--lookup", "mail", "--again", "--uncertain"};
        redriveAsJson(next);
        assertEquals(Optional.empty(), keptKey(12), "it was refused: a new one");
        answer(List.of(200L), List.of());
        redriveAsJson(next);
        assertEquals(Optional.of(ownKey(12)), keptKey(13));
        answer(List.of(), List.of(200L));
        redriveAsJson(next);
        assertEquals(Optional.of(ownKey(12)), keptKey(14), "the one before may have been taken all the same");
        answer(List.of(200L), List.of());
        redriveAsJson("--lookup", "mail", "--again", "--uncertain", "--new-key");
        assertEquals(Optional.empty(), keptKey(15));
        answer(List.of(200L), List.of());
        redriveAsJson(next);
        assertEquals(Optional.of(ownKey(15)), keptKey(16));
        answer(List.of(200L), List.of());
        redriveAsJson("--lookup", "mail", "--again", "--uncertain", "--from", cycle + ":16");
        assertEquals(Optional.of(ownKey(15)), keptKey(17), "of a copy that keeps it, where the others are not meant");
        answer(List.of(200L), List.of());
        redriveAsJson("--lookup", "mail", "--again", "--uncertain", "--new-key", "--from", cycle + ":17");
        assertEquals(Optional.empty(), keptKey(18), "that copy's key is not copied along");
    }

    @ParameterizedTest
    @CsvSource({
        "--uncertain, --failure REJECTED",
        "--uncertain, --from 12",
        "--uncertain, --failure INVALID --from 13",
        "--uncertain --new-key, --failure REJECTED",
        "--uncertain --new-key, --from 12",
        "--uncertain --new-key, --failure INVALID --from 13",
    })
    void shouldLeaveOutCopiesThatWereRefusedOfAnEventThatMayHaveBeenTaken(String first, String chosen)
            throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 200L);
        answer(List.of(200L), List.of());
        redriveMail(first);
        answer(List.of(), List.of(200L));
        redriveMail("--again " + first);
        AnsweredQueues.make(
                directory,
                0,
                (results, index, written, request) -> results.fail(index, written, request, FailureKind.INVALID));
        final JsonNode report = redriveMail("--again " + chosen);
        assertEquals(0, report.get("requests").intValue());
        assertEquals(1, report.get("leftOut").get("uncertain").intValue());
        assertEquals(
                1, redriveMail("--again --uncertain " + chosen).get("requests").intValue());
        assertEquals(Optional.of(ownKey(11)), keptKey(14));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--from 12", "--from 13"})
    void shouldWriteAgainAnEventThatWasRefusedEachTimeThoughItsCopiesKeepTheKey(String chosen) throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 200L);
        answer(List.of(), List.of(200L));
        redriveMail("--same-key");
        answer(List.of(), List.of(200L));
        redriveMail("--again --same-key");
        answer(List.of(), List.of(200L));
        assertEquals(1, redriveMail("--again " + chosen).get("requests").intValue());
        assertEquals(Optional.of(ownKey(11)), keptKey(13));
        assertEquals(Optional.empty(), keptKey(14));
    }

    @Test
    void shouldTakeACopyThatKeepsAKeyForUncertainWhereItsOriginalWasDeleted() throws Exception {
        final String deleted = Integer.parseInt(cycle) - 1 + ":0";
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter(Redrive.WRITER)) {
            writer.write(RequestKind.SEND, Map.of("redrive-of", deleted, "redrive-key", "a-1"), "mail", 200L);
        }
        answer(List.of(), List.of(200L));
        for (final String chosen : List.of("--again", "--again --from 11")) {
            assertEquals(1, redriveMail(chosen).get("leftOut").get("uncertain").intValue());
        }
        assertEquals(1, redriveMail("--again --uncertain").get("requests").intValue());
        assertEquals(Optional.of("a-1"), keptKey(12));
    }

    /** Redrives events; places are said by their numbers alone. */
    private JsonNode redriveMail(String options) throws Exception {
        return redriveAsJson(("--lookup mail " + options.replace("--from ", "--from " + cycle + ":"))
                .strip()
                .split(" "));
    }

    @Test
    void shouldRefuseToKeepKeysAndNotToKeepThem() {
        assertEquals(2, redrive("--same-key", "--new-key"));
        assertTrue(err.toString().contains("mutually exclusive"), err.toString());
    }

    /** The key that a service knows the event at that place by. */
    private String ownKey(int place) {
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

    private Optional<String> keptKey(int place) {
        return IdempotencyKey.kept(frames().get(place));
    }

    @Test
    void shouldLeaveOutDoubtfulEventsUnlessAskedFor() throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 210L);
        AnsweredQueues.make(
                directory,
                0,
                (results, index, written, request) -> results.fail(index, written, request, FailureKind.DOUBTFUL));
        final JsonNode report = redriveAsJson("--failure", "DOUBTFUL", "--lookup", "mail");
        assertEquals(0, report.get("requests").intValue());
        assertEquals(1, report.get("leftOut").get("uncertain").intValue());
        assertEquals(
                1,
                redriveAsJson("--lookup", "mail", "--uncertain").get("requests").intValue());
    }

    @Test
    void shouldWriteUpdatesThatSucceededWhereTheirDatabaseHasLostThem() throws Exception {
        append("pay", 11L);
        append("customer", 12L);
        append(RequestKind.SEND, Map.of(), "mail", 13L);
        append(RequestKind.UPDATE, Map.of("deadline", "1"), "book", 14L);
        append("pay", 15L);
        answer(List.of(15L), List.of());
        append("pay", 16L); // waits
        assertEquals(2, redriveLost("0", "16", "--dry-run").get("requests").intValue(), "11 and 14");
        assertEquals(1, redriveLost("12", "16", "--dry-run").get("requests").intValue());
        assertEquals(
                1,
                redriveLost("0", "16", "--lookup", "pay", "--dry-run")
                        .get("requests")
                        .intValue());
        assertEquals(
                1,
                redriveLost("0", "16", "--key", "14", "--dry-run")
                        .get("requests")
                        .intValue());
        assertEquals(17, requests().size());
        final JsonNode report = redriveLost("0", "16");
        assertEquals(2, report.get("requests").intValue(), report::toString);
        assertEquals("LOST", report.get("groups").get(0).get("failure").textValue());
        final List<JsonNode> written = behind(17);
        assertEquals(List.of("11", "14"), keys(written));
        assertEquals(
                cycle + ":14", written.get(1).get("headers").get("redrive-of").textValue());
        assertFalse(written.get(1).get("headers").has("deadline"));
        assertEquals(2, redriveLost("0", "16").get("leftOut").get("waits").intValue());
        answer(List.of(), List.of(14L));
        final JsonNode next = redriveLost("0", "15");
        assertEquals(0, next.get("requests").intValue());
        assertEquals(1, next.get("leftOut").get("succeeded").intValue());
        assertEquals(1, next.get("leftOut").get("failed_again").intValue());
        assertEquals(1, redriveLost("0", "15", "--again").get("requests").intValue());
        assertEquals(List.of("14"), keys(behind(19)));
    }

    @Test
    void shouldWriteOnceWhatTheDatabaseHasLostTogetherWithItsRedrives() throws Exception {
        append("pay", 11L);
        answer(List.of(), List.of());
        redriveLost("11", "11");
        answer(List.of(), List.of());
        assertEquals(0, redriveLost("11", "11").get("requests").intValue());
        assertEquals(1, redriveLost("11", "12").get("requests").intValue(), "the second loss has the redrive, too");
        assertEquals(0, redriveLost("11", "12").get("requests").intValue());
        answer(List.of(), List.of());
        assertEquals(1, redriveLost("12", "13").get("requests").intValue(), "and the third one only redrives");
        assertEquals(List.of("11", "11", "11"), keys(behind(12)));
        behind(12)
                .forEach(copy -> assertEquals(
                        cycle + ":11", copy.get("headers").get("redrive-of").textValue()));
        assertEquals(0, redriveAsJson("--key", "11").get("requests").intValue(), "nothing failed");
    }

    @Test
    void shouldWriteALostUpdateOfAnUnfinishedRunWhichTakesItsResultForGood() throws Exception {
        try (GatewayClient client = GatewayClient.builder(directory)
                        .options(AnsweredQueues.OPTIONS)
                        .open();
                Job job = client.job("letters", "today")) {
            job.handled(job.item("one"));
            job.mark("");
        }
        append(RequestKind.UPDATE, run("2"), "pay", 101L);
        answer(List.of(), List.of());
        assertEquals(1, redriveLost("11", "11").get("requests").intValue());
        assertEquals(
                "letters", behind(12).get(0).get("headers").get("original-job").textValue());
    }

    @Test
    void shouldRefuseToWriteLostUpdatesWithoutAnEnd() {
        for (final String[] options : new String[][] {
            {"--lost"}, {"--lost", "--from", cycle + ":0"}, {"--lost", "--to", cycle + ":9", "--dry-run"}
        }) {
            assertEquals(2, redrive(options));
        }
        assertTrue(
                err.toString().contains("--lost needs --from and --to: the first and the last update"), err.toString());
        assertEquals(2, redrive("--lost", "--from", cycle + ":0", "--to", cycle + ":9", "--failure", "TIMEOUT"));
        assertTrue(err.toString().contains("leave out --failure"), err.toString());
        assertEquals(11, requests().size());
    }

    private JsonNode redriveLost(String from, String to, String... options) throws Exception {
        final String[] range = {"--lost", "--from", cycle + ":" + from, "--to", cycle + ":" + to};
        return redriveAsJson(Stream.concat(Stream.of(range), Stream.of(options)).toArray(String[]::new));
    }

    private static List<String> keys(List<JsonNode> lines) {
        return lines.stream()
                .map(line -> line.get("arguments").get(0).toString())
                .toList();
    }

    @Test
    void shouldRefuseASecondRedriveAtTheSameTime() {
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter(Redrive.WRITER)) {
            assertEquals(0, writer.lastSequence());
            assertEquals(3, redrive());
            assertTrue(err.toString().contains("another redrive of these queues is running"), err.toString());
            assertEquals(0, redrive("--dry-run"), "reads only");
        }
        assertEquals(11, requests().size());
    }

    @Test
    void shouldRefuseWhatItDoesNotUnderstandAndMissingQueues() {
        assertEquals(2, redrive("--deadline", "soon"));
        assertTrue(err.toString().contains("'soon' is no duration"), err.toString());
        assertEquals(2, redrive("--failure", "BAD"));
        assertEquals(3, execute("redrive", "--queues", directory.resolve("none").toString()));
    }

    private List<JsonNode> behind(int count) {
        final List<JsonNode> all = requests();
        return all.subList(count, all.size());
    }

    private List<JsonNode> requests() {
        final StringWriter printed = new StringWriter();
        final CommandLine commandLine = Main.commandLine().setOut(new PrintWriter(printed));
        assertEquals(0, commandLine.execute("cat", "requests", "--format", "json", "--queues", directory.toString()));
        return printed.toString().lines().map(RedriveTest::json).toList();
    }

    private static JsonNode json(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (final JsonProcessingException e) {
            throw new AssertionError(line, e);
        }
    }

    private List<RequestFrame> frames() {
        final List<RequestFrame> frames = new ArrayList<>();
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                RequestScan scan = queues.scanRequests()) {
            while (scan.next()) {
                frames.add(scan.frame());
            }
        }
        return frames;
    }

    private int redrive(String... options) {
        return execute(Stream.concat(Stream.of("redrive", "--queues", directory.toString()), Stream.of(options))
                .toArray(String[]::new));
    }

    private int execute(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
