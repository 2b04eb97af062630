package dev.sluice.service.config;

import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import dev.sluice.service.config.yaml.Document;
import dev.sluice.service.config.yaml.ReadValues;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * The file that a gateway is started with, which may be read again.
 *
 * @param env the environment: null for a variable that is not set
 * @param review what it finds is reported with everything else
 */
public record ConfigFile(Path file, UnaryOperator<String> env, DeclarationReview review) {

    /**
     * The file as it is now.
     *
     * @param values what each of its keys came to
     */
    public record Content(GatewayConfig config, ReadValues values) {}

    /**
     * Reads it.
     *
     * @throws dev.sluice.service.config.yaml.ConfigException with every problem, if there is one
     */
    public Content read() {
        return Document.read(file, env, root -> new Content(GatewayConfig.read(root, review), root.values()));
    }
}
