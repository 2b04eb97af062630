package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.memory.InMemoryRun;
import dev.sluice.service.rest.ShapeServer.Loss;
import dev.sluice.service.rest.ShapeServer.Shape;
import dev.sluice.testsupport.SeriesLength;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A service that gives less to several keys than to each of them: results are those of asking one key at a time. */
class LossyServiceTest {

    /** {@link Random} draws nearly the same first numbers from seeds that are neighbours. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int LOOKUPS = 600;

    @RegisterExtension
    private final TestService crm = new TestService();

    @ParameterizedTest
    @EnumSource
    void shouldFindWhomItFindsAloneWhenKeysAreRandom(Loss loss) throws IOException {
        final long seed = Long.getLong("seed", System.nanoTime());
        for (int program = 0; program < SeriesLength.of("lossyPrograms", 1, 10); program++) {
            final Random random = new Random((seed + program) * SPREAD);
            final String lookup = random.nextInt(3) == 0 ? "street" : "customer";
            final int limit = 2 + random.nextInt(random.nextBoolean() ? 20 : 200);
            final List<Long> keys = keys(random, lookup);
            assertEquals(
                    keys.stream().map(key -> there(lookup, key)).toList(),
                    ask(loss, lookup, limit, keys, random),
                    "-Dseed=" + (seed + program) + " -DlossyPrograms=1, " + loss + ", " + lookup + ", limit " + limit);
        }
    }

    /** Many or few of them there, in stretches of their own. */
    private static List<Long> keys(Random random, String lookup) {
        final List<Long> keys = new ArrayList<>();
        while (keys.size() < LOOKUPS) {
            final int there = random.nextInt(101);
            for (int i = random.nextInt(300); i >= 0; i--) {
                final boolean exists = random.nextInt(100) < there;
                final long id = 2L * random.nextInt(500);
                keys.add(
                        lookup.equals("street") ? (exists ? id / ShapeServer.STREET : 500 + id) : exists ? id : id + 1);
            }
        }
        return keys;
    }

    private static List<Long> there(String lookup, long key) {
        final long first = lookup.equals("street") ? key * ShapeServer.STREET : key;
        final long end = lookup.equals("street") ? first + ShapeServer.STREET : first + 1;
        return LongStream.range(first, end)
                .filter(id -> id % 2 == 0 && id < 1_000)
                .boxed()
                .toList();
    }

    private static List<Long> ids(InMemoryRun.Result result) {
        return result.rows() == null
                ? List.of()
                : result.rows().stream().map(row -> row.getLong("id")).toList();
    }

    private List<List<Long>> ask(Loss loss, String lookup, int limit, List<Long> keys, Random random)
            throws IOException {
        final RestGateway gateway = gateway(loss, limit);
        final List<List<Long>> ids = new ArrayList<>();
        for (int from = 0; from < keys.size(); ) {
            final int end = Math.min(keys.size(), from + 1 + random.nextInt(400));
            keys.subList(from, end).forEach(key -> gateway.lookup(lookup, key));
            gateway.results().forEach(result -> ids.add(ids(result)));
            from = end;
        }
        return ids;
    }

    private RestGateway gateway(Loss loss, int limit) throws IOException {
        crm.at(crm.keep(new ShapeServer(Shape.JSON_SERVER, loss)).url());
        final String pages = switch (loss) {
            case NEXT_PAGES -> "items: /data, next: /next, ";
            case TOTAL -> "items: /data, total: /count, ";
            default -> "";
        };
        final String asked = "request: {path: /customers, limit: " + limit + ", query: ";
        return crm.gateway(
                "",
                "chunk: {limit: 300}, lookups: {"
                        + "customer: {" + asked + "'id={1}'}, response: {" + pages + "key: /id}}, "
                        + "street: {" + asked + "'street={1}'}, response: {" + pages + "key: /street, many: true}}}");
    }

    /** A gateway that asks the service by repeated ids. */
    private RestGateway byIds(String keys, String lookup) {
        return crm.gateway(keys, "lookups: {customer: {reads: [], " + lookup + "response: {key: /id}}}");
    }

    /** Upper case is what a chunk form drops that answered all of a thousand calls before. */
    @Test
    void shouldFindEachKeyWhenChunksBeginToLoseAKindOfThem() {
        crm.replies(request -> {
            final List<String> keys = request.values("id");
            return Http.json(keys.stream()
                    .filter(key -> keys.size() == 1 || !key.startsWith("K"))
                    .map(key -> "{\"id\":\"" + key + "\"}"));
        });
        final RestGateway gateway = byIds("", "types: [text], request: {path: /c, query: 'id={1}', limit: 20}, ");
        for (int i = 0; i < 3_000; i++) {
            gateway.lookup("customer", "k" + i);
        }
        for (int i = 0; i < 40; i++) {
            gateway.lookup("customer", "K" + i);
        }
        final List<String> texts = gateway.texts();
        assertEquals("[{id=k2999}]", texts.get(2_999));
        for (int i = 0; i < 40; i++) {
            assertEquals("[{id=K" + i + "}]", texts.get(3_000 + i));
        }
    }

    /** Not more of them at a time than calls may be in flight, and each key once. */
    @Test
    void shouldAskSeveralKeysAtATimeWhenAChunkLeftThemOut() {
        final AtomicInteger now = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final CountDownLatch three = new CountDownLatch(3);
        final List<String> alone = Collections.synchronizedList(new ArrayList<>());
        crm.replies(request -> {
            if (request.values("id").size() == 1) {
                alone.add(request.line());
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                three.countDown();
                three.await(20, TimeUnit.SECONDS);
                now.decrementAndGet();
            }
            return Http.json("[]");
        });
        final RestGateway gateway = byIds("callsInFlight: 3", "request: {path: /c, query: 'id={1}'}, ");
        for (long key = 0; key < 30; key++) {
            gateway.lookup("customer", key).lookup("customer", key);
        }
        assertEquals(Collections.nCopies(60, "not found"), gateway.texts());
        assertEquals(3, most.get());
        assertEquals(30, alone.size());
        assertEquals(30, Set.copyOf(alone).size());
    }

    @Test
    void shouldSayOnceWhatMissingKeysCostAndHowToDeclareThem() throws IOException {
        final RestGateway gateway = gateway(Loss.NONE, 100).customers(1_001, 2_501);
        assertEquals(1_500, gateway.results().size());
        gateway.close(); // says how many there were in all
        final List<String> said = crm.said("were missing from");
        assertEquals(2, said.size(), said::toString);
        assertTrue(
                said.get(0)
                        .contains(
                                "lookup 'customer' of service 'crm': 1000 keys were missing from responses to chunks"),
                said.get(0));
        assertTrue(said.get(0).contains("notFoundErrors"), said.get(0));
        assertTrue(said.get(1).contains("1500 keys were missing from responses to chunks"), said.get(1));
    }

    /** A bad key now and then is no reason to ask one at a time, where all other chunks leave a key out. */
    @Test
    void shouldGoOnInChunksWhenAKeyIsBadAndEachChunkLeavesOneOut() {
        crm.replies(request -> {
            final List<Long> keys =
                    request.values("id").stream().map(Long::valueOf).toList();
            return keys.stream().anyMatch(key -> key % 1_000 == 0)
                    ? Http.response(400, "", "bad")
                    : Http.json(keys.stream().filter(key -> key % 2 == 0).map(key -> "{\"id\":" + key + "}"));
        });
        final RestGateway gateway = crm.gateway(
                "",
                "chunk: {limit: 8}, lookups: {customer: {reads: [], request: {path: /c, query: 'id={1}'},"
                        + " response: {key: /id}}}");
        for (long bad = 1_000; bad <= 20_000; bad += 1_000) {
            gateway.customers(bad, bad + 8).results();
        }
        crm.assertNotSaid("fails in chunks");
    }

    /** A path that is there, and finds nothing. */
    @Test
    void shouldSayOnceThatNoneOfTheFirstKeysWasFound() throws IOException {
        gateway(Loss.NONE, 100).customers(1_001, 1_301).results();
        final List<String> said = crm.said("none of the first 100 keys was found");
        assertEquals(1, said.size(), crm.said()::toString);
        assertTrue(said.get(0).contains("the last request was GET " + crm.url() + "/customers?id="), said.get(0));
    }

    @ParameterizedTest
    @EnumSource(names = {"NEXT_PAGES", "TOTAL"})
    void shouldSplitCallsUntilAPageHoldsThemWhenAPageSaysThatMoreFollows(Loss loss) throws IOException {
        final RestGateway gateway = gateway(loss, 100).customers(300);
        assertEquals(
                LongStream.range(0, 300).mapToObj(id -> there("customer", id)).toList(),
                gateway.results().stream().map(LossyServiceTest::ids).toList());
        assertEquals(crm.said(), crm.said("were missing from"));
        assertTrue(gateway.trips() < 150 + 40, gateway.trips() + " calls"); // half of them are not there
    }
}
