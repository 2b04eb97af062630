package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A service that draws for every response whether and how it goes wrong: every result is right, and in order. Other
 * draws with {@code -Dseed=S}, more of them with {@code -DmisbehavingRuns=N}.
 */
class MisbehavingServiceTest {

    private static final List<Fault> FAULTS = Arrays.stream(Fault.values())
            .filter(fault -> !fault.slow() && !fault.ofItems() && fault != Fault.ENDLESS_STREAM)
            .toList();

    private static final Pattern FAILURE = Pattern.compile("^(REJECTED|TIMEOUT|TOO_LARGE)");

    @RegisterExtension
    private final TestService crm = new TestService();

    static LongStream seeds() {
        final long seed = Long.getLong("seed", System.nanoTime());
        return LongStream.range(seed, seed + Integer.getInteger("misbehavingRuns", 4));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldAnswerEverythingRightlyAndInOrder(long seed) {
        System.out.println("MisbehavingServiceTest: seed=" + seed);
        final Random random = new Random(seed);
        final Random serverRandom = new Random(seed + 1);
        // Otherwise what fails several times while others are answered is taken for the item's own failure.
        final boolean patient = random.nextBoolean();
        final int oneIn = 2 + random.nextInt(4);
        crm.answers((request, connection) -> {
            final int draw;
            final Fault fault;
            synchronized (serverRandom) {
                draw = serverRandom.nextInt(oneIn);
                fault = FAULTS.get(serverRandom.nextInt(FAULTS.size()));
            }
            // Ten doubtful events in a row would be the last ones: they have a test of their own.
            final boolean doubtful = fault.misfits() && request.body().contains("idempotencyKey");
            return draw == 0 && !doubtful ? fault.answer(request, connection) : answerWell(request, connection, draw);
        });
        final RestGateway gateway = crm.gateway(
                crm.settings().with("retries", patient ? 30 : 2).chunk(1 + random.nextInt(40), 1 + random.nextInt(3)));
        final List<String> expected = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            expected.clear();
            for (int i = 50 + random.nextInt(200); i > 0; i--) {
                expected.add(ask(gateway, random));
            }
            final List<String> texts = gateway.texts();
            for (int i = 0; i < expected.size(); i++) {
                if (patient || !FAILURE.matcher(texts.get(i)).find()) {
                    assertEquals(expected.get(i), texts.get(i), "seed=" + seed + ", result " + i + "\n" + crm.said());
                }
            }
        }
    }

    private static boolean answerWell(Http request, RawServer.Connection connection, int draw) throws IOException {
        final List<ObjectNode> answers = Items.answers(Items.asked(request.body()));
        if (answers.size() > 16) {
            connection.write(Http.response(413, "", ""));
            return true;
        }
        if (draw == 1) {
            Collections.reverse(answers);
        }
        connection.write(Http.response(207, Items.JSON_TYPE, Items.body(answers)));
        return true;
    }

    private static String ask(RestGateway gateway, Random random) {
        final long key = random.nextInt(60) - 10;
        if (random.nextInt(8) == 0) {
            gateway.send(random.nextInt(4) == 0 ? "audit" : "orders", Math.abs(key));
            return "reply [{name=name" + Math.abs(key) + "}]";
        }
        gateway.lookup("customer", key);
        return key < 0 ? "not found" : "[{name=name" + key + "}]";
    }
}
