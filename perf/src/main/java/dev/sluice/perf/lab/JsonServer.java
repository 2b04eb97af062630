package dev.sluice.perf.lab;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Executors;

/** A REST service for experiments, in its own JVM. It uses the JDK's HTTP server, Jackson, and the gateway's default contract. */
public final class JsonServer {

    public static final JsonMapper JSON = new JsonMapper();

    private static final int THREADS = 4;

    private JsonServer() {}

    /**
     * Serves HTTP requests, and sends the server's port to the parent JVM. Meanwhile answers the values that the parent sends;
     * exits when the parent closes this program's input.
     *
     * @param handlers handle the HTTP requests, by path
     * @param answering answers the values from the parent
     */
    public static <T> void serve(Map<String, HttpHandler> handlers, Class<T> told, ChildJvm.Answering<T> answering)
            throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // otherwise some responses are 40 ms late
        final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        handlers.forEach(server::createContext);
        server.start();
        System.out.println(ServerJvm.LISTENS + server.getAddress().getPort());
        ChildJvm.answer(told, answering);
        System.exit(0);
    }

    /** Writes a value as JSON. */
    @FunctionalInterface
    public interface Writing<T> {
        void write(JsonGenerator json, T value) throws IOException;
    }

    public static <T> ByteArrayOutputStream written(T value, Writing<T> writing) throws IOException {
        final ByteArrayOutputStream body = new ByteArrayOutputStream(1 << 10);
        try (JsonGenerator json = JSON.createGenerator(body)) {
            writing.write(json, value);
        }
        return body;
    }

    /** Returns the body of a request or response in the format of the default contract: one object for each item. */
    public static <T> ByteArrayOutputStream items(Iterable<T> items, Writing<T> fields) throws IOException {
        return written(items, (json, all) -> {
            json.writeStartObject();
            json.writeArrayFieldStart("items");
            for (final T item : all) {
                json.writeStartObject();
                fields.write(json, item);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    public static void answer(HttpExchange http, int status, ByteArrayOutputStream body) throws IOException {
        try (http) {
            http.getResponseHeaders().set("Content-Type", "application/json");
            http.sendResponseHeaders(status, body.size());
            body.writeTo(http.getResponseBody());
        }
    }
}
