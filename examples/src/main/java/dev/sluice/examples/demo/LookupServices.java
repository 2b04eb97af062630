package dev.sluice.examples.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.examples.letters.GetEach;
import dev.sluice.examples.letters.SingleLookups;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The services of {@code --rest}: one for customers and one for addresses. */
final class LookupServices implements AutoCloseable {

    private static final String CUSTOMER = "customer";
    private static final String ADDRESS = "address";
    private static final Duration LOOK = Duration.ofMillis(5);

    private final LookupService customer;
    private final LookupService address;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
        final Thread thread = new Thread(task, "service-outage");
        thread.setDaemon(true);
        return thread;
    });

    private LookupServices(LookupService customer, LookupService address) {
        this.customer = customer;
        this.address = address;
    }

    /** @param planted what the customer service is to have wrong */
    static LookupServices start(
            DemoDirectory directory, DemoDatabase database, PlantedDifferences planted, Screen screen)
            throws IOException {
        final LookupService customer =
                LookupService.start(CUSTOMER, "first_name,last_name", planted.arguments(), directory, database, screen);
        try {
            return new LookupServices(
                    customer,
                    LookupService.start(ADDRESS, "street,postcode,city", List.of(), directory, database, screen));
        } catch (final IOException e) {
            customer.close();
            throw e;
        }
    }

    /** Ends those that a killed demo left running. */
    static void endOrphans(DemoDirectory directory) throws IOException {
        OwnedProcess.endOrphan(directory.servicePid(CUSTOMER));
        OwnedProcess.endOrphan(directory.servicePid(ADDRESS));
    }

    LookupService customer() {
        return customer;
    }

    LookupService address() {
        return address;
    }

    /** Asks them one at a time. */
    SingleLookups oneAtATime() {
        return new GetEach(customer.url(), address.url());
    }

    /**
     * Has the customer service go away in the middle.
     *
     * @param middle says when that is; any thread
     */
    void goAway(Duration outage, BooleanSupplier middle) {
        watch.scheduleWithFixedDelay(
                () -> {
                    if (middle.getAsBoolean()) {
                        customer.goAway(outage);
                        watch.shutdown();
                    }
                },
                0,
                LOOK.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** What each was asked, a line for each. */
    List<String> counts() throws IOException, InterruptedException {
        return List.of(counts(customer), counts(address));
    }

    private static String counts(LookupService service) throws IOException, InterruptedException {
        final HttpResponse<byte[]> response;
        try {
            response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(service.url().resolve("/counts"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofByteArray());
        } catch (final ConnectException e) {
            return "The " + service.name() + " service is away just now, and all that was asked of it is answered.";
        }
        final JsonNode counts = new JsonMapper().readTree(response.body()).path(service.name());
        return String.format(
                Locale.ROOT,
                "The %s service answered %,d calls with %,d keys since its start.",
                service.name(),
                counts.path("calls").asLong(),
                counts.path("items").asLong());
    }

    @Override
    public void close() throws IOException {
        watch.shutdownNow();
        try (customer) {
            address.close();
        }
    }
}
