package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import javax.net.ServerSocketFactory;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The service {@code crm} of a test, which answers as the test says, and the gateways that ask it. What was opened is
 * closed after each test, the last first; what is logged meanwhile is kept.
 */
final class TestService implements AfterEachCallback {

    /** Answers as the default contract wants it. */
    static final RawServer.Handler GOOD = replying(Items::good);

    private final CapturedLog log = new CapturedLog();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private String url = "";
    private RawServer server;

    /** A whole response to a request. */
    interface Reply {
        byte[] to(Http request) throws IOException, InterruptedException;
    }

    static RawServer.Handler replying(Reply reply) {
        return (request, connection) -> {
            connection.write(reply.to(request));
            return true;
        };
    }

    /** Starts the service, which answers so. */
    TestService answers(RawServer.Handler handler) {
        server = start(handler);
        url = server.url();
        return this;
    }

    /** Starts another service, which is closed after the test, too. */
    RawServer start(RawServer.Handler handler) {
        return keep(started(RawServer.stopped(handler)));
    }

    private static RawServer started(RawServer stopped) {
        try {
            stopped.start();
            return stopped;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    TestService replies(Reply reply) {
        return answers(replying(reply));
    }

    /** The service is there and does not listen yet. */
    RawServer stopped(RawServer.Handler handler) {
        server = keep(RawServer.stopped(handler));
        url = server.url();
        return server;
    }

    /** Starts the service on sockets of a kind. */
    TestService answers(RawServer.Handler handler, ServerSocketFactory sockets) {
        server = keep(started(RawServer.stopped(handler, sockets)));
        url = server.url();
        return this;
    }

    /** The service is at that place. */
    TestService at(String itsUrl) {
        url = itsUrl;
        return this;
    }

    RawServer server() {
        return server;
    }

    int requests() {
        return server.requests();
    }

    String url() {
        return url;
    }

    /** The settings of a gateway with the lookup customer and the endpoints orders and audit, by the default contract. */
    RestSettings settings() {
        return RestSettings.of(url);
    }

    RestGateway gateway() {
        return gateway(settings());
    }

    RestGateway gateway(RestSettings settings) {
        return gateway(settings.config());
    }

    RestGateway gateway(GatewayConfig config) {
        return keep(new RestGateway(config));
    }

    /** A gateway with more keys of the service, and what is declared beside it. */
    RestGateway gateway(String keys, String declared) {
        return gateway(config(keys, declared));
    }

    GatewayConfig config(String keys, String declared) {
        return GatewayConfig.parse(
                "{services: {crm: {url: '" + url + "', " + keys + "}}, " + declared + "}", Path.of(""), name -> null);
    }

    /** A gateway with a sample configuration, as it stands. */
    RestGateway sample(String file) {
        return gateway(GatewayConfig.load(
                Path.of("../config", file),
                Map.of("SERVICE_URL", url, "COUCHDB_PASSWORD", "secret")::get,
                DeclarationReview.NONE));
    }

    /** Closes it after the test. */
    <T extends AutoCloseable> T keep(T resource) {
        opened.push(resource);
        return resource;
    }

    List<String> said() {
        return log.lines();
    }

    /** The lines that were logged and hold this. */
    List<String> said(String text) {
        return said().stream().filter(line -> line.contains(text)).toList();
    }

    boolean says(String text) {
        return !said(text).isEmpty();
    }

    void assertSays(String text) {
        assertTrue(says(text), () -> text + " in " + said());
    }

    void assertNotSaid(String text) {
        assertEquals(List.of(), said(text));
    }

    void assertSilent() {
        assertEquals(List.of(), said());
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        try {
            while (!opened.isEmpty()) {
                opened.pop().close();
            }
        } finally {
            log.close();
        }
    }
}
