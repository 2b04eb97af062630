package dev.sluice.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.jdbc.SluiceDataSource;
import dev.sluice.service.EmbeddedGateway;
import dev.sluice.testing.SluiceExtension;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

class SluiceAutoConfigurationTest {

    private static final Path RESOURCES = Path.of("src/test/resources");

    @RegisterExtension
    static final SluiceExtension sluice = SluiceExtension.configured(RESOURCES.resolve("gateway.yaml"))
            .schema("main", RESOURCES.resolve("schema.sql"));

    @TempDir
    Path directory;

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(SluiceAutoConfiguration.class));

    private ApplicationContextRunner served() {
        return application.withPropertyValues("sluice.queues=" + sluice.queues());
    }

    private ApplicationContextRunner unserved() {
        return application.withPropertyValues("sluice.queues=" + directory.resolve("unserved"));
    }

    @Test
    void shouldMakeNothingWhenNoQueuesAreNamed() {
        application.run(context -> {
            assertEquals(0, context.getBeansOfType(GatewayClient.class).size());
            assertEquals(0, context.getBeansOfType(DataSource.class).size());
        });
    }

    @Test
    void shouldAnswerADaoInAJobAndOutside() {
        served().run(context -> {
            final JdbcTemplate dao = new JdbcTemplate(context.getBean("sluiceDataSource", DataSource.class));
            final String sql = "SELECT name FROM customer WHERE id = ?";
            assertEquals("Ada", dao.queryForObject(sql, String.class, 1L));
            final Path names = directory.resolve("names");
            try (Job job = context.getBean(GatewayClient.class).job("names", "today")) {
                job.run(
                        List.of(1L, 2L),
                        String::valueOf,
                        (id, gateway) -> dao.queryForObject(sql, String.class, id),
                        FileSink.lines(names));
                assertEquals(2, job.report().asked());
            }
            assertEquals(List.of("Ada", "Grace"), Files.readAllLines(names));
        });
    }

    @Test
    void shouldLeaveTheApplicationsOwnDataSourceTheOneThatIsMeant() {
        served().withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class, DataSourceHealthContributorAutoConfiguration.class))
                .withPropertyValues("spring.datasource.url=jdbc:hsqldb:mem:own")
                .run(context -> {
                    assertFalse(context.getBean(DataSource.class) instanceof SluiceDataSource);
                    assertInstanceOf(SluiceDataSource.class, context.getBean("sluiceDataSource"));
                    assertSame(context.getBean("sluiceDataSource"), context.getBean("sluiceDataSource"));
                    assertInstanceOf(
                            HealthIndicator.class,
                            context.getBean("dbHealthContributor"),
                            "the application's database alone, and none beside it");
                });
    }

    @Test
    void shouldBeHealthyWhileAGatewayServes() {
        served().run(context -> assertEquals(
                Status.UP,
                context.getBean("sluiceHealthIndicator", HealthIndicator.class)
                        .health()
                        .getStatus()));
        unserved().run(context -> {
            context.getBean(GatewayClient.class).requests().lookup("customer", 1L);
            final var health = context.getBean("sluiceHealthIndicator", HealthIndicator.class)
                    .health();
            assertEquals(Status.DOWN, health.getStatus());
            assertEquals(1L, health.getDetails().get("unanswered"));
        });
        served().withPropertyValues("management.health.sluice.enabled=false")
                .run(context -> assertFalse(context.containsBean("sluiceHealthIndicator")));
    }

    @Test
    void shouldMeasureRequestsResultsAndTheGateway() {
        served().run(context -> {
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            context.getBean("sluiceMetrics", io.micrometer.core.instrument.binder.MeterBinder.class)
                    .bindTo(registry);
            final GatewayClient client = context.getBean(GatewayClient.class);
            client.requests().executeQuery("SELECT id FROM customer");
            assertEquals(
                    1, registry.get("sluice.client.requests").functionCounter().count());
            assertEquals(
                    0, registry.get("sluice.client.results").functionCounter().count());
            client.awaitAll(dev.sluice.api.Results.ignored());
            assertEquals(
                    1, registry.get("sluice.client.results").functionCounter().count());
            assertEquals(1, registry.get("sluice.gateway.up").gauge().value());
        });
    }

    @Test
    void shouldStartWithoutActuatorAndMicrometer() {
        served().withClassLoader(new FilteredClassLoader("org.springframework.boot.health", "io.micrometer"))
                .run(context -> assertTrue(context.getBean(GatewayClient.class).isServed()));
    }

    @Test
    void shouldGiveWayToTheApplicationsOwnClient() {
        try (GatewayClient own = GatewayClient.open(directory.resolve("own"))) {
            served().withBean("own", GatewayClient.class, () -> own).run(context -> {
                assertSame(own, context.getBean(GatewayClient.class));
                assertFalse(context.containsBean("sluiceClient"));
            });
        }
    }

    @Test
    void shouldRunTheGatewayWhenItsConfigurationIsNamed() throws IOException {
        final Path queues = directory.resolve("queues");
        embedded().run(context -> {
            final JdbcTemplate dao = new JdbcTemplate(context.getBean("sluiceDataSource", DataSource.class));
            assertEquals("Ada", dao.queryForObject("SELECT name FROM customer WHERE id = 1", String.class));
            assertEquals(
                    queues.toRealPath(),
                    context.getBean(GatewayClient.class).queues().toRealPath());
            assertEquals(
                    Status.UP,
                    context.getBean("sluiceHealthIndicator", HealthIndicator.class)
                            .health()
                            .getStatus());
        });
        try (GatewayClient outside = GatewayClient.openExisting(queues)) {
            assertFalse(outside.isServed(), "the gateway ends with the application");
        }
    }

    @Test
    void shouldStopTheGatewayBehindEverythingThatAsks() throws IOException {
        final Answers answers = new Answers(new ArrayList<>());
        embedded()
                .withUserConfiguration(AskingToItsEnd.class)
                .withBean(Answers.class, () -> answers)
                .run(context -> assertEquals(List.of(), answers.names()));
        assertEquals(List.of("Ada", "Grace"), answers.names(), "of the lifecycle, then of the bean that is destroyed");
    }

    record Answers(List<String> names) {

        void ask(JdbcTemplate dao, long id) {
            names.add(dao.queryForObject("SELECT name FROM customer WHERE id = ?", String.class, id));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AskingToItsEnd {

        @Bean
        JdbcTemplate dao(@Qualifier("sluiceDataSource") DataSource gateway) {
            return new JdbcTemplate(gateway);
        }

        @Bean
        SmartLifecycle stopped(JdbcTemplate dao, Answers answers) {
            return new SmartLifecycle() {
                @Override
                public void start() {}

                @Override
                public void stop() {
                    answers.ask(dao, 1);
                }

                @Override
                public boolean isRunning() {
                    return true;
                }
            };
        }

        @Bean
        DisposableBean destroyed(JdbcTemplate dao, Answers answers) {
            return () -> answers.ask(dao, 2);
        }
    }

    @Test
    void shouldRefuseToStartWhenTheGatewayCannotBeMeant() throws IOException {
        embedded()
                .withPropertyValues("sluice.queues=" + sluice.queues())
                .run(context -> assertEquals(
                        "sluice.queues and sluice.gateway.config are both set: remove sluice.queues, as the gateway's"
                                + " configuration names the queues",
                        root(context.getStartupFailure())));
        embedded()
                .withClassLoader(new FilteredClassLoader(EmbeddedGateway.class))
                .run(context -> assertEquals(
                        "sluice.gateway.config needs the library dev.sluice:sluice-gateway: add it to the application, or"
                                + " set sluice.queues in place of sluice.gateway.config",
                        root(context.getStartupFailure())));
    }

    private static String root(Throwable failure) {
        return failure.getCause() == null ? failure.getMessage() : root(failure.getCause());
    }

    private ApplicationContextRunner embedded() throws IOException {
        final Path config = directory.resolve("gateway.yaml");
        Files.writeString(
                config,
                Files.readString(RESOURCES.resolve("gateway.yaml")).replace("mem:starter", "mem:embedded")
                        + "    init: " + RESOURCES.resolve("schema.sql").toAbsolutePath() + "\n");
        return application.withPropertyValues("sluice.gateway.config=" + config);
    }

    /** As when the process gets a SIGTERM while a body waits. */
    @Test
    void shouldStopARunThatTheNextStartGoesOnWith() {
        final Path names = directory.resolve("names");
        final List<CompletableFuture<Void>> runs = new ArrayList<>();
        sluice.outage();
        served().run(context -> {
            final CountDownLatch asked = new CountDownLatch(1);
            final GatewayClient client = context.getBean(GatewayClient.class);
            // a thread of its own: on the common pool a run waits for answers that this pool completes
            runs.add(CompletableFuture.runAsync(() -> run(client, names, asked), task -> new Thread(task).start()));
            asked.await();
        });
        assertThrows(
                java.util.concurrent.ExecutionException.class, () -> runs.get(0).get());
        sluice.back();
        served().run(context -> {
            run(context.getBean(GatewayClient.class), names, new CountDownLatch(1));
            assertEquals(List.of("Ada"), Files.readAllLines(names));
        });
    }

    private static void run(GatewayClient client, Path names, CountDownLatch asked) {
        try (Job job = client.job("names", "stopped")) {
            job.run(
                    List.of(1L),
                    String::valueOf,
                    (id, gateway) -> {
                        final var found = gateway.query("SELECT name FROM customer WHERE id = ?", id);
                        asked.countDown();
                        return String.valueOf(found.get().only().get(0));
                    },
                    FileSink.lines(names));
        }
    }
}
