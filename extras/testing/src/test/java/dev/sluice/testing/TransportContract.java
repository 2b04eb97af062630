package dev.sluice.testing;

import static dev.sluice.testing.GreetingJob.customers;
import static dev.sluice.testing.GreetingJob.greet;
import static dev.sluice.testing.LaneByHand.ASKED_NANOS;
import static dev.sluice.testing.LaneByHand.OPTIONS;
import static dev.sluice.testing.LaneByHand.answer;
import static dev.sluice.testing.LaneByHand.arguments;
import static dev.sluice.testing.LaneByHand.ask;
import static dev.sluice.testing.LaneByHand.await;
import static dev.sluice.testing.LaneByHand.awaitVisible;
import static dev.sluice.testing.LaneByHand.count;
import static dev.sluice.testing.LaneByHand.counts;
import static dev.sluice.testing.LaneByHand.each;
import static dev.sluice.testing.LaneByHand.open;
import static dev.sluice.testing.LaneByHand.write;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.api.RequestKind;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.client.job.Sink.SinkException;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import dev.sluice.transport.NamedPlace;
import dev.sluice.transport.Notices;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.RecordedResults;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.ResultWriter;
import dev.sluice.transport.RunPlace;
import dev.sluice.transport.Transports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of transports; run over each of them. */
@Timeout(120)
public interface TransportContract {

    /** The address of a lane that is not there yet. */
    String newAddress();

    @Test
    default void shouldHandOverRequestsInTheirOrderWithGrowingIndexes() {
        try (Lane lane = open(newAddress());
                RequestWriter one = lane.newWriter();
                RequestWriter other = lane.newWriter();
                RequestReader reader = lane.requestsFromStart()) {
            assertTrue(lane.lastRequest().isEmpty());
            final List<Long> written = new ArrayList<>();
            for (long i = 1; i <= 20; i++) {
                written.add((i % 3 == 0 ? other : one).write(RequestKind.LOOKUP, Map.of(), "customer", i));
            }
            final List<Long> read = new ArrayList<>();
            final List<Long> numbers = new ArrayList<>();
            await(
                    20,
                    most -> reader.poll(
                            each((index, request) -> {
                                read.add(index);
                                numbers.add((Long) request.arguments().values().get(0));
                            }),
                            100));
            assertEquals(written, read);
            assertEquals(written.stream().sorted().distinct().toList(), written);
            assertTrue(written.get(0) >= 0);
            assertEquals(LongStream.rangeClosed(1, 20).boxed().toList(), numbers);
            assertEquals(written.get(19), lane.lastRequest().getAsLong());
            assertEquals(0, reader.poll(each((index, request) -> numbers.add(0L)), 100));
            for (final long index : written) {
                assertEquals(index, lane.inputIndex(lane.inputPosition(index)));
            }
        }
    }

    @Test
    default void shouldGoOnWithTheNumbersOfANamedWriterWhenItIsOpenedAgain() {
        final String address = newAddress();
        final long id;
        try (Lane lane = open(address);
                RequestWriter writer = lane.newWriter("job")) {
            id = writer.writer();
            ask(writer, 1, 2, 3);
            writer.answeredUpTo(2);
            assertThrows(QueueLockedException.class, () -> lane.newWriter("job"));
        }
        try (Lane lane = open(address);
                RequestWriter writer = lane.newWriter("job")) {
            assertTrue(lane.hasWriter("job"));
            assertFalse(lane.hasWriter("other"));
            assertEquals(id, writer.writer());
            assertEquals(3, writer.lastSequence());
            assertEquals(2, writer.lastAnswered());
            assertEquals(1, writer.written());
            assertEquals(4, writer.lookup("customer", 4L));
        }
    }

    @Test
    default void shouldGoOnAfterTheLastResultWhenTheGatewayEndedAfterAnyNumberOfThem() {
        for (int answered = 0; answered <= 4; answered++) {
            final String address = newAddress();
            try (Lane lane = open(address)) {
                ask(lane, 0, 1, 2, 3);
                answer(lane, answered);
                assertEquals(4 - answered, lane.waiting());
            }
            try (Lane lane = open(address)) {
                ask(lane, 4);
                assertEquals(answered > 0, lane.lastAnswered().isPresent());
                try (RequestReader reader = lane.unansweredRequests(lane.lastAnswered())) {
                    final List<Long> unanswered = new ArrayList<>();
                    await(
                            5 - answered,
                            most -> reader.poll(
                                    each((index, request) -> unanswered.add(
                                            (Long) request.arguments().values().get(0))),
                                    10));
                    assertEquals(LongStream.rangeClosed(answered, 4).boxed().toList(), unanswered);
                }
                answer(lane, 5 - answered);
                try (RecordedResults results = lane.scanResults()) {
                    for (long i = 0; i <= 4; i++) {
                        assertTrue(results.next());
                        assertEquals(i + 1, results.frame().sequence());
                        assertEquals(i, count(results.frame()));
                    }
                    assertFalse(results.next());
                }
            }
        }
    }

    @Test
    default void shouldSayWhichResultsReadersSee() {
        try (Lane lane = open(newAddress())) {
            ask(lane, 0, 1, 2);
            answer(lane, 1);
            final LastAnswered last = lane.lastAnswered().orElseThrow();
            try (Lease lease = lane.lease();
                    RequestReader reader = lane.unansweredRequests(Optional.of(last));
                    ResultWriter writer = lane.resultWriter(lease, Optional.of(last));
                    ResultReader results = lane.newResults()) {
                assertEquals(last.requestIndex(), writer.visibleIndex());
                final List<Long> seen = new ArrayList<>();
                await(
                        2,
                        most -> reader.poll(
                                each((index, request) -> {
                                    write(writer, index, request);
                                    writer.endOfChunk();
                                    awaitVisible(writer, index);
                                    await(
                                            1,
                                            all -> results.poll(
                                                    (place, result) -> seen.add(
                                                            result.request().index()),
                                                    10));
                                    assertEquals(index, seen.get(seen.size() - 1));
                                }),
                                most));
                assertEquals(2, seen.size());
            }
        }
    }

    @Test
    default void shouldHandOverResultsFromNowOnOrFromWhereANamedReaderWas() {
        final String address = newAddress();
        try (Lane lane = open(address)) {
            ask(lane, 0, 1, 2, 3, 4);
            answer(lane, 1);
            try (ResultReader named = lane.results("reader");
                    ResultReader now = lane.newResults()) {
                answer(lane, 2);
                assertEquals(List.of(1L, 2L), counts(now, 2));
                assertEquals(List.of(1L), counts(named, 1));
                assertThrows(
                        IllegalStateException.class,
                        () -> await(
                                1,
                                most -> named.poll(
                                        (index, result) -> {
                                            throw new IllegalStateException("the handler fails");
                                        },
                                        most)));
                assertThrows(QueueLockedException.class, () -> lane.results("reader"));
            }
        }
        try (Lane lane = open(address);
                ResultReader named = lane.results("reader");
                ResultReader all = lane.newResults()) {
            answer(lane, 2);
            assertEquals(List.of(2L, 3L, 4L), counts(named, 3));
            assertEquals(List.of(0L, 1L, 2L, 3L, 4L), counts(all.toStart(), 5));
        }
    }

    @Test
    default void shouldBeServedByOneGatewayAtATimeWhoseNumbersStay() {
        final String address = newAddress();
        try (Lane lane = open(address)) {
            assertTrue(lane.gateway().isEmpty());
            try (Lease lease = lane.lease();
                    Lease.Numbers numbers = lease.notes()) {
                assertTrue(lease.isHeld());
                assertTrue(lane.gateway().orElseThrow().live());
                assertThrows(QueueLockedException.class, lane::lease);
                assertEquals(Lease.Numbers.NONE, numbers.get(0));
                numbers.set(0, 0);
                numbers.set(2, 17);
            }
        }
        try (Lane lane = open(address)) {
            final Lease lease = lane.lease();
            try (lease;
                    Lease.Numbers numbers = lease.notes()) {
                assertEquals(List.of(0L, -1L, 17L), List.of(numbers.get(0), numbers.get(1), numbers.get(2)));
            }
            assertThrows(IllegalStateException.class, lease::checkHeld);
            assertTrue(lane.gateway().filter(Holder::live).isEmpty());
        }
    }

    /** Each gateway's name with each database's, as long and as like each other as a configuration may have them. */
    private static List<String[]> checkpoints() {
        final String longest = "g".repeat(64);
        final List<String> gateways = List.of(
                "a",
                "a-b",
                "a.b",
                "a_b",
                "a-",
                "b",
                "A-b.c_D",
                "a/0",
                "a/3",
                "a/13",
                "b/3",
                longest,
                "g".repeat(62) + "/3");
        final List<String> databases =
                List.of("a", "a-b", "a.b", "a_b", "a-", "b", "b-a", "a-a", "gateway", "notes", "checkpoint", longest);
        return gateways.stream()
                .flatMap(gateway -> databases.stream().map(database -> new String[] {gateway, database}))
                .toList();
    }

    @Test
    default void shouldNoteHowFarEachCheckpointHadGotBySetsThatNoOtherNoteSees() {
        final String address = newAddress();
        final List<String[]> checkpoints = checkpoints();
        for (int round = 0; round < 3; round++) {
            try (Lane lane = open(address);
                    Lease lease = lane.lease();
                    Lease.Numbers notes = lease.notes()) {
                for (int i = 0; i < checkpoints.size(); i++) {
                    final String[] of = checkpoints.get(i);
                    try (Lease.Numbers numbers = lease.checkpoint(of[0], of[1])) {
                        final long last = round == 0 ? Lease.Numbers.NONE : 1_000L * round + i;
                        final long epoch = round == 0 ? Lease.Numbers.NONE : round;
                        assertEquals(
                                List.of(last, epoch),
                                List.of(numbers.get(0), numbers.get(1)),
                                () -> String.join("@", of));
                        numbers.set(0, 1_000L * (round + 1) + i);
                        numbers.set(1, round + 1);
                        assertEquals(round + 1, numbers.get(1));
                    }
                }
                assertEquals(Lease.Numbers.NONE, notes.get(0));
            }
        }
    }

    @Test
    default void shouldHaveNoNoteOfACheckpointBeforeItsFirstNumberIsSet() {
        final String address = newAddress();
        for (int round = 0; round < 2; round++) {
            try (Lane lane = open(address);
                    Lease lease = lane.lease();
                    Lease.Numbers looked = lease.checkpoint("gateway", "looked");
                    Lease.Numbers reset = lease.checkpoint("gateway", "set")) {
                assertEquals(List.of(-1L, -1L), List.of(looked.get(0), looked.get(1)));
                assertEquals(round == 0 ? -1 : 7, reset.get(0));
                assertEquals(-1, reset.get(1));
                reset.set(0, 12); // an operator has accepted that commits are lost: it goes back
                reset.set(0, 7);
            }
        }
        try (Lane lane = open(address)) {
            final Lease lease = lane.lease();
            lease.close();
            assertThrows(IllegalStateException.class, () -> lease.checkpoint("gateway", "set"));
        }
    }

    @Test
    default void shouldKeepThePlaceOfARunUntilItEnds() {
        final String address = newAddress();
        try (Lane lane = open(address)) {
            ask(lane, 0, 1, 2, 3, 4);
            answer(lane, 1);
            try (RunPlace run = lane.run("letters@1")) {
                assertEquals(1, run.begin().sequence());
                assertEquals(List.of("letters@1"), lane.runs());
                assertThrows(QueueLockedException.class, () -> lane.run("letters@1"));
                answer(lane, 2);
                assertEquals(List.of(1L, 2L), counts(run, 2));
                assertEquals(3, run.read().sequence());
                run.moveTo(run.read());
            }
        }
        try (Lane lane = open(address);
                RunPlace run = lane.run("letters@1")) {
            assertEquals(3, run.begin().sequence());
            try (RequestReader requests = run.requestsFromBegin()) {
                final List<Long> from = arguments(requests);
                assertEquals(List.of(3L, 4L), from.subList(from.size() - 2, from.size()));
                assertTrue(from.get(0) >= 2, from::toString);
            }
            answer(lane, 2);
            assertEquals(List.of(3L, 4L), counts(run, 2));
            run.end();
            assertEquals(List.of(), lane.runs());
        }
    }

    @Test
    default void shouldBeginARunBeforeTheFirstResultWhenThereIsNone() {
        try (Lane lane = open(newAddress())) {
            ask(lane, 0, 1);
            try (RunPlace run = lane.run("letters@1");
                    RequestReader requests = run.requestsFromBegin()) {
                assertEquals(0, run.begin().sequence());
                assertEquals(List.of(0L, 1L), arguments(requests));
                answer(lane, 1);
                assertEquals(List.of(0L), counts(run, 1));
            }
        }
    }

    @Test
    default void shouldKeepNoticesUntilTheyAreReplacedOrDeleted() throws IOException {
        final String address = newAddress();
        try (Lane lane = open(address)) {
            for (final Notices notices : List.of(lane.gatewayNotices(), lane.controlNotices(), lane.runMarks())) {
                assertEquals(Optional.empty(), notices.read("a"));
                notices.write("a", "größer".getBytes(StandardCharsets.UTF_8));
                notices.write("b", "b".getBytes(StandardCharsets.UTF_8));
                assertFalse(notices.place("a").equals(notices.place("b")));
            }
        }
        try (Lane lane = open(address)) {
            for (final Notices notices : List.of(lane.gatewayNotices(), lane.controlNotices(), lane.runMarks())) {
                assertEquals(Optional.of("größer"), notices.read("a"));
                notices.write("a", new byte[0]);
                assertEquals(Optional.of(""), notices.read("a"));
                notices.delete("a");
                notices.delete("a");
                assertEquals(Optional.empty(), notices.read("a"));
                assertEquals(Optional.of("b"), notices.read("b"));
            }
        }
    }

    /** Whoever may write the lane may have its gateway pause: two at once, say. */
    @Test
    default void shouldKeepOneWholeControlNoticeWhenSeveralWriteIt() throws Exception {
        final String address = newAddress();
        final int rounds = 25;
        open(address).close();
        final List<CompletableFuture<Void>> writers = Stream.of("a", "b")
                .map(letter -> CompletableFuture.runAsync(() -> {
                    try (Lane lane = Transports.of(address).openExisting(address, OPTIONS)) {
                        for (int round = 1; round <= rounds; round++) {
                            lane.controlNotices()
                                    .write(
                                            "wanted",
                                            letter.repeat(1_000 * round).getBytes(StandardCharsets.UTF_8));
                        }
                    } catch (final IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }))
                .toList();
        try (Lane lane = Transports.of(address).openExisting(address, OPTIONS)) {
            while (writers.stream().anyMatch(writer -> !writer.isDone())) {
                final String read = lane.controlNotices().read("wanted").orElse("");
                assertEquals(0, read.length() % 1_000);
                assertTrue(read.chars().distinct().count() <= 1, () -> "of both: " + read);
            }
            writers.forEach(CompletableFuture::join);
            assertEquals(
                    1_000 * rounds,
                    lane.controlNotices().read("wanted").orElseThrow().length());
        }
    }

    @Test
    default void shouldScanWhatWasWrittenFromAnyPlace() {
        try (Lane lane = open(newAddress())) {
            ask(lane, 0, 1, 2, 3);
            answer(lane, 3);
            final List<Long> indexes = new ArrayList<>();
            try (RecordedRequests requests = lane.scanRequests()) {
                while (requests.next()) {
                    indexes.add(requests.index());
                    assertEquals("", requests.unreadable());
                    assertTrue(requests.writtenNanos() > 0);
                }
            }
            assertEquals(4, indexes.size());
            assertEquals(4, lane.requestCount());
            assertEquals(indexes.get(3), lane.lastIndexNow());
            assertEquals(indexes.get(2), lane.firstRequestFrom(indexes.get(2)).getAsLong());
            assertTrue(lane.firstRequestFrom(indexes.get(3) + 1).isEmpty());
            try (RecordedRequests requests = lane.scanRequests(indexes.get(2))) {
                assertTrue(requests.next());
                assertEquals(List.of(2L), requests.frame().arguments().values());
            }
            try (RecordedResults results = lane.scanResults(indexes.get(1))) {
                assertTrue(results.next());
                assertEquals(indexes.get(1), results.historyIndex());
                assertEquals(1, count(results.frame()));
                assertEquals(ASKED_NANOS, results.requestWrittenNanos());
                assertEquals(ASKED_NANOS + 1, results.requestReadNanos());
            }
            assertEquals(Optional.of(lane.inputId()), lane.answeredInput());
        }
    }

    @Test
    default void shouldMakeNothingWhenALaneIsToBeThere() {
        final String address = newAddress();
        assertThrows(QueueException.class, () -> Transports.of(address).openExisting(address, OPTIONS));
        open(address).close();
        Transports.of(address).openExisting(address, OPTIONS).close();
    }

    /** One job on every transport, by its address alone; stopped half-way and started again, it asks nothing twice. */
    @Test
    default void shouldRunAJobThatGoesOnWhereItWas() {
        final String address = newAddress();
        try (Lane lane = open(address);
                StubGateway gateway = StubGateway.start(lane, customers())) {
            final List<String> greetings = new ArrayList<>();
            assertThrows(SinkException.class, () -> greet(address, greetings, 10));
            final JobReport report = greet(address, greetings, Integer.MAX_VALUE);
            assertTrue(report.handledBefore() + report.fromHistory() > 0, report::toString);
            assertEquals(
                    LongStream.rangeClosed(1, 50)
                            .mapToObj(id -> "Dear No. " + id)
                            .toList(),
                    greetings);
            assertEquals(100, GreetingJob.answered(100, gateway));
            assertEquals(List.of(), lane.runs());
        }
    }

    /** Who looks at what waits has read it all when there is no more. */
    @Test
    default void shouldHandOverAllThatWaitsBeforeThereIsNoMore() {
        try (Lane lane = open(newAddress())) {
            ask(lane, 1, 2, 3, 4, 5);
            answer(lane, 2);
            try (RequestReader reader = lane.waitingRequests(lane.lastAnswered())) {
                assertEquals(List.of(3L, 4L, 5L), arguments(reader));
            }
        }
    }

    /** A request is there before its result, whatever was read before. */
    @Test
    default void shouldGoOnReadingWithWhatIsWrittenMeanwhile() {
        try (Lane lane = open(newAddress());
                RecordedRequests requests = lane.scanRequests();
                RecordedResults results = lane.scanResults()) {
            for (long index = 1; index <= 2; index++) {
                assertFalse(requests.next());
                ask(lane, (int) index);
                answer(lane, 1);
                await(1, most -> results.next() ? 1 : 0);
                assertTrue(requests.next());
                assertEquals(requests.index(), results.frame().request().index());
            }
        }
    }

    /** For status and show: nothing is locked, and nobody is waited for. */
    @Test
    default void shouldBeSeenFromOutside() {
        try (Lane lane = open(newAddress())) {
            try (RequestWriter writer = lane.newWriter("asks");
                    ResultReader reader = lane.results("reads");
                    RunPlace run = lane.run("job@run")) {
                ask(writer, 1, 2, 3, 4, 5);
                answer(lane, 3);
                assertEquals(List.of(1L, 2L), counts(reader, 2));
                assertEquals(0, run.begin().sequence());
                final List<NamedPlace> places = lane.places();
                assertEquals(
                        List.of("WRITER asks", "READER reads", "RUN job@run"),
                        places.stream()
                                .map(place -> place.role() + " " + place.name())
                                .toList());
                assertEquals(5, places.get(0).sequence());
                assertTrue(places.stream().allMatch(place -> place.pid().isPresent()));
            }
            assertTrue(lane.places().stream().allMatch(place -> place.pid().isEmpty()));
            final long first = lane.firstRequestFrom(0).orElseThrow();
            final long behind = lane.lastRequest().orElseThrow() + 1;
            assertEquals(5, lane.requestsBetween(first, behind));
            assertEquals(0, lane.requestsBetween(behind, behind));
            final long later = System.currentTimeMillis() * 1_000_000 + 3_600_000_000_000L;
            assertArrayEquals(new long[] {5, 0}, lane.requestsSince(0, later));
            assertArrayEquals(new long[] {3, 0}, lane.resultsSince(0, later));
            assertEquals(OptionalLong.of(first), lane.firstReadSince(0));
            assertEquals(OptionalLong.empty(), lane.firstReadSince(later));
            assertEquals(2, count(lane.lastResults(2)));
            assertEquals(3, count(lane.lastResults(10)));
            assertEquals(3, count(lane.scanResultsSince(0)));
            assertEquals(0, count(lane.scanResultsSince(later)));
            assertEquals(Lease.Numbers.NONE, lane.noted(0));
            try (Lease lease = lane.lease();
                    Lease.Numbers numbers = lease.notes()) {
                numbers.set(0, 77);
                assertEquals(77, lane.noted(0));
            }
            assertTrue(lane.space().usable() > 0);
        }
    }
}
