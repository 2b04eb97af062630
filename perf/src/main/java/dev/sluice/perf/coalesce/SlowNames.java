package dev.sluice.perf.coalesce;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.perf.lab.ChildJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A REST service whose every call takes a time at random, however much it asks: {@code GET /name/KEY} and {@code POST
 * /name:lookup} by the default contract. No thread waits with a call, so that any number of them are under way at once,
 * and what is measured is the caller. Lines on its standard input set the times and ask for the counts.
 */
public final class SlowNames {

    static final String LOOKUP = "name";
    private static final String BEGIN = "begin ";

    private static final long ANSWER_SECONDS = 30;
    private static final int THREADS = 4;
    private static final JsonMapper JSON = new JsonMapper();

    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
    private Random random = new Random(0);
    private long leastMicros;
    private long mostMicros;
    private long calls;
    private long keys;
    private int underWay;
    private int mostUnderWay;

    private SlowNames() {}

    /** Says its port, then answers lines until there are no more. */
    public static void main(String[] args) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else some responses are 40 ms late
        final SlowNames names = new SlowNames();
        final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext("/" + LOOKUP + ":lookup", names::many);
        server.createContext("/" + LOOKUP + "/", names::one);
        server.start();
        ChildJvm.say(String.valueOf(server.getAddress().getPort()));
        ChildJvm.answer(line -> line.startsWith(BEGIN)
                ? names.begin(ChildJvm.numbers(line.substring(BEGIN.length())))
                : names.counts());
        System.exit(0);
    }

    /** Starts the service in a JVM of its own. */
    static Jvm start(Path directory) throws IOException, InterruptedException {
        final ChildJvm jvm = ChildJvm.start("slow-service", directory, List.of(), "", SlowNames.class);
        return new Jvm(jvm, URI.create("http://127.0.0.1:" + jvm.hear(ANSWER_SECONDS)));
    }

    /** The service in a JVM of its own. One thread. */
    record Jvm(ChildJvm jvm, URI url) implements AutoCloseable {

        /** From now on calls take so long, each at random by that seed, and are counted anew. */
        void begin(Load.Delay delay, long seed) throws IOException, InterruptedException {
            jvm.ask(BEGIN + delay.leastMicros() + " " + delay.mostMicros() + " " + seed, ANSWER_SECONDS);
        }

        /** The calls that were made since then, the keys that were in them, and the most calls at a time. */
        long[] counts() throws IOException, InterruptedException {
            return ChildJvm.numbers(jvm.ask("counts", ANSWER_SECONDS));
        }

        @Override
        public void close() {
            jvm.close();
        }
    }

    /** What it says of a key. */
    static String name(long key) {
        return "customer " + key;
    }

    private synchronized String begin(long[] numbers) {
        leastMicros = numbers[0];
        mostMicros = numbers[1];
        random = new Random(numbers[2]);
        calls = 0;
        keys = 0;
        mostUnderWay = 0;
        return "ready";
    }

    private synchronized String counts() {
        return calls + " " + keys + " " + mostUnderWay;
    }

    private synchronized long delayMicros(int asked) {
        calls++;
        keys += asked;
        underWay++;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        return leastMicros + Math.round(random.nextDouble() * (mostMicros - leastMicros));
    }

    private synchronized void answered() {
        underWay--;
    }

    private void one(HttpExchange http) throws IOException {
        final String path = http.getRequestURI().getPath();
        final long key = Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
        final ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(body)) {
            write(json, key);
        }
        later(http, 200, body, delayMicros(1));
    }

    private void many(HttpExchange http) throws IOException {
        final JsonNode items = JSON.readTree(http.getRequestBody()).path("items");
        final long delayMicros = delayMicros(items.size());
        final ByteArrayOutputStream body = new ByteArrayOutputStream(64 * items.size());
        try (JsonGenerator json = JSON.createGenerator(body)) {
            json.writeStartObject();
            json.writeArrayFieldStart("items");
            for (final JsonNode item : items) {
                json.writeStartObject();
                json.writeNumberField("id", item.path("id").longValue());
                json.writeNumberField("status", 200);
                json.writeFieldName("value");
                write(json, item.path("key").longValue());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        later(http, 207, body, delayMicros);
    }

    private static void write(JsonGenerator json, long key) throws IOException {
        json.writeStartObject();
        json.writeNumberField("key", key);
        json.writeStringField("name", name(key));
        json.writeEndObject();
    }

    private void later(HttpExchange http, int status, ByteArrayOutputStream body, long delayMicros) {
        clock.schedule(() -> answer(http, status, body), delayMicros, TimeUnit.MICROSECONDS);
    }

    private void answer(HttpExchange http, int status, ByteArrayOutputStream body) {
        answered();
        try (http) {
            http.getResponseHeaders().set("Content-Type", "application/json");
            http.sendResponseHeaders(status, body.size());
            body.writeTo(http.getResponseBody());
        } catch (final IOException e) {
            e.printStackTrace(); // into the log; the caller finds its connection closed
        }
    }
}
