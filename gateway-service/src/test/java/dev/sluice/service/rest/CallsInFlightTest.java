package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.service.config.GatewayConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** As many calls as a service takes are under way at it, whatever {@code chunk.callsInFlight} says of databases. */
class CallsInFlightTest {

    private static final int CALLS = 6;
    private static final int ITEMS = 5 * CALLS;

    /** Answers when so many are asked for at the same time, and fails what waits for that in vain. */
    private static final class TogetherServer implements AutoCloseable {

        private final CyclicBarrier together = new CyclicBarrier(CALLS);
        private final ExecutorService threads = Executors.newFixedThreadPool(CALLS);
        private final HttpServer server;

        TogetherServer() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(threads);
            server.createContext("/", this::answer);
            server.start();
        }

        private void answer(HttpExchange exchange) throws IOException {
            try (exchange) {
                together.await(5, TimeUnit.SECONDS);
                final String path = exchange.getRequestURI().getPath();
                final byte[] body = ("{\"id\": " + path.substring(path.lastIndexOf('/') + 1) + "}")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            } catch (final BrokenBarrierException | TimeoutException e) {
                exchange.sendResponseHeaders(400, -1);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        int port() {
            return server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
            threads.shutdownNow();
        }
    }

    @Test
    void shouldAskForAsManySinglesAtATimeAsTheServiceTakes() throws IOException {
        try (TogetherServer server = new TogetherServer();
                RestGateway gateway = new RestGateway(config(server.port()))) {
            for (long key = 0; key < ITEMS; key++) {
                gateway.lookup("customer", key);
            }
            assertEquals(
                    LongStream.range(0, ITEMS)
                            .mapToObj(key -> "[{id=" + key + "}]")
                            .toList(),
                    gateway.texts());
        }
    }

    private static GatewayConfig config(int port) {
        return GatewayConfig.parse("""
                chunk:
                  callsInFlight: 1
                services:
                  crm:
                    url: http://127.0.0.1:%d
                    callsInFlight: %d
                lookups:
                  customer:
                    service: crm
                    types: [long]
                    request:
                      method: GET
                      path: /customers/{1}
                """.formatted(port, CALLS), Path.of(""), name -> null);
    }
}
