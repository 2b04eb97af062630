package dev.sluice.spring;

import dev.sluice.client.GatewayClient;
import dev.sluice.jdbc.SluiceDataSource;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/**
 * A client of the queues that {@code sluice.queues} names, and what goes with it: a {@link SluiceDataSource} for DAOs, health, and
 * metrics. Each gives way to the application's own. When the context closes, so does the client: a run of a job that is under way
 * stops as after a kill, and the next start goes on with it.
 */
@AutoConfiguration
@ConditionalOnProperty("sluice.queues")
public class SluiceAutoConfiguration {

    /** The client; it has one job, or futures, or requests and results of its own. */
    @Bean
    @ConditionalOnMissingBean
    GatewayClient sluiceClient(@Value("${sluice.queues}") String queues) {
        return GatewayClient.open(Path.of(queues)); // as a Path Spring would look for it among the classes first
    }

    /** Keeps the one data source, and closes it before the client. */
    record Connections(SluiceDataSource source) implements AutoCloseable {

        @Override
        public void close() {
            source.close();
        }
    }

    @Bean
    Connections sluiceConnections(GatewayClient client) {
        return new Connections(SluiceDataSource.at(client.queues()));
    }

    /**
     * Connections for DAOs, by its name alone: an application's DataSource stays the one that is meant without a name. Always the same
     * one; a prototype, so that Actuator's {@code db} passes it over, which would wait for its product while no gateway serves.
     */
    @Bean(defaultCandidate = false)
    @Scope("prototype")
    @ConditionalOnMissingBean
    SluiceDataSource sluiceDataSource(Connections connections) {
        return connections.source();
    }

    /** The bean that needs Actuator. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class OfHealth {

        @Bean
        @ConditionalOnEnabledHealthIndicator("sluice")
        @ConditionalOnMissingBean(name = "sluiceHealthIndicator")
        HealthIndicator sluiceHealthIndicator(GatewayClient client) {
            return () -> (client.isServed()
                            ? Health.up()
                            : Health.down().withDetail("reason", "no gateway serves them"))
                    .withDetail("queues", client.queues().toString())
                    .withDetail("unanswered", client.written() - client.answered())
                    .build();
        }
    }

    /** The bean that needs Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class OfMetrics {

        @Bean
        @ConditionalOnMissingBean(name = "sluiceMetrics")
        MeterBinder sluiceMetrics(GatewayClient client) {
            return registry -> {
                FunctionCounter.builder("sluice.client.requests", client, GatewayClient::written)
                        .description("requests that the client has written")
                        .register(registry);
                FunctionCounter.builder("sluice.client.results", client, GatewayClient::answered)
                        .description("results that the client has read")
                        .register(registry);
                Gauge.builder("sluice.gateway.up", client, its -> its.isServed() ? 1 : 0)
                        .description("1: a gateway serves the queues")
                        .register(registry);
            };
        }
    }
}
