package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Section.Finding;
import java.util.List;
import java.util.Optional;

/**
 * Says of declarations what only the code of their backend knows: how many parameters a statement has, whether a body is
 * JSON. Asked while the file is read, so that all its mistakes are reported together, each in its line. Asks no backend.
 */
public interface DeclarationReview {

    /** Finds nothing. */
    DeclarationReview NONE = new DeclarationReview() {};

    /**
     * Reads the text of a declaration.
     *
     * @param database empty if the declaration names none that there is
     */
    default List<Finding> sql(Declaration declaration, Optional<DatabaseConfig> database) {
        return List.of();
    }

    /** Reads the templates of what is asked of a service. */
    default List<Finding> rest(RestDeclaration declaration, ServiceConfig service, LimitsConfig limits) {
        return List.of();
    }
}
