package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.memory.InMemoryRun;
import dev.sluice.service.rest.ShapeServer.Loss;
import dev.sluice.service.rest.ShapeServer.Shape;
import dev.sluice.testsupport.SeriesLength;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A service that gives less to several keys than to each of them: results are those of asking one key at a time. */
class LossyServiceTest {

    /** {@link Random} draws nearly the same first numbers from seeds that are neighbours. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int LOOKUPS = 600;

    private final CapturedLog log = new CapturedLog();

    @AfterEach
    void printAgain() {
        log.close();
    }

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

    private static List<List<Long>> ask(Loss loss, String lookup, int limit, List<Long> keys, Random random)
            throws IOException {
        try (ShapeServer server = new ShapeServer(Shape.JSON_SERVER, loss);
                RestGateway gateway = new RestGateway(config(server, loss, limit))) {
            final List<List<Long>> ids = new ArrayList<>();
            for (int from = 0; from < keys.size(); ) {
                final int end = Math.min(keys.size(), from + 1 + random.nextInt(400));
                keys.subList(from, end).forEach(key -> gateway.lookup(lookup, key));
                gateway.results().forEach(result -> ids.add(ids(result)));
                from = end;
            }
            return ids;
        }
    }

    private static GatewayConfig config(ShapeServer server, Loss loss, int limit) {
        final String pages = switch (loss) {
            case NEXT_PAGES -> "items: /data, next: /next, ";
            case TOTAL -> "items: /data, total: /count, ";
            default -> "";
        };
        final String asked = "request: {path: /customers, limit: " + limit + ", query: ";
        return GatewayConfig.parse(
                "{chunk: {limit: 300}, services: {crm: {url: '" + server.url() + "'}}, lookups: {"
                        + "customer: {" + asked + "'id={1}'}, response: {" + pages + "key: /id}}, "
                        + "street: {" + asked + "'street={1}'}, response: {" + pages + "key: /street, many: true}}}}",
                Path.of(""),
                name -> null);
    }

    /** Upper case is what a chunk form drops that answered all of a thousand calls before. */
    @Test
    void shouldFindEachKeyWhenChunksBeginToLoseAKindOfThem() throws IOException {
        try (RawServer server = RawServer.start((request, connection) -> {
                    final List<String> keys = Pattern.compile("id=(\\w+)")
                            .matcher(request.line())
                            .results()
                            .map(its -> its.group(1))
                            .toList();
                    final List<String> given = keys.stream()
                            .filter(key -> keys.size() == 1 || !key.startsWith("K"))
                            .toList();
                    connection.write(Http.response(
                            200,
                            "Content-Type: application/json\r\n",
                            given.stream()
                                    .map(key -> "{\"id\":\"" + key + "\"}")
                                    .collect(Collectors.joining(",", "[", "]"))));
                    return true;
                });
                RestGateway gateway = new RestGateway(GatewayConfig.parse(
                        "{services: {crm: {url: '" + server.url()
                                + "'}}, lookups: {customer: {reads: [], types: [text],"
                                + " request: {path: /c, query: 'id={1}', limit: 20}, response: {key: /id}}}}",
                        Path.of(""),
                        name -> null))) {
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
    }

    /** Not more of them at a time than calls may be in flight, and each key once. */
    @Test
    void shouldAskSeveralKeysAtATimeWhenAChunkLeftThemOut() throws IOException {
        final AtomicInteger now = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final CountDownLatch three = new CountDownLatch(3);
        final List<String> alone = Collections.synchronizedList(new ArrayList<>());
        try (RawServer server = RawServer.start((request, connection) -> {
                    final int keys = request.line().split("id=").length - 1;
                    if (keys == 1) {
                        alone.add(request.line());
                        most.accumulateAndGet(now.incrementAndGet(), Math::max);
                        three.countDown();
                        three.await(20, TimeUnit.SECONDS);
                        now.decrementAndGet();
                    }
                    connection.write(Http.response(200, "Content-Type: application/json\r\n", "[]"));
                    return true;
                });
                RestGateway gateway = new RestGateway(GatewayConfig.parse(
                        "{services: {crm: {url: '" + server.url()
                                + "', callsInFlight: 3}}, lookups: {customer: {reads: [],"
                                + " request: {path: /c, query: 'id={1}'}, response: {key: /id}}}}",
                        Path.of(""),
                        name -> null))) {
            for (long key = 0; key < 30; key++) {
                gateway.lookup("customer", key).lookup("customer", key);
            }
            assertEquals(Collections.nCopies(60, "not found"), gateway.texts());
        }
        assertEquals(3, most.get());
        assertEquals(30, alone.size());
        assertEquals(30, Set.copyOf(alone).size());
    }

    @Test
    void shouldSayOnceWhatMissingKeysCostAndHowToDeclareThem() throws IOException {
        try (ShapeServer server = new ShapeServer(Shape.JSON_SERVER);
                RestGateway gateway = new RestGateway(config(server, Loss.NONE, 100))) {
            for (int i = 0; i < 1_500; i++) {
                gateway.lookup("customer", 1_001L + i);
            }
            assertEquals(1_500, gateway.results().size());
        }
        final List<String> said = log.lines().stream()
                .filter(line -> line.contains("were missing from"))
                .toList();
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
    void shouldGoOnInChunksWhenAKeyIsBadAndEachChunkLeavesOneOut() throws IOException {
        try (RawServer server = RawServer.start((request, connection) -> {
                    final List<Long> keys = Pattern.compile("id=(\\d+)")
                            .matcher(request.line())
                            .results()
                            .map(its -> Long.valueOf(its.group(1)))
                            .toList();
                    connection.write(
                            keys.stream().anyMatch(key -> key % 1_000 == 0)
                                    ? Http.response(400, "", "bad")
                                    : Http.response(
                                            200,
                                            "Content-Type: application/json\r\n",
                                            keys.stream()
                                                    .filter(key -> key % 2 == 0)
                                                    .map(key -> "{\"id\":" + key + "}")
                                                    .collect(Collectors.joining(",", "[", "]"))));
                    return true;
                });
                RestGateway gateway = new RestGateway(GatewayConfig.parse(
                        "{chunk: {limit: 8}, services: {crm: {url: '" + server.url()
                                + "'}}, lookups: {customer: {reads: [],"
                                + " request: {path: /c, query: 'id={1}'}, response: {key: /id}}}}",
                        Path.of(""),
                        name -> null))) {
            for (long bad = 1_000; bad <= 20_000; bad += 1_000) {
                for (long key = bad; key < bad + 8; key++) {
                    gateway.lookup("customer", key);
                }
                gateway.results();
            }
        }
        assertTrue(
                log.lines().stream().noneMatch(line -> line.contains("fails in chunks")),
                () -> log.lines().toString());
    }

    /** A path that is there, and finds nothing. */
    @Test
    void shouldSayOnceThatNoneOfTheFirstKeysWasFound() throws IOException {
        try (ShapeServer server = new ShapeServer(Shape.JSON_SERVER);
                RestGateway gateway = new RestGateway(config(server, Loss.NONE, 100))) {
            for (int i = 0; i < 300; i++) {
                gateway.lookup("customer", 1_001L + i);
            }
            gateway.results();
            final List<String> said = log.lines().stream()
                    .filter(line -> line.contains("none of the first 100 keys was found"))
                    .toList();
            assertEquals(1, said.size(), () -> log.lines().toString());
            assertTrue(
                    said.get(0).contains("the last request was GET " + server.url() + "/customers?id="), said.get(0));
        }
    }

    private static List<List<Long>> there(int customers) {
        return LongStream.range(0, customers)
                .mapToObj(id -> there("customer", id))
                .toList();
    }

    private static List<List<Long>> ask(RestGateway gateway, int customers) {
        LongStream.range(0, customers).forEach(id -> gateway.lookup("customer", id));
        return gateway.results().stream().map(LossyServiceTest::ids).toList();
    }

    @Test
    void shouldSplitCallsUntilAPageHoldsThemWhenAPageSaysThatMoreFollows() throws IOException {
        for (final Loss loss : new Loss[] {Loss.NEXT_PAGES, Loss.TOTAL}) {
            try (ShapeServer server = new ShapeServer(Shape.JSON_SERVER, loss);
                    RestGateway gateway = new RestGateway(config(server, loss, 100))) {
                assertEquals(there(300), ask(gateway, 300));
                assertTrue(
                        log.lines().stream().allMatch(line -> line.contains("were missing from")),
                        () -> log.lines().toString());
                assertTrue(server.calls() < 150 + 40, server.calls() + " calls"); // half of them are not there
            }
        }
    }
}
