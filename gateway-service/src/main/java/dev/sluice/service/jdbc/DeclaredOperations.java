package dev.sluice.service.jdbc;

import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Footprint;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.jdbc.read.JdbcOperation.Role;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the operations of the lookups and statements that a configuration declares. */
final class DeclaredOperations {

    private final Map<String, Target> targets;
    private final int chunkLimit;
    private final Map<String, JdbcOperation> operations = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private DeclaredOperations(Map<String, Target> targets, int chunkLimit) {
        this.targets = targets;
        this.chunkLimit = chunkLimit;
    }

    /**
     * The operations by their names.
     *
     * @throws IllegalArgumentException if a declared statement cannot be one; lists all that cannot
     */
    static Map<String, JdbcOperation> of(GatewayConfig config, Map<String, Target> targets) {
        final DeclaredOperations made =
                new DeclaredOperations(targets, config.chunk().limit());
        made.add(Role.LOOKUP, config.lookups().values());
        made.add(Role.STATEMENT, config.statements().values());
        if (!made.problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", made.problems));
        }
        return made.operations;
    }

    private void add(Role role, Collection<? extends Declaration> declarations) {
        for (final Declaration declaration : declarations) {
            try {
                operations.put(declaration.name(), operation(role, declaration));
            } catch (final DeclaredSql.WrongDeclarationException e) {
                problems.add(role.section() + "." + declaration.name() + "." + e.key() + ": " + e.getMessage());
            }
        }
    }

    private JdbcOperation operation(Role role, Declaration declaration) {
        final Target target = targets.get(declaration.database());
        final SqlText text = DeclaredSql.read(declaration, target.syntax());
        final Footprint footprint = Statements.update(text)
                ? Footprint.update(target.identity(), declaration.reads(), declaration.writes())
                : Footprint.read(target.identity(), declaration.reads());
        return new JdbcOperation(
                role,
                declaration.name(),
                text,
                declaration.types(),
                footprint,
                declaration.chunk(),
                target.callLimit(text, chunkLimit),
                target.backend());
    }
}
