package dev.sluice.examples.manual;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.Failure;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.client.GatewayClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;

/**
 * The job of the stories: asks for the customer of each of some contracts and notes the day of its letter, in one go, and
 * takes the results when it comes again.
 */
public final class NightJob implements Results {

    /** The free space below which it is refused, in bytes, where that is not the usual one. */
    static final String RESERVE = "disk-reserve";

    private static final String NAME = "letters";
    private static final LocalDate DAY = LocalDate.of(2027, 1, 1);

    private int rows;
    private int notFound;
    private int updated;
    private int failed;

    private NightJob() {}

    /** {@code write FROM TO}: contracts; {@code results}: takes all there are to come. */
    public static void main(String[] args) throws IOException {
        try (GatewayClient client = GatewayClient.builder(Path.of("data/queues"))
                .name(NAME)
                .diskReserve(args[0].equals("write") ? reserve() : 0)
                .open()) {
            if (args[0].equals("write")) {
                write(client.requests(), Long.parseLong(args[1]), Long.parseLong(args[2]));
            } else {
                final NightJob job = new NightJob();
                client.awaitAll(job);
                System.out.println(job);
            }
        } catch (final DiskReserveException e) {
            System.out.println("refused: " + e.getMessage());
            System.exit(1);
        }
    }

    private static long reserve() throws IOException {
        final Path file = Path.of(RESERVE);
        return Files.exists(file)
                ? Long.parseLong(Files.readString(file).strip())
                : QueueOptions.DEFAULTS.diskReserve();
    }

    private static void write(Requests requests, long from, long to) {
        for (long id = from; id <= to; id++) {
            requests.lookup("customer", id);
            requests.executeUpdate("last-letter", DAY, id);
        }
        System.out.printf(Locale.ROOT, "written: %,d requests%n", 2 * (to - from + 1));
    }

    @Override
    public void rows(RequestRef request, Rows found) {
        rows++;
    }

    @Override
    public void notFound(RequestRef request) {
        notFound++;
    }

    @Override
    public void updated(RequestRef request, long count) {
        updated++;
    }

    @Override
    public void failed(RequestRef request, Failure failure) {
        failed++;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "results: %,d found, %,d not found, %,d updated, %,d failed",
                rows,
                notFound,
                updated,
                failed);
    }
}
