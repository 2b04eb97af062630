package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.testsupport.Trees;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Lanes of any transport that live through a run of mishaps, with their writers, judges and databases. For one thread. */
public abstract class Scene implements AutoCloseable {

    /** A lane with its judge and its writer. */
    public record Served(Lane lane, JudgedLane judged, FedWriter writer) {}

    protected final Path directory;
    protected final BrokenPromises findings;
    protected final List<Served> lanes = new ArrayList<>();
    private final Stores server;
    private final List<Store> databases = new ArrayList<>();

    /** Creates the databases, with the tables of {@code count} lanes. */
    protected Scene(Path directory, Stores server, int count, BrokenPromises findings)
            throws IOException, SQLException {
        this.directory = directory;
        this.server = server;
        this.findings = findings;
        for (final String name : Stores.NAMES) {
            databases.add(server.create(directory, name, connection -> Bank.create(connection, count)));
        }
    }

    /** Deletes all files and databases, after {@link #close}. */
    public final void delete() throws IOException, SQLException {
        for (final Store database : databases) {
            database.drop();
        }
        Trees.delete(directory);
    }

    /** Returns the server of the databases. */
    public final Stores server() {
        return server;
    }

    /** Returns the databases, in the order of {@link Stores#NAMES}. */
    public final List<Store> databases() {
        return databases;
    }

    public final BrokenPromises findings() {
        return findings;
    }

    /** Returns for each lane the number of the last answered request. */
    public final List<Long> answered() {
        return lanes.stream().map(lane -> lane.judged().answered()).toList();
    }

    /** Returns the number of results. */
    public final long results() {
        return sum(JudgedLane::results);
    }

    /** Returns the number of results of updates. */
    public final long updates() {
        return sum(JudgedLane::updates);
    }

    protected final long sum(ToLongFunction<JudgedLane> count) {
        return lanes.stream()
                .mapToLong(lane -> count.applyAsLong(lane.judged()))
                .sum();
    }

    /** Checks, while everything runs, that each answered update is in the databases exactly once. */
    public final void checkUpdates() throws IOException, SQLException {
        for (final Served lane : lanes) {
            lane.judged().drain();
            if (!findings.any()) {
                lane.judged().checkUpdates();
            }
        }
    }

    /** Ends the writers, and returns the numbers of their last requests. */
    public final List<Long> endWriters() throws IOException, InterruptedException {
        final List<Long> last = new ArrayList<>();
        for (final Served lane : lanes) {
            last.add(lane.writer().finish());
        }
        return last;
    }

    @Override
    public void close() {
        for (final Served lane : lanes) {
            lane.writer().close();
            lane.judged().close();
            lane.lane().close();
        }
    }
}
