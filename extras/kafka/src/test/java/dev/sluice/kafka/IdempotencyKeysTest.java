package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The keys of events on Kafka as their service sees them. Each event is sent to a gateway's service, and again by the next gateway. */
@Timeout(180)
class IdempotencyKeysTest {

    private static final Pattern KEY = Pattern.compile("\"idempotencyKey\":\"([^\"]*)\"");

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    private final Set<String> refused = new ConcurrentSkipListSet<>();
    private final Set<String> taken = new ConcurrentSkipListSet<>();
    private final AtomicInteger status = new AtomicInteger(500);
    private final String address = BROKER.newAddress();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            final int answer = status.get();
            final String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            KEY.matcher(body).results().forEach(found -> (answer == 200 ? taken : refused).add(found.group(1)));
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void shouldKeepTheKeyOfEachEventWhenTheNextGatewayAsksItAgain() throws Exception {
        try (Lane lane = OneBroker.open(address);
                RequestWriter named = lane.newWriter("letters");
                RequestWriter other = lane.newWriter()) {
            for (int event = 0; event < 3; event++) {
                named.send("letters", "{}");
                other.send("letters", "{}");
            }
        }
        assertEquals(6, keys(6).size());
    }

    @Test
    void shouldTakeNoKeyFromTheHeadersOfARecord() throws Exception {
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(message, RequestKind.SEND, 7, 1, Map.of(), "letters", new Object[] {"{}"});
        OneBroker.open(address).close();
        write(foreign("askSend", "letters", "{}"), message.toBytes());
        final Set<String> keys = keys(2);
        assertEquals(2, keys.size());
        assertTrue(keys.stream().anyMatch(key -> key.matches("([0-9a-f]+-){5}0{16}-[0-9a-f]{8}")), keys::toString);
        assertTrue(keys.stream().anyMatch(key -> key.matches("0{15}7-[0-9a-f]{16}-0{15}1")), keys::toString);
    }

    /** Writes records that have the headers which count within a message. */
    private void write(byte[]... values) throws Exception {
        final List<Header> headers = new ArrayList<>();
        Map.of(RequestFrame.REDRIVE_OF, "0:0", IdempotencyKey.HEADER, "0123-abc")
                .forEach((name, value) -> headers.add(new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8))));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", BROKER.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (final byte[] value : values) {
                producer.send(new ProducerRecord<>(
                                KafkaAddress.parse(address).requests(), 0, null, null, value, headers))
                        .get();
            }
        }
    }

    /** An event and a list of short texts, as Chronicle's method writer would write them. */
    private static byte[] foreign(String event, String... texts) {
        final StringBuilder list = new StringBuilder();
        for (final String text : texts) {
            list.append((char) (0xE0 + text.length())).append(text);
        }
        return ("\u00B9" + (char) event.length() + event + "\u0080" + (char) list.length() + list)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Has a gateway ask so many events while the service is at fault, and the next one when it is not; the keys, which are equal. */
    private Set<String> keys(int events) throws Exception {
        run(gateway -> refused.size() >= events);
        status.set(200);
        run(gateway -> gateway.counts().get(0).written() == events);
        assertEquals(new HashSet<>(refused), new HashSet<>(taken));
        return taken;
    }

    private void run(Predicate<GatewayProgram> done) throws InterruptedException {
        final GatewayConfig config =
                GatewayConfig.parse("""
                name: events
                queues: {path: '%s', foreign: true}
                services: {crm: {url: 'http://127.0.0.1:%d'}}
                endpoints:
                  letters:
                    service: crm
                    writes: [letters]
                    response: {match: none}
                """.formatted(address, server.getAddress().getPort()), Path.of(""), name -> null);
        try (GatewayProgram gateway = GatewayProgram.open(config)) {
            final Thread service = new Thread(gateway::run, "service");
            service.start();
            Awaitility.await().until(() -> done.test(gateway));
            gateway.stop();
            service.join();
        }
    }
}
