package dev.sluice.faults.soak;

import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.faults.kill.letters.LettersRuns;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/** A pair of queues with a restartable job, run over and over, and its gateway. One thread. */
final class JobPair implements AutoCloseable {

    private static final String NAME = "jobs";
    private static final String DATABASE = Stores.NAMES.get(0);

    private final Lane lane;
    private final Gateway gateway;
    private final LettersRuns runs;

    /** Makes the queues and the database, and starts all. */
    JobPair(Surroundings surroundings) throws IOException, SQLException {
        final Store store = surroundings.create(NAME, DATABASE, LettersRuns::create);
        lane = Queues.open(surroundings.queues().resolve(NAME), 1).get(0);
        final GatewayYaml yaml = surroundings.config(NAME, 1);
        store.declare(yaml, DATABASE, store.url());
        LettersRuns.declare(yaml);
        gateway = new Gateway(NAME, surroundings, Optional.empty(), () -> yaml);
        runs = new LettersRuns(lane, store, surroundings.directory().resolve(NAME), surroundings.findings());
    }

    Gateway gateway() {
        return gateway;
    }

    LettersRuns runs() {
        return runs;
    }

    /** Checks what has come, and has another run follow one that has ended, if there are to be more. */
    void look(boolean more) throws IOException, SQLException, InterruptedException {
        gateway.look();
        runs.look(more);
    }

    @Override
    public void close() {
        runs.close();
        gateway.close();
        lane.close();
    }
}
