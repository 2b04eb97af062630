package dev.sluice.examples.kafka;

import dev.sluice.examples.demo.Screen;
import dev.sluice.testsupport.KafkaBrokers;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Node;

/**
 * Kills the first lane's gateway half-way and starts it again, then the broker that leads that lane's results; on a thread of its own.
 *
 * @param done how many contracts are done
 * @param contracts of all
 * @param failed hears what went wrong
 */
record Kills(
        KafkaBrokers brokers,
        String results,
        Worker worker,
        LongSupplier done,
        long contracts,
        Arrivals arrivals,
        Screen screen,
        Consumer<String> failed)
        implements Runnable {

    private static final long LOOK_MILLIS = 20;
    private static final long BROKER_AWAY_SECONDS = 15;

    @Override
    public void run() {
        try {
            if (isAfter(contracts / 2)) {
                killGateway();
            }
            if (isAfter(contracts * 2 / 3)) {
                killBroker();
            }
        } catch (final InterruptedException ended) {
            return;
        } catch (final IOException | ExecutionException e) {
            failed.accept("the kills have failed: " + e.getMessage());
        }
    }

    private void awaitDone(long some) throws InterruptedException {
        while (done.getAsLong() < some) {
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private boolean isAfter(long some) throws InterruptedException {
        awaitDone(some);
        if (done.getAsLong() == contracts) {
            screen.line("The job was done before the next kill: give it more --contracts.");
            return false;
        }
        return true;
    }

    private void killGateway() throws IOException, InterruptedException {
        final long pid = worker.pid();
        worker.kill();
        final long killed = System.currentTimeMillis();
        worker.start();
        screen.line("Killed the gateway of lane 0 (process " + pid + "), and started it again.");
        OptionalLong first = arrivals.firstWrittenAfter(0, killed);
        while (first.isEmpty()) {
            Thread.sleep(LOOK_MILLIS);
            first = arrivals.firstWrittenAfter(0, killed);
        }
        screen.line(said("Gateway killed: the first new result of its lane came after", first.getAsLong() - killed));
    }

    private void killBroker() throws IOException, ExecutionException, InterruptedException {
        final int broker = leader();
        final long pid = brokers.process(broker).pid();
        brokers.kill(broker);
        final long killed = System.currentTimeMillis();
        screen.line("Killed broker " + broker + " (process " + pid + "), which led the results of lane 0; it is started"
                + " again after " + BROKER_AWAY_SECONDS + " s.");
        TimeUnit.SECONDS.sleep(BROKER_AWAY_SECONDS);
        brokers.restart(broker);
        screen.line("Broker " + broker + " works again.");
        awaitDone(contracts);
        screen.line(said(
                "Broker killed: the longest time without a new result of a lane was", arrivals.longestStretch(killed)));
    }

    private static String said(String what, long millis) {
        return String.format(Locale.ROOT, "%s %.1f s.", what, millis / 1e3);
    }

    private int leader() throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers.bootstrap()))) {
            final Node leader = admin.describeTopics(List.of(results))
                    .topicNameValues()
                    .get(results)
                    .get()
                    .partitions()
                    .get(0)
                    .leader();
            return leader.id();
        }
    }
}
