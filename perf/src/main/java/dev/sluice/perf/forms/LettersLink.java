package dev.sluice.perf.forms;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.examples.letters.LettersReport;
import dev.sluice.examples.letters.OneAtATime;
import dev.sluice.examples.letters.SelectEach;
import dev.sluice.perf.system.Database;
import dev.sluice.perf.system.DelayedLink;
import dev.sluice.perf.system.ServiceJvm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The letters job over one way to the database, through a gateway of its own and one SELECT at a time. The letters of the
 * two must be equal, as far as both were written.
 */
final class LettersLink implements AutoCloseable {

    private static final LocalDate FIRST_DATE = LocalDate.of(2027, 1, 1);
    private static final int TRIPS = 201;
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Path directory;
    private final DelayedLink link;
    private final PGSimpleDataSource database;
    private final ServiceJvm gateway;
    private final LettersLoop loop;
    private final List<Double> cpuMicros = new ArrayList<>();
    private int round;

    private LettersLink(Path directory, DelayedLink link, Database seen, ServiceJvm gateway, LettersForms.Sizes sizes) {
        this.directory = directory;
        this.link = link;
        this.database = new PGSimpleDataSource();
        database.setURL(seen.url());
        database.setUser(seen.user());
        this.gateway = gateway;
        this.loop = new LettersLoop(
                gateway.client().futures(Runnable::run).declare(LettersLoop.Gateway.class),
                database,
                MainLoop.DEFAULTS.withWidth(sizes.width()));
    }

    /** Starts the gateway; everything that is made is in that directory. With a latency of zero nothing is between. */
    static LettersLink open(Path directory, Database server, Duration latency, LettersForms.Sizes sizes)
            throws IOException {
        final int serverPort =
                URI.create(server.url().substring("jdbc:".length())).getPort();
        final DelayedLink link = DelayedLink.open(serverPort, latency);
        try {
            final int port = latency.isZero() ? serverPort : link.port();
            final Database seen =
                    new Database(server.url().replace(":" + serverPort + "/", ":" + port + "/"), server.user(), "");
            final String name = "perf-" + latency.toNanos();
            final ServiceJvm gateway = ServiceJvm.letters(name, directory, seen, sizes.chunk(), sizes.callsInFlight());
            return new LettersLink(directory, link, seen, gateway, sizes);
        } catch (final IOException | RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /** What one row takes, a median in microseconds. */
    double roundTrip() throws SQLException {
        final double[] micros = new double[TRIPS];
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT 1")) {
            for (int trip = 0; trip < TRIPS; trip++) {
                final long start = System.nanoTime();
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                }
                micros[trip] = (System.nanoTime() - start) / 1e3;
            }
        }
        Arrays.sort(micros);
        return micros[TRIPS / 2];
    }

    /** All contracts through the loop: microseconds for each. The next run writes letters of another date. */
    double inLoop(int contracts) throws Exception {
        round++;
        final long cpu = PROCESS.getProcessCpuTime();
        final long start = System.nanoTime();
        final long letters = gateway.whileAlive(() -> loop.run(directory.resolve("loop.txt"), date()));
        final double micros = (System.nanoTime() - start) / 1e3 / contracts;
        cpuMicros.add((PROCESS.getProcessCpuTime() - cpu) / 1e3 / contracts);
        if (letters != contracts) {
            throw new IllegalStateException(letters + " letters for " + contracts + " contracts");
        }
        return micros;
    }

    /** What each run through the loop took of this process's CPU, in microseconds for each contract; the link's included. */
    List<Double> cpuMicros() {
        return List.copyOf(cpuMicros);
    }

    /** The first contracts one at a time, with the date of the last loop: microseconds for each. */
    double singly(int contracts) throws IOException, SQLException, InterruptedException {
        final Path file = directory.resolve("singly.txt");
        final LettersReport report =
                new OneAtATime(database, () -> SelectEach.open(database), file, date(), contracts).run();
        if (report.letters() != contracts) {
            throw new IllegalStateException(report.letters() + " letters for " + contracts + " contracts");
        }
        final long different = Files.mismatch(file, directory.resolve("loop.txt"));
        if (different >= 0 && different != Files.size(file)) {
            throw new IllegalStateException("The letters of the loop differ from byte " + different + " on");
        }
        return report.duration().toNanos() / 1e3 / contracts;
    }

    /** Checks that each contract has the date of the last loop. */
    void mustBeUpdated(int contracts) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement count =
                        connection.prepareStatement("SELECT count(*) FROM contract WHERE last_letter = ?")) {
            count.setObject(1, date());
            try (ResultSet rows = count.executeQuery()) {
                rows.next();
                if (rows.getLong(1) != contracts) {
                    throw new IllegalStateException(rows.getLong(1) + " of " + contracts + " contracts were updated");
                }
            }
        }
    }

    private LocalDate date() {
        return FIRST_DATE.plusDays(round);
    }

    @Override
    public void close() throws IOException {
        gateway.close();
        link.close();
    }
}
