package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.RunPlace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two processes of one run: the former one was believed dead, and goes on. */
@Timeout(180)
class RunClaimTest {

    private static final String RUN = "job@run";

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    private String address;

    @BeforeEach
    void makeAddress() {
        address = BROKER.newAddress();
    }

    @Test
    void shouldRefuseWhatAFormerProcessAsksAfterItsSuccessorsClaim() {
        try (Lane former = OneBroker.open(address);
                Lane next = OneBroker.open(address);
                RunPlace formerRun = former.run(RUN);
                RequestWriter formerWriter = former.newWriter();
                RequestWriter other = next.newWriter("other")) {
            ask(formerWriter, 1);
            otherProcess(former);
            ask(other, 2);
            try (RunPlace run = next.run(RUN);
                    RequestWriter writer = next.newWriter()) {
                ask(formerWriter, 3);
                ask(writer, 4);
                assertEquals(0, formerRun.begin().sequence());
                try (RequestReader history = run.requestsFromBegin()) {
                    assertEquals(
                            List.of("asked 1", "asked 2", "refused 3 NOT_ALLOWED", "asked 4"),
                            ByHand.read(history, 4),
                            "history");
                }
                assertEquals(
                        List.of("asked 1", "asked 2", "refused 3 NOT_ALLOWED", "asked 4"),
                        gatewayReads(4),
                        "of the gateway");
                assertEquals(4, next.waiting());
            }
        }
    }

    /** The gateway's next process begins after the claim: what it knows of it is what the former one has kept. */
    @Test
    void shouldRefuseItWhenTheGatewayHasBeenStartedAgainMeanwhile() {
        try (Lane former = OneBroker.open(address);
                Lane next = OneBroker.open(address);
                RequestWriter formerWriter = former.newWriter();
                RequestWriter other = next.newWriter("other")) {
            final RunPlace formerRun = former.run(RUN);
            ask(formerWriter, 1);
            assertEquals(List.of("asked 1"), serve(1));
            otherProcess(former);
            final RunPlace run = next.run(RUN);
            final RequestWriter writer = next.newWriter();
            ask(writer, 2);
            assertEquals(List.of("asked 2"), serve(1));
            ask(formerWriter, 3);
            ask(writer, 4);
            assertEquals(List.of("refused 3 NOT_ALLOWED", "asked 4"), serve(2));
            ask(writer, 0);
            assertEquals(List.of("asked 0"), serve(1));
            run.end();
            ask(other, 5);
            assertEquals(List.of("asked 5"), serve(1));
            ask(formerWriter, 6);
            assertEquals(List.of("refused 6 NOT_ALLOWED"), serve(1));
            try (RunPlace again = next.run(RUN)) { // its mark was deleted, say
                ask(writer, 7);
                ask(formerWriter, 8);
                assertEquals(List.of("asked 7", "refused 8 NOT_ALLOWED"), serve(2));
                assertTrue(again.begin().sequence() > 0);
            }
            next.runs().forEach(name -> next.run(name).end());
            ask(other, 9);
            serve(1);
            serve(0);
            assertEquals(
                    List.of(), ((KafkaLane) next).logs().control().names("claim"), "nothing is kept of ended runs");
            formerRun.close();
            writer.close();
        }
    }

    /** A claim that was passed and has no answer after it is passed again. */
    @Test
    void shouldPassAClaimAgainThatNothingWasAnsweredAfter() {
        try (Lane former = OneBroker.open(address);
                Lane next = OneBroker.open(address);
                RequestWriter formerWriter = former.newWriter()) {
            final RunPlace formerRun = former.run(RUN);
            ask(formerWriter, 1);
            ask(formerWriter, 2);
            otherProcess(former);
            try (RunPlace run = next.run(RUN)) {
                ask(formerWriter, 3);
                assertEquals(List.of("asked 1", "asked 2", "refused 3 NOT_ALLOWED"), serve(3, 1));
                keepAllClaims(next); // as a gateway does that is killed before it answers the next request
                assertEquals(List.of("asked 2", "refused 3 NOT_ALLOWED"), serve(2, 1));
                assertEquals(List.of("refused 3 NOT_ALLOWED"), serve(1));
                assertEquals(0, run.begin().sequence());
            }
            formerRun.close();
        }
    }

    @Test
    void shouldIgnoreWhereAFormerProcessSaysThatItIs() throws IOException {
        try (Lane former = OneBroker.open(address);
                Lane next = OneBroker.open(address);
                RequestWriter writer = former.newWriter()) {
            final RunPlace formerRun = former.run(RUN);
            mark(former, "former");
            ask(writer, 1);
            ask(writer, 2);
            serve(2);
            otherProcess(former);
            try (RunPlace run = next.run(RUN)) {
                assertEquals(Optional.of("former"), next.runMarks().read(RUN));
                mark(next, "next");
                final QueueException followed = assertThrows(QueueException.class, () -> mark(former, "former, later"));
                assertEquals(
                        "another process has opened the run 'job@run' of " + address
                                + " since, and continues it: this process ends",
                        followed.getMessage());
                assertThrows(QueueException.class, formerRun::checkHeld);
                run.checkHeld();
                assertEquals(Optional.of("next"), next.runMarks().read(RUN));
                poll(formerRun, 2);
                formerRun.moveTo(formerRun.read());
                formerRun.close();
                assertEquals(List.of(RUN), next.runs());
                assertEquals(0, run.begin().sequence());
            }
        }
        try (Lane later = OneBroker.open(address);
                RunPlace run = later.run(RUN)) {
            assertEquals(0, run.begin().sequence());
            assertEquals(Optional.of("next"), later.runMarks().read(RUN));
        }
    }

    /** The former process had all its answers, and slept before it could say so. */
    @Test
    void shouldKeepTheSuccessorsPlaceWhenTheFormerProcessEndsTheRun() throws IOException {
        try (Lane former = OneBroker.open(address);
                Lane next = OneBroker.open(address)) {
            final RunPlace formerRun = former.run(RUN);
            otherProcess(former);
            try (RunPlace run = next.run(RUN)) {
                mark(next, "next");
                formerRun.end();
                assertEquals(List.of(RUN), next.runs());
                run.checkHeld();
                assertEquals(Optional.of("next"), next.runMarks().read(RUN));
            }
        }
    }

    /** Keys that no gateway and no job writes. */
    @Test
    void shouldPassOverKeysThatItDoesNotKnow() {
        try (KafkaLane lane = (KafkaLane) OneBroker.open(address);
                RequestWriter writer = lane.newWriter()) {
            for (final String name : List.of("x", "x/y", "x/1/2", "/1", "x/99999999999999999999")) {
                lane.logs().control().put("claim", name, "y");
                lane.logs().control().put("run", name, "y");
            }
            lane.logs().control().put("claim", "x/1", "y");
            ask(writer, 1);
            assertEquals(List.of("asked 1"), serve(1));
            assertEquals(List.of(), lane.runs());
            assertEquals(List.of(), lane.places());
        }
    }

    /** Whoever may write requests may write anything: what is no claim is a request that cannot be read. */
    @Test
    void shouldAnswerWhatOnlyLooksLikeAClaim() {
        try (KafkaLane lane = (KafkaLane) OneBroker.open(address);
                RequestWriter writer = lane.newWriter()) {
            for (final String text : List.of("", "begin", "begin ", "end x", "end x y", "end x 1 2", "begin a/b")) {
                final ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(
                        lane.logs().requestLog().partition().topic(), 0, null, null);
                message.headers().add("sluice-claim", text.getBytes(StandardCharsets.UTF_8));
                lane.logs().requestProducer().send(message);
            }
            ask(writer, 1);
            final List<String> read = gatewayReads(8);
            assertEquals(List.of("asked 1"), read.subList(7, 8));
            assertTrue(read.subList(0, 7).stream().allMatch("undecodable"::equals), read::toString);
        }
    }

    /** The brokers know of a claim what this process would refuse by itself. */
    private static void otherProcess(Lane lane) {
        OpenNames.giveBack(lane.inputId(), RunKeys.PLACE, RUN);
    }

    private static void keepAllClaims(Lane lane) {
        final LaneLogs logs = ((KafkaLane) lane).logs();
        final Claims claims = Claims.before(0, logs.control());
        try (PartitionLog.Range range =
                logs.requestLog().range(0, logs.requestLog().end())) {
            while (range.next()) {
                Claims.Claim.of(range.current()).ifPresent(claims::pass);
            }
        }
        claims.keepBefore(Long.MAX_VALUE - 1, logs.control());
    }

    private static void ask(RequestWriter writer, long customer) {
        writer.lookup("customer", customer);
        writer.sync(); // other writers ask after it
    }

    private static void mark(Lane lane, String text) throws IOException {
        lane.runMarks().write(RUN, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void poll(RunPlace run, int results) {
        int count = 0;
        while (count < results) {
            count += run.poll((index, result) -> {}, results);
        }
    }

    private List<String> gatewayReads(int requests) {
        try (Lane lane = OneBroker.open(address);
                RequestReader reader = lane.unansweredRequests(lane.lastAnswered())) {
            return ByHand.read(reader, requests);
        }
    }

    /** A gateway's process that reads so many requests and answers them. */
    private List<String> serve(int requests) {
        return serve(requests, requests);
    }

    private List<String> serve(int requests, int answers) {
        try (Lane lane = OneBroker.open(address)) {
            return ByHand.serve(lane, requests, answers);
        }
    }
}
