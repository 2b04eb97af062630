package dev.sluice.faults.soak;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.Child;
import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.faults.kill.bank.ItemService;
import dev.sluice.faults.soak.measure.Sampler;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.WrongClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The surroundings that all pairs of queues share.
 *
 * @param directory of everything that is left
 * @param queues has a directory for each pair
 */
record Surroundings(
        Path directory,
        Path queues,
        long seed,
        Stores stores,
        ItemService items,
        Sampler sampler,
        BrokenPromises findings) {

    /** The heap is touched at the start, so that what grows later is something else; the second compiler's memory would hide it. */
    private static final List<String> OPTIONS =
            List.of("-XX:+UseSerialGC", "-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch", "-XX:TieredStopAtLevel=1");

    private static final String RETENTION = "15s";
    /** Kills come upon the same innocent request again. */
    private static final int HARDLY_EVER = 1_000;

    /** Makes a database for a pair. */
    Store create(String pair, String name, Store.Tables tables) throws IOException, SQLException {
        return stores.create(Files.createDirectories(directory.resolve(pair)), name, tables);
    }

    /**
     * Starts a process, and has it sampled if it sees the machine's clock: the others are killed before anything is told by it.
     *
     * @param life its name in samples, of each process another one
     * @param clock that it sees instead of the machine's
     */
    Child start(String life, Optional<WrongClock> clock, Class<?> main, List<String> arguments, Consumer<String> said)
            throws IOException {
        final Child child = Child.start(
                life,
                directory.resolve(life.replace(' ', '-') + ".log"),
                OPTIONS,
                clock.map(WrongClock::environment).orElse(Map.of()),
                main,
                arguments,
                said);
        if (clock.isEmpty()) {
            sampler.watch(life, child.process().toHandle());
        }
        return child;
    }

    /** The configuration of a pair's gateway, without its databases. */
    GatewayYaml config(String pair, int lanes) {
        return new GatewayYaml(pair, queues.resolve(pair))
                .with("queues.rollCycle", Queues.ROLL_CYCLE)
                .with("queues.lanes", lanes)
                .with("queues.retention", RETENTION)
                .with("limits.quarantineAfter", HARDLY_EVER);
    }
}
