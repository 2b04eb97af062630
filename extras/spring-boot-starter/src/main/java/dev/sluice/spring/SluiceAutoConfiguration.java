package dev.sluice.spring;

import dev.sluice.client.GatewayClient;
import dev.sluice.jdbc.SluiceDataSource;
import dev.sluice.service.EmbeddedGateway;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/**
 * Configures a client of the queues that the property {@code sluice.queues} names, together with a {@link SluiceDataSource} for
 * DAOs, a health indicator, and metrics. With the property {@code sluice.gateway.config} in its place, the application also runs
 * the gateway. The application can replace each of these beans with a bean of its own.
 *
 * <p>Beans are closed with the application context, in this order: those that use the client, the client, the gateway. Spring
 * stops everything with a lifecycle before that, for example web servers and task executors, so that these are answered to their
 * end. If a run of a job is in progress at that time, the run stops as if it were killed, and the next start continues the run.
 */
@AutoConfiguration
@Conditional(SluiceAutoConfiguration.OnProperty.class)
public class SluiceAutoConfiguration {

    /** One of the two properties is set. */
    static final class OnProperty extends AnyNestedCondition {

        OnProperty() {
            super(ConfigurationPhase.PARSE_CONFIGURATION);
        }

        @ConditionalOnProperty("sluice.queues")
        static final class OfQueues {}

        @ConditionalOnProperty("sluice.gateway.config")
        static final class OfGateway {}
    }

    /** The gateway in this process, which needs the library sluice-gateway. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(EmbeddedGateway.class)
    @ConditionalOnProperty("sluice.gateway.config")
    static class OfGateway {

        @Bean
        @ConditionalOnMissingBean
        EmbeddedGateway sluiceGateway(@Value("${sluice.gateway.config}") String config) {
            return EmbeddedGateway.start(Path.of(config));
        }

        /** Spring closes the client before the gateway, because the client is made from it. */
        @Bean
        @ConditionalOnMissingBean
        GatewayClient sluiceClient(EmbeddedGateway gateway, @Value("${sluice.queues:}") String queues) {
            if (!queues.isEmpty()) {
                throw new IllegalStateException(
                        "sluice.queues and sluice.gateway.config are both set: remove sluice.queues, as the"
                                + " gateway's configuration names the queues");
            }
            return gateway.client().open();
        }
    }

    /** Says what is missing. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("dev.sluice.service.EmbeddedGateway")
    @ConditionalOnProperty("sluice.gateway.config")
    static class WithoutGateway {

        @Bean
        @ConditionalOnMissingBean
        GatewayClient sluiceClient() {
            throw new IllegalStateException(
                    "sluice.gateway.config needs the library dev.sluice:sluice-gateway: add it to the"
                            + " application, or set sluice.queues in place of sluice.gateway.config");
        }
    }

    /** The client. It can be used either for one job, or for futures, or for requests and results directly. */
    @Bean
    @ConditionalOnProperty("sluice.queues")
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

    /** The health indicator, which needs the module of Actuator for health. */
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
