package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.rest.http.Credential;
import dev.sluice.service.rest.http.HttpReply;
import dev.sluice.service.rest.http.HttpTrip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpTripTest {

    private static final HttpReply UNKNOWN = new HttpReply.Response(401, "", OptionalLong.empty(), new byte[0]);

    @TempDir
    private Path directory;

    /** The JDK's client may complete a request on the thread that sends it, before it has said how to give it up. */
    @Test
    void shouldGiveUpWhatWasSentLastWhenTheFirstReplyCameWhileItWasSent() throws IOException {
        final Path file = Files.writeString(directory.resolve("token"), "token-1");
        final Credential credential = new Credential(
                GatewayConfig.parse(
                                "services: {crm: {url: 'http://127.0.0.1:1', token: '${file:token}'}}",
                                directory,
                                name -> null)
                        .rest()
                        .services()
                        .get("crm"),
                () -> {
                    throw new AssertionError("no token is fetched");
                },
                () -> 0);
        Files.writeString(file, "token-2");
        final List<String> sent = new ArrayList<>();
        final List<String> givenUp = new ArrayList<>();
        final List<HttpReply> taken = new ArrayList<>();
        final HttpTrip trip = new HttpTrip(
                credential,
                (who, replied) -> {
                    final String header = who.orElseThrow().value().value();
                    sent.add(header);
                    if (sent.size() == 1) {
                        replied.accept(UNKNOWN);
                    }
                    return () -> {
                        givenUp.add(header);
                        return 200;
                    };
                },
                taken::add);
        trip.begin();
        assertEquals(List.of("Bearer token-1", "Bearer token-2"), sent);
        assertEquals(200, trip.cancel());
        assertEquals(List.of("Bearer token-2"), givenUp);
        assertEquals(List.of(), taken);
    }
}
