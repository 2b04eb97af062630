package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Finding;
import java.util.List;
import java.util.Optional;

/**
 * Says of declarations what only the code of their backend knows: how many parameters a statement has, whether a body is
 * JSON. Asked while the file is read, so that all its mistakes are reported together, each in its line. Asks no backend.
 */
public interface DeclarationReview {

    /** Finds nothing. */
    DeclarationReview NONE = new DeclarationReview() {
        @Override
        public List<Finding> sql(Declaration declaration, Optional<DatabaseConfig> database) {
            return List.of();
        }

        @Override
        public List<Finding> lookup(RestConfig.Lookup lookup, ServiceConfig service, LimitsConfig limits) {
            return List.of();
        }

        @Override
        public List<Finding> endpoint(RestConfig.Endpoint endpoint, ServiceConfig service, LimitsConfig limits) {
            return List.of();
        }
    };

    /**
     * Reads the text of a declaration.
     *
     * @param database empty if the declaration names none that there is
     */
    List<Finding> sql(Declaration declaration, Optional<DatabaseConfig> database);

    /** Reads the templates of a lookup that a service answers. */
    List<Finding> lookup(RestConfig.Lookup lookup, ServiceConfig service, LimitsConfig limits);

    /** Reads the templates of an endpoint. */
    List<Finding> endpoint(RestConfig.Endpoint endpoint, ServiceConfig service, LimitsConfig limits);
}
