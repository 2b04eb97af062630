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

/** The options that name the databases which a command reads. */
final class DatabasesOption {

    /** A class of a library that only commands on databases need. */
    private static final String LIBRARY = "com.zaxxer.hikari.HikariDataSource";

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The gateway's configuration: the checkpoints and outcomes in its databases are read, too.")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--database",
            paramLabel = "NAME=URL",
            description =
                    "Read the database of that name at another JDBC URL, with the same user: for example, a" + " copy.")
    private Map<String, String> elsewhere = new LinkedHashMap<>();

    /**
     * Returns the databases of the configuration, as the gateway of the given queues uses them; empty without a configuration.
     *
     * @param queues the address of a lane
     * @throws QueueException if the configuration cannot be read
     * @throws IllegalArgumentException if {@code --database} names a database that the configuration does not have
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
     * Reads a gateway's configuration, in order to connect to its databases and services.
     *
     * @throws QueueException if the configuration is wrong, or the libraries for connections are missing
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
