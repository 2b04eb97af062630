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
 * Configures a client of the queues that the property {@code sluice.queues} names, together with a {@link SluiceDataSource} for
 * DAOs, a health indicator, and metrics. The application can replace each of these beans with a bean of its own. The client is
 * closed with the application context. If a run of a job is in progress at that time, the run stops as if it were killed, and the
 * next start continues the run.
 */
@AutoConfiguration
@ConditionalOnProperty("sluice.queues")
public class SluiceAutoConfiguration {

    /** The client. It can be used either for one job, or for futures, or for requests and results directly. */
    @Bean
    @ConditionalOnMissingBean
    GatewayClient sluiceClient(@Value("${sluice.queues}") String queues) {
        return GatewayClient.open(Path.of(queues)); // a Path parameter would make Spring search the class path first
    }

    /** Holds the only data source, and closes it before the client is closed. */
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
     * The data source for DAOs. It is injected only by name, so that the application's own DataSource stays the default. The
     * method always returns the same object. The scope is prototype only so that Actuator's {@code db} health check skips it.
     * That check would query the database product, and would wait as long as no gateway serves the queues.
     */
    @Bean(defaultCandidate = false)
    @Scope("prototype")
    @ConditionalOnMissingBean
    SluiceDataSource sluiceDataSource(Connections connections) {
        return connections.source();
    }

    /** The health indicator, which needs Actuator. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class OfHealth {

        @Bean
        @ConditionalOnEnabledHealthIndicator("sluice")
        @ConditionalOnMissingBean(name = "sluiceHealthIndicator")
        HealthIndicator sluiceHealthIndicator(GatewayClient client) {
            return () -> (client.isServed()
                            ? Health.up()
                            : Health.down().withDetail("reason", "no gateway serves the queues"))
                    .withDetail("queues", client.queues().toString())
                    .withDetail("unanswered", client.written() - client.answered())
                    .build();
        }
    }

    /** The metrics, which need Micrometer. */
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
