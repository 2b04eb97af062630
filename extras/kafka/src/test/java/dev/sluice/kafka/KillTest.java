package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.Main;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.SeriesLength;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.ResultReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gateways in processes of their own, which are killed at any instant, or fenced by a successor that is started while they run;
 * or whose claim the brokers end. Each request has its one result, in order, and each update was done once.
 */
@Tag("series")
@Timeout(900)
class KillTest {

    private static final int ENDS = SeriesLength.of("ends", 4, 60);
    private static final int REQUESTS = 700 * ENDS;
    private static final int ACCOUNTS = 7;

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    private final List<Child> processes = new ArrayList<>();

    @TempDir
    private Path directory;

    @Test
    void shouldAnswerEachRequestOnceWhenGatewaysAreKilledAndFenced() throws Exception {
        final long seed = Long.getLong("sluice.kafka.seed", System.nanoTime());
        final SplittableRandom random = new SplittableRandom(seed);
        final String address = BROKER.newAddress();
        final List<Integer> asked = new ArrayList<>();
        try (Bank bank = new Bank("CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)");
                Lane lane = OneBroker.open(address);
                ResultReader results = lane.newResults()) {
            for (int i = 0; i < ACCOUNTS; i++) {
                bank.execute("INSERT INTO account VALUES (" + i + ", 0)");
            }
            try (RequestWriter writer = lane.newWriter("bank")) {
                for (int i = 0; i < REQUESTS; i++) {
                    asked.add(random.nextInt(ACCOUNTS));
                    if (isUpdate(i)) {
                        writer.append(RequestKind.UPDATE, Map.of(), "pay", (long) asked.get(i));
                    } else {
                        writer.append(RequestKind.LOOKUP, Map.of(), "account", (long) asked.get(i));
                    }
                }
            }
            final Path config = config(address, bank.url());
            processes.add(gateway(config));
            final List<String> seen = new ArrayList<>();
            int ends = 0;
            int nextEnd = random.nextInt(1, 100);
            while (seen.size() < REQUESTS) {
                results.poll((index, result) -> seen.add(text(result)), 100);
                if (seen.size() >= nextEnd && ends < ENDS) {
                    final int kind = random.nextInt(3);
                    if (kind == 0) {
                        endClaim(address);
                    } else {
                        if (kind == 1) {
                            last().kill();
                        }
                        processes.add(gateway(config));
                        awaitClaim(lane, last());
                    }
                    ends++;
                    nextEnd = seen.size() + random.nextInt(1, 400);
                }
                assertTrue(last().isAlive(), () -> said("the gateway ended", seed));
                Thread.onSpinWait();
            }
            assertEquals(expected(asked), seen, () -> said("the results", seed));
            assertEquals(
                    paid(asked), bank.numbers("SELECT id, balance FROM account"), () -> said("the balances", seed));
            assertEquals(ENDS, ends, () -> said("they were too fast", seed));
            assertEquals(0, lane.waiting());
        }
    }

    /** Brokers end a claim by themselves when a transaction takes too long, and at times for no reason of the gateway's. */
    @Test
    @Tag("long")
    void shouldGoOnInTheSameProcessWhenTheBrokersEndItsClaim() throws Exception {
        final String address = BROKER.newAddress();
        try (Bank bank = new Bank("CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)");
                Lane lane = OneBroker.open(address);
                ResultReader results = lane.newResults();
                RequestWriter writer = lane.newWriter("bank")) {
            bank.execute("INSERT INTO account VALUES (1, 0)");
            processes.add(gateway(config(address, bank.url())));
            final List<String> seen = new ArrayList<>();
            for (int round = 1; round <= 3; round++) {
                for (int i = 0; i < 10; i++) {
                    writer.append(RequestKind.UPDATE, Map.of(), "pay", 1L);
                }
                while (seen.size() < 10 * round) {
                    results.poll((index, result) -> seen.add(text(result)), 100);
                    assertTrue(last().isAlive(), () -> said("the gateway ended", 0));
                    Thread.onSpinWait();
                }
                endClaim(address);
            }
            assertEquals(Map.of(1, 30L), bank.numbers("SELECT id, balance FROM account"));
            assertTrue(said("", 0).contains("no other gateway has this lane, so it is opened again: "), said("", 0));
            final String metrics = metrics();
            assertTrue(metric(metrics, "sluice_lane_claims_total") >= 3, metrics);
            assertTrue(metric(metrics, "sluice_lane_losses_total") >= 2, metrics);
            assertTrue(metric(metrics, "sluice_commits_total") >= 1, metrics);
            assertTrue(metric(metrics, "sluice_commit_seconds_total") > 0, metrics);
        }
    }

    private String metrics() throws Exception {
        final Matcher at = Pattern.compile("health and metrics at (\\S+)").matcher(said("", 0));
        assertTrue(at.find());
        final HttpRequest asked = HttpRequest.newBuilder(URI.create(at.group(1)).resolve("/metrics"))
                .build();
        return HttpClient.newHttpClient()
                .send(asked, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static double metric(String metrics, String name) {
        final Matcher value = Pattern.compile("(?m)^" + name + "\\{.*} (.*)$").matcher(metrics);
        assertTrue(value.find(), metrics);
        return Double.parseDouble(value.group(1));
    }

    /** As the brokers do: nobody has the lane after it. */
    private static void endClaim(String address) throws Exception {
        try (Admin admin = BROKER.admin()) {
            admin.fenceProducers(List.of(KafkaAddress.parse(address).transactionalId()))
                    .all()
                    .get();
        }
    }

    private Child last() {
        return processes.get(processes.size() - 1);
    }

    private static void awaitClaim(Lane lane, Child gateway) {
        while (lane.gateway().filter(holder -> holder.pid() == gateway.pid()).isEmpty()) {
            assertTrue(gateway.isAlive(), "the successor ended");
        }
    }

    /** Long stretches only look, where no checkpoint of the database tells a gateway that it has a successor. */
    private static boolean isUpdate(int request) {
        return request / 500 % 2 == 1 && request % 3 != 0;
    }

    /** What the requests come to one at a time, without the gateway. */
    private static List<String> expected(List<Integer> asked) {
        final long[] balance = new long[ACCOUNTS];
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            if (isUpdate(i)) {
                balance[asked.get(i)]++;
                expected.add(i + 1 + " updated 1");
            } else {
                expected.add(i + 1 + " balance " + balance[asked.get(i)]);
            }
        }
        return expected;
    }

    private static Map<Integer, Long> paid(List<Integer> asked) {
        final Map<Integer, Long> paid = new TreeMap<>();
        for (int i = 0; i < ACCOUNTS; i++) {
            paid.put(i, 0L);
        }
        for (int i = 0; i < asked.size(); i++) {
            if (isUpdate(i)) {
                paid.merge(asked.get(i), 1L, Long::sum);
            }
        }
        return paid;
    }

    private static String text(ResultFrame result) {
        final String body;
        if (result.body() instanceof ResultFrame.Updated updated) {
            body = "updated " + updated.count();
        } else if (result.body() instanceof ResultFrame.Found found) {
            body = "balance " + found.rows().only().getLong("balance");
        } else {
            body = result.body().toString();
        }
        return result.request().sequence() + " " + body;
    }

    private Path config(String address, String url) throws IOException {
        return Files.writeString(directory.resolve("gateway.yaml"), """
                name: bank
                queues: {path: '%s'}
                health: {port: 0}
                chunk: {limit: 5}
                databases: {main: {url: '%s', user: SA, callsPerSecond: 80}}
                lookups:
                  account: {sql: 'SELECT balance FROM account WHERE id = ?', types: [long]}
                statements:
                  pay: {sql: 'UPDATE account SET balance = balance + 1 WHERE id = ?', types: [long]}
                """.formatted(address, url));
    }

    private Child gateway(Path config) throws IOException {
        return Program.java(Main.class, "run", "--config", config)
                .bare()
                .log(directory.resolve("gateway.log"))
                .start();
    }

    private String said(String what, long seed) {
        try {
            return what + "; -Dsluice.kafka.seed=" + seed + "\n" + Files.readString(directory.resolve("gateway.log"));
        } catch (final IOException e) {
            return what + "; " + e;
        }
    }

    @AfterEach
    void endAll() throws InterruptedException {
        for (final Child process : processes) {
            process.kill();
        }
    }
}
