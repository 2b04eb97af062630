package dev.sluice.perf.tier;

import com.fasterxml.jackson.core.JsonGenerator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.sluice.perf.lab.JsonServer;
import dev.sluice.perf.lab.ServerJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A REST service for the functions add and fit, see {@link Function}, with the JDK's HTTP server and Jackson. {@code POST /add}
 * and {@code /fit} take one list, and {@code POST /add:lookup} and {@code /fit:lookup} take many lists in the format of the
 * gateway's default contract. In each call the service measures how long it parses, works and writes, and counts the bytes of the
 * bodies. When these figures are read, they are reset.
 */
public final class MathService {

    private static final Took NOTHING = new Took(0, 0, 0, 0, 0);

    private Took took = NOTHING;
    private int underWay;

    /** The body of a call with many lists. */
    record Items(List<Item> items) {}

    /** One list in the body of a call with many lists. */
    record Item(long id, double[] key) {}

    /**
     * The work of the service since these figures were last read.
     *
     * @param jsonNanos the time spent on parsing requests and writing responses
     * @param workNanos the time spent in the function itself
     * @param bytesIn the bytes of the request bodies
     * @param bytesOut the bytes of the response bodies
     * @param mostAtOnce the maximum number of calls that were in progress at the same time
     */
    record Took(long jsonNanos, long workNanos, long bytesIn, long bytesOut, int mostAtOnce) {}

    private MathService() {}

    public static void main(String[] args) throws Exception {
        final MathService service = new MathService();
        final Map<String, HttpHandler> handlers = new HashMap<>();
        for (final Function function : Function.values()) {
            handlers.put("/" + function.lookup(), http -> service.one(http, function));
            handlers.put("/" + function.lookup() + ":lookup", http -> service.many(http, function));
        }
        JsonServer.serve(handlers, String.class, asked -> service.tookSince());
    }

    /** Starts the service in its own JVM. */
    static ServerJvm start(Path directory) throws IOException, InterruptedException {
        return ServerJvm.start("math-service", directory, List.of(), MathService.class);
    }

    /** Returns the work of the service since the last call of this method, and resets these figures. */
    static Took took(ServerJvm service) throws IOException, InterruptedException {
        return service.ask("took", Took.class);
    }

    private synchronized Took tookSince() {
        final Took since = took;
        took = NOTHING;
        return since;
    }

    private synchronized void began() {
        underWay++;
        took = new Took(
                took.jsonNanos, took.workNanos, took.bytesIn, took.bytesOut, Math.max(took.mostAtOnce, underWay));
    }

    private synchronized void ended(long json, long work, int in, int out) {
        underWay--;
        took = new Took(
                took.jsonNanos + json, took.workNanos + work, took.bytesIn + in, took.bytesOut + out, took.mostAtOnce);
    }

    private void one(HttpExchange http, Function function) throws IOException {
        began();
        final byte[] body = http.getRequestBody().readAllBytes();
        final long start = System.nanoTime();
        final double[] numbers = JsonServer.JSON.readValue(body, double[].class);
        final long parsed = System.nanoTime();
        final double[] result = function.apply(numbers);
        final long worked = System.nanoTime();
        final ByteArrayOutputStream out = JsonServer.written(result, MathService::write);
        ended(parsed - start + System.nanoTime() - worked, worked - parsed, body.length, out.size());
        JsonServer.answer(http, 200, out);
    }

    private void many(HttpExchange http, Function function) throws IOException {
        began();
        final byte[] body = http.getRequestBody().readAllBytes();
        final long start = System.nanoTime();
        final List<Item> items = JsonServer.JSON.readValue(body, Items.class).items;
        final long[] work = {0};
        final ByteArrayOutputStream out = JsonServer.items(items, (json, item) -> {
            final long before = System.nanoTime();
            final double[] result = function.apply(item.key);
            work[0] += System.nanoTime() - before;
            json.writeNumberField("id", item.id);
            json.writeNumberField("status", 200);
            json.writeFieldName("value");
            write(json, result);
        });
        ended(System.nanoTime() - start - work[0], work[0], body.length, out.size());
        JsonServer.answer(http, 207, out);
    }

    private static void write(JsonGenerator json, double[] result) throws IOException {
        json.writeStartObject();
        json.writeFieldName("value");
        if (result.length == 1) {
            json.writeNumber(result[0]);
        } else {
            json.writeArray(result, 0, result.length);
        }
        json.writeEndObject();
    }
}
