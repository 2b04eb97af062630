package dev.sluice.service;

import dev.sluice.service.admin.control.RefusedActException;
import dev.sluice.service.config.ConfigDifference;
import dev.sluice.service.config.ConfigFile;
import dev.sluice.service.config.ConfigFile.Content;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.ReadValues;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration that a gateway runs with, and the file that it is from. Lanes look at {@link #current} in each turn; all else belongs
 * to the thread of control.
 */
final class RunningConfig {

    private final Optional<ConfigFile> file;
    private ReadValues values;
    private volatile GatewayConfig current;

    /** From no file: it stays as it is. */
    RunningConfig(GatewayConfig config) {
        this.file = Optional.empty();
        this.values = new ReadValues(Map.of());
        this.current = config;
    }

    /** @param content the file's, as it was read at the start */
    RunningConfig(ConfigFile file, Content content) {
        this.file = Optional.of(file);
        this.values = content.values();
        this.current = content.config();
    }

    GatewayConfig current() {
        return current;
    }

    /** Returns the file. */
    ConfigFile file() {
        return file.orElseThrow(() -> new RefusedActException("it was started with no file that could be read again"));
    }

    /** Compares what runs with what the file holds now. */
    ConfigDifference to(Content content) {
        return ConfigDifference.between(values, content.values());
    }

    /** Has lanes follow it, those that are opened from now on, too. */
    void change(Content content) {
        values = content.values();
        current = content.config();
    }
}
