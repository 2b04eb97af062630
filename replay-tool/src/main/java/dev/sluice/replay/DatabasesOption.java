package dev.sluice.replay;

import dev.sluice.api.QueueException;
import dev.sluice.replay.prove.Databases;
import dev.sluice.service.check.BackendReview;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.transport.Transports;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which databases a command looks at. */
final class DatabasesOption {

    /** A class of a library that commands on databases need, and the others run without. */
    private static final String LIBRARY = "com.zaxxer.hikari.HikariDataSource";

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The gateway's configuration: what its databases keep of its updates is read, too.")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--database",
            paramLabel = "NAME=URL",
            description = "Look at the database of that name at another JDBC URL, with the same user: at a copy, say.")
    private Map<String, String> elsewhere = new LinkedHashMap<>();

    /**
     * The databases of the configuration, as the gateway of those queues has them; empty if none was given.
     *
     * @param queues the address of a lane
     * @throws QueueException if the configuration cannot be read
     * @throws IllegalArgumentException if it has no database of a name that was given
     */
    Optional<Databases> read(String queues) {
        if (config.isEmpty() && !elsewhere.isEmpty()) {
            throw new IllegalArgumentException("--database needs the configuration: give it with --config");
        }
        return config.map(file -> new Databases(of(load(file), queues), elsewhere));
    }

    private static GatewayConfig of(GatewayConfig config, String queues) {
        return Transports.of(queues)
                .oneOfLanes(queues)
                .map(lane -> config.lane(lane.number(), queues))
                .orElse(config);
    }

    /**
     * Reads a gateway's configuration, to connect to what it names.
     *
     * @throws QueueException if the configuration is wrong, or there are no libraries to connect with
     */
    static GatewayConfig load(Path file) {
        try {
            Class.forName(LIBRARY);
            return BackendReview.load(file);
        } catch (final ClassNotFoundException e) {
            throw new QueueException(
                    "the libraries that connect to databases and services are not on the class path: use the launcher, sluice"
                            + " replay, or add the jars of replay-tool/target/service",
                    e);
        } catch (final ConfigException e) {
            throw new QueueException(e.getMessage(), e);
        }
    }
}
