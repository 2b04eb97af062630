package dev.sluice.perf.coalesce;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import dev.sluice.perf.lab.JsonServer;
import dev.sluice.perf.lab.ServerJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A REST service that delays every call by a random time, which does not depend on the number of keys in the call. It serves
 * {@code GET /name/KEY} and {@code POST /name:lookup} in the format of the gateway's default contract. No thread waits during a
 * call. Any number of calls can therefore be in flight, and the service does not limit the measured callers. The parent JVM sets
 * the delays and reads the counts.
 */
public final class SlowNames {

    static final String LOOKUP = "name";

    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
    private Random random = new Random(0);
    private List<Integer> delay = List.of(0);
    private Counts counts = new Counts(0, 0, 0);
    private int underWay;

    /**
     * The calls since the delays were last set.
     *
     * @param calls the number of calls
     * @param keys the number of keys in these calls
     * @param mostAtOnce the maximum number of calls that were in progress at the same time
     */
    record Counts(long calls, long keys, long mostAtOnce) {}

    /**
     * A command to the service: sets the range and the seed of the random delays, and resets the counts. A command with an empty
     * range only reads the counts.
     *
     * @param delay the minimum and maximum delay in milliseconds
     */
    private record Options(List<Integer> delay, long seed) {}

    private SlowNames() {}

    public static void main(String[] args) throws Exception {
        final SlowNames names = new SlowNames();
        JsonServer.serve(
                Map.of("/" + LOOKUP + ":lookup", names::many, "/" + LOOKUP + "/", names::one),
                Options.class,
                names::perform);
    }

    /** Starts the service in its own JVM. */
    static ServerJvm start(Path directory) throws IOException, InterruptedException {
        return ServerJvm.start("slow-service", directory, List.of(), SlowNames.class);
    }

    /** Sets the random delays of calls, and resets the counts. */
    static void begin(ServerJvm service, List<Integer> delay, long seed) throws IOException, InterruptedException {
        service.ask(new Options(delay, seed), Counts.class);
    }

    static Counts counts(ServerJvm service) throws IOException, InterruptedException {
        return service.ask(new Options(List.of(), 0), Counts.class);
    }

    /** Returns the name for a key. */
    static String name(long key) {
        return "customer " + key;
    }

    private synchronized Counts perform(Options told) {
        if (!told.delay.isEmpty()) {
            delay = told.delay;
            random = new Random(told.seed);
            counts = new Counts(0, 0, 0);
        }
        return counts;
    }

    private synchronized long delayMicros(int asked) {
        underWay++;
        counts = new Counts(counts.calls + 1, counts.keys + asked, Math.max(counts.mostAtOnce, underWay));
        final long least = 1_000L * delay.get(0);
        return least + Math.round(random.nextDouble() * (1_000L * delay.get(delay.size() - 1) - least));
    }

    private void one(HttpExchange http) throws IOException {
        final String path = http.getRequestURI().getPath();
        final long key = Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
        later(http, 200, JsonServer.written(key, SlowNames::write), delayMicros(1));
    }

    private void many(HttpExchange http) throws IOException {
        final JsonNode items = JsonServer.JSON.readTree(http.getRequestBody()).path("items");
        final long delayMicros = delayMicros(items.size());
        final ByteArrayOutputStream body = JsonServer.items(items, (json, item) -> {
            json.writeNumberField("id", item.path("id").longValue());
            json.writeNumberField("status", 200);
            json.writeFieldName("value");
            write(json, item.path("key").longValue());
        });
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
        synchronized (this) {
            underWay--;
        }
        try {
            JsonServer.answer(http, status, body);
        } catch (final IOException e) {
            System.out.println("A call cannot be answered: " + e); // the connection is closed, which the caller notices
        }
    }
}
