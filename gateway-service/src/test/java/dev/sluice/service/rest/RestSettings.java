package dev.sluice.service.rest;

import dev.sluice.service.config.ChunkConfig;
import dev.sluice.service.config.DefaultContract;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.LimitsConfig;
import dev.sluice.service.config.PauserKind;
import dev.sluice.service.config.QueueSync;
import dev.sluice.service.config.QueuesConfig;
import dev.sluice.service.config.ResilienceConfig;
import dev.sluice.service.config.RestConfig;
import dev.sluice.service.config.Secret;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.ServiceConfig.Credentials;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A gateway's settings for one service with a lookup and two endpoints: short times, small sizes. */
record RestSettings(
        String url,
        int chunkLimit,
        int callsInFlight,
        Credentials credentials,
        Optional<Path> keyStore,
        Optional<Path> trustStore,
        Duration responseTimeout,
        Duration callTimeout,
        long responseBytes,
        int retries) {

    static final String PASSWORD = "open-sesame";

    static RestSettings of(String url) {
        return new RestSettings(
                url,
                20,
                2,
                new Credentials.None(),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(20),
                64 << 10,
                2);
    }

    RestSettings chunk(int limit, int inFlight) {
        return new RestSettings(
                url,
                limit,
                inFlight,
                credentials,
                keyStore,
                trustStore,
                responseTimeout,
                callTimeout,
                responseBytes,
                retries);
    }

    RestSettings as(Credentials who) {
        return new RestSettings(
                url,
                chunkLimit,
                callsInFlight,
                who,
                keyStore,
                trustStore,
                responseTimeout,
                callTimeout,
                responseBytes,
                retries);
    }

    RestSettings tls(Optional<Path> keys, Path trusted) {
        return new RestSettings(
                url,
                chunkLimit,
                callsInFlight,
                credentials,
                keys,
                Optional.of(trusted),
                responseTimeout,
                callTimeout,
                responseBytes,
                retries);
    }

    RestSettings timeouts(Duration response, Duration call) {
        return new RestSettings(
                url,
                chunkLimit,
                callsInFlight,
                credentials,
                keyStore,
                trustStore,
                response,
                call,
                responseBytes,
                retries);
    }

    RestSettings responseBytes(long most) {
        return new RestSettings(
                url,
                chunkLimit,
                callsInFlight,
                credentials,
                keyStore,
                trustStore,
                responseTimeout,
                callTimeout,
                most,
                retries);
    }

    RestSettings retries(int most) {
        return new RestSettings(
                url,
                chunkLimit,
                callsInFlight,
                credentials,
                keyStore,
                trustStore,
                responseTimeout,
                callTimeout,
                responseBytes,
                most);
    }

    GatewayConfig config() {
        final ServiceConfig service = new ServiceConfig(
                "crm",
                URI.create(url),
                credentials,
                keyStore,
                new Secret(PASSWORD),
                trustStore,
                new Secret(PASSWORD),
                Duration.ofSeconds(2),
                responseTimeout,
                callTimeout,
                responseBytes,
                2_000,
                callsInFlight,
                new ResilienceConfig(
                        retries, Duration.ofMillis(1), Duration.ofMillis(4), Optional.empty(), Optional.empty()));
        return new GatewayConfig(
                "test",
                new QueuesConfig(Path.of("unused"), "FAST_DAILY", QueueSync.NONE, 0, Optional.empty()),
                new ChunkConfig(chunkLimit, Duration.ZERO, callsInFlight),
                new LimitsConfig(1 << 20, 10_000, 8 << 20),
                PauserKind.BALANCED,
                Map.of(),
                Map.of(),
                Map.of(),
                new RestConfig(
                        Map.of("crm", service),
                        Map.of("customer", lookup()),
                        Map.of("orders", endpoint("orders"), "audit", endpoint("audit"))));
    }

    RestGateway open() {
        return new RestGateway(config());
    }

    private static RestConfig.Lookup lookup() {
        return new RestConfig.Lookup(
                "customer",
                "crm",
                Optional.empty(),
                Optional.of(Set.of("customer")),
                true,
                DefaultContract.lookup("customer"),
                Optional.empty());
    }

    private static RestConfig.Endpoint endpoint(String name) {
        return new RestConfig.Endpoint(
                name, "crm", Optional.of(Set.of(name)), RestConfig.Payload.TEXT, true, DefaultContract.endpoint(name));
    }
}
