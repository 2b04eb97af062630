package dev.sluice.perf.tier;

import com.fasterxml.jackson.core.JsonGenerator;
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
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/**
 * A REST service of the two functions, on the JDK's HTTP server with Jackson: {@code POST /add} and {@code /fit} take one
 * list, {@code POST /add:lookup} and {@code /fit:lookup} many by the default contract. It times its own parsing, work
 * and writing, each call, and counts the bytes of bodies. A line on its standard input asks for these and begins anew.
 */
public final class MathService {

    private static final long ANSWER_SECONDS = 30;
    private static final int THREADS = 4;
    private static final JsonMapper JSON = new JsonMapper();

    private final LongAdder jsonNanos = new LongAdder();
    private final LongAdder workNanos = new LongAdder();
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();

    /** What is asked in one call. */
    record Items(List<Item> items) {}

    /** One list of it. */
    record Item(long id, double[] key) {}

    private MathService() {}

    /** Says its port, then answers lines until there are no more. */
    public static void main(String[] args) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else some responses are 40 ms late
        final MathService service = new MathService();
        final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        for (final Function function : Function.values()) {
            server.createContext("/" + function.lookup(), http -> service.one(http, function));
            server.createContext("/" + function.lookup() + ":lookup", http -> service.many(http, function));
        }
        server.start();
        ChildJvm.say(String.valueOf(server.getAddress().getPort()));
        ChildJvm.answer(line -> service.jsonNanos.sumThenReset() + " " + service.workNanos.sumThenReset() + " "
                + service.bytesIn.sumThenReset() + " " + service.bytesOut.sumThenReset());
        System.exit(0);
    }

    /** Starts the service in a JVM of its own. */
    static Jvm start(Path directory) throws IOException, InterruptedException {
        final ChildJvm jvm = ChildJvm.start("math-service", directory, List.of(), "", MathService.class);
        return new Jvm(jvm, URI.create("http://127.0.0.1:" + jvm.hear(ANSWER_SECONDS)));
    }

    /**
     * What the service did.
     *
     * @param jsonNanos parsing requests and writing responses
     * @param workNanos in the function itself
     * @param bytesIn of the requests' bodies
     * @param bytesOut of the responses' bodies
     */
    record Took(long jsonNanos, long workNanos, long bytesIn, long bytesOut) {}

    /** The service in a JVM of its own. One thread. */
    record Jvm(ChildJvm jvm, URI url) implements AutoCloseable {

        /** What it did since this was asked last. */
        Took took() throws IOException, InterruptedException {
            final long[] took = ChildJvm.numbers(jvm.ask("took", ANSWER_SECONDS));
            return new Took(took[0], took[1], took[2], took[3]);
        }

        @Override
        public void close() {
            jvm.close();
        }
    }

    private void one(HttpExchange http, Function function) throws IOException {
        final byte[] body = http.getRequestBody().readAllBytes();
        final long start = System.nanoTime();
        final double[] numbers = JSON.readValue(body, double[].class);
        final long parsed = System.nanoTime();
        final double[] result = function.apply(numbers);
        final long worked = System.nanoTime();
        final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(out)) {
            write(json, result);
        }
        took(parsed - start + System.nanoTime() - worked, worked - parsed, body.length, out.size());
        answer(http, 200, out);
    }

    private void many(HttpExchange http, Function function) throws IOException {
        final byte[] body = http.getRequestBody().readAllBytes();
        final long start = System.nanoTime();
        final List<Item> items = JSON.readValue(body, Items.class).items;
        long workTook = 0;
        final ByteArrayOutputStream out = new ByteArrayOutputStream(512 * items.size());
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeArrayFieldStart("items");
            for (final Item item : items) {
                final long before = System.nanoTime();
                final double[] result = function.apply(item.key);
                final long after = System.nanoTime();
                workTook += after - before;
                json.writeStartObject();
                json.writeNumberField("id", item.id);
                json.writeNumberField("status", 200);
                json.writeFieldName("value");
                write(json, result);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        took(System.nanoTime() - start - workTook, workTook, body.length, out.size());
        answer(http, 207, out);
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

    private void took(long json, long work, int in, int out) {
        jsonNanos.add(json);
        workNanos.add(work);
        bytesIn.add(in);
        bytesOut.add(out);
    }

    private static void answer(HttpExchange http, int status, ByteArrayOutputStream body) throws IOException {
        try (http) {
            http.getResponseHeaders().set("Content-Type", "application/json");
            http.sendResponseHeaders(status, body.size());
            body.writeTo(http.getResponseBody());
        }
    }
}
