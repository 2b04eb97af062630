package dev.sluice.service.rest;

import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.service.config.ChunkConfig;
import dev.sluice.service.config.Credentials;
import dev.sluice.service.config.DefaultContract;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.PauserKind;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import dev.sluice.service.config.LimitsConfig;
import dev.sluice.service.config.QueuesConfig;
import dev.sluice.service.config.ResilienceConfig;
import dev.sluice.service.config.RestDeclaration;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.yaml.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A gateway's settings for one service with a lookup and two endpoints: short times, small sizes. Changed in place. */
final class RestSettings {

    static final String PASSWORD = "open-sesame";

    private final String url;
    private int chunkLimit = 20;
    private int callsInFlight = 2;
    private Credentials credentials = new Credentials.None();
    private Optional<Path> keyStore = Optional.empty();
    private Optional<Path> trustStore = Optional.empty();
    private Duration responseTimeout = Duration.ofSeconds(10);
    private Duration callTimeout = Duration.ofSeconds(20);
    private long responseBytes = 64 << 10;
    private int retries = 2;

    private RestSettings(String url) {
        this.url = url;
    }

    static RestSettings of(String url) {
        return new RestSettings(url);
    }

    RestSettings chunk(int limit, int inFlight) {
        chunkLimit = limit;
        callsInFlight = inFlight;
        return this;
    }

    RestSettings as(Credentials who) {
        credentials = who;
        return this;
    }

    RestSettings tls(Optional<Path> keys, Path trusted) {
        keyStore = keys;
        trustStore = Optional.of(trusted);
        return this;
    }

    RestSettings timeouts(Duration response, Duration call) {
        responseTimeout = response;
        callTimeout = call;
        return this;
    }

    RestSettings responseBytes(long most) {
        responseBytes = most;
        return this;
    }

    RestSettings retries(int most) {
        retries = most;
        return this;
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
                new QueuesConfig(
                        "unused",
                        1,
                        "FAST_DAILY",
                        SyncMode.NONE,
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false),
                new ChunkConfig(chunkLimit, Duration.ZERO, callsInFlight),
                new LimitsConfig(1 << 20, 10_000, 8 << 20, 3),
                PauserKind.BALANCED,
                Map.of(),
                Map.of(),
                Map.of(),
                new RestConfig(
                        Map.of("crm", service),
                        Map.of("customer", lookup()),
                        Map.of("orders", endpoint("orders"), "audit", endpoint("audit"))),
                Optional.empty());
    }

    RestGateway open() {
        return new RestGateway(config());
    }

    private static RestDeclaration lookup() {
        return new RestDeclaration(
                "customer",
                false,
                "crm",
                Optional.empty(),
                Optional.of(Set.of("customer")),
                Optional.of(Set.of()),
                RestDeclaration.Payload.TEXT,
                true,
                DefaultContract.lookup("customer"),
                Optional.empty());
    }

    private static RestDeclaration endpoint(String name) {
        return new RestDeclaration(
                name,
                true,
                "crm",
                Optional.empty(),
                Optional.of(Set.of()),
                Optional.of(Set.of(name)),
                RestDeclaration.Payload.TEXT,
                true,
                DefaultContract.endpoint(name),
                Optional.empty());
    }
}
