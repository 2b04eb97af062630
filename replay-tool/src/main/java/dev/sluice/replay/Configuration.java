package dev.sluice.replay;

import dev.sluice.api.QueueException;
import dev.sluice.service.check.BackendReview;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.ConfigException;
import java.nio.file.Path;

/** Reads a gateway's configuration, for the commands that connect to what it names. */
final class Configuration {

    /** A class of a library that these commands need, and the others run without. */
    private static final String LIBRARY = "com.zaxxer.hikari.HikariDataSource";

    private Configuration() {}

    /** @throws QueueException if the configuration is wrong, or there are no libraries to connect with */
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
