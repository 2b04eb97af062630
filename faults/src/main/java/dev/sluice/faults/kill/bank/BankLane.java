package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Round.Site;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;

/** A lane of a round: its writer, and what judges it. One thread. */
final class BankLane implements AutoCloseable {

    private final Lane queues;
    private final JudgedLane judged;
    private final Writer writer;

    /**
     * Starts the writer.
     *
     * @param stores the databases, by {@link dev.sluice.faults.kill.Stores#NAMES}
     */
    BankLane(Site site, Lane queues, int lane, List<Store> stores, SplittableRandom random) throws IOException {
        this.queues = queues;
        judged = new JudgedLane(queues, site.seed(), lane, stores, site.findings());
        writer = new Writer(site, Path.of(queues.address()), lane, random);
    }

    Path queues() {
        return Path.of(queues.address());
    }

    Verifier verifier() {
        return judged.verifier();
    }

    Writer writer() {
        return writer;
    }

    /** Reads all results there are. */
    void drain() {
        judged.drain();
    }

    /** How many updates the kill caught between their commit and their result. */
    long afterKill() throws IOException, SQLException {
        return judged.checkUpdates();
    }

    /** Checks everything, once the gateway has stopped after that request, the last. */
    void atEnd(long last) throws IOException, SQLException {
        judged.atEnd(last);
    }

    @Override
    public void close() {
        writer.close();
        judged.close();
    }
}
