package dev.sluice.service.check;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import dev.sluice.service.config.LimitsConfig;
import dev.sluice.service.config.RestDeclaration;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.yaml.Section.Finding;
import dev.sluice.service.jdbc.DeclaredSql;
import dev.sluice.service.rest.Contract;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Lets each backend's code check its declarations while the configuration file is read. */
public final class BackendReview implements DeclarationReview {

    private BackendReview() {}

    /**
     * Reads a configuration, with the environment of the process, and checks everything that can be checked without a backend.
     *
     * @throws dev.sluice.service.config.yaml.ConfigException if there are problems; the message lists all of them
     */
    public static GatewayConfig load(Path file) {
        return GatewayConfig.load(file, System::getenv, new BackendReview());
    }

    @Override
    public List<Finding> sql(Declaration declaration, Optional<DatabaseConfig> database) {
        return DeclaredSql.review(declaration, database);
    }

    @Override
    public List<Finding> rest(RestDeclaration declaration, ServiceConfig service, LimitsConfig limits) {
        return Contract.review(declaration, service, limits);
    }
}
