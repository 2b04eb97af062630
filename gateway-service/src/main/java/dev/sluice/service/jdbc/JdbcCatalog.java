package dev.sluice.service.jdbc;

import dev.sluice.api.FailureKind;
import dev.sluice.service.chunk.Catalog;
import dev.sluice.service.chunk.DeclaredTypes;
import dev.sluice.service.chunk.Footprint;
import dev.sluice.service.chunk.Operation;
import dev.sluice.service.chunk.RefusedException;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.jdbc.JdbcOperation.Role;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.RequestKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The lookups and statements that the configuration declares, and SQL where it allows any. */
final class JdbcCatalog implements Catalog {

    private final Map<String, JdbcOperation> lookups = new TreeMap<>();
    private final Map<String, JdbcOperation> statements = new TreeMap<>();
    private final AdHoc adHoc;

    private JdbcCatalog(AdHoc adHoc) {
        this.adHoc = adHoc;
    }

    /**
     * The catalog of a configuration.
     *
     * @throws IllegalArgumentException if a declared statement cannot be one; lists all that cannot
     */
    static JdbcCatalog of(GatewayConfig config, Map<String, JdbcDatabases.Target> targets) {
        final int chunkLimit = config.chunk().limit();
        final JdbcCatalog catalog = new JdbcCatalog(new AdHoc(
                config.adHocDatabase().map(database -> targets.get(database.name())), targets.keySet(), chunkLimit));
        final List<String> problems = new ArrayList<>();
        declare(Role.LOOKUP, config.lookups().values(), targets, chunkLimit, catalog.lookups, problems);
        declare(Role.STATEMENT, config.statements().values(), targets, chunkLimit, catalog.statements, problems);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        return catalog;
    }

    private static void declare(
            Role role,
            Collection<? extends Declaration> declarations,
            Map<String, JdbcDatabases.Target> targets,
            int chunkLimit,
            Map<String, JdbcOperation> operations,
            List<String> problems) {
        for (final Declaration declaration : declarations) {
            try {
                operations.put(
                        declaration.name(),
                        operation(role, declaration, targets.get(declaration.database()), chunkLimit));
            } catch (final DeclaredSql.WrongDeclarationException e) {
                problems.add(role.section() + "." + declaration.name() + "." + e.key() + ": " + e.getMessage());
            }
        }
    }

    private static JdbcOperation operation(
            Role role, Declaration declaration, JdbcDatabases.Target target, int chunkLimit) {
        final SqlText text = DeclaredSql.read(declaration, target.syntax());
        final boolean update = Statements.update(text);
        final Footprint footprint = update
                ? Footprint.update(target.identity(), declaration.reads(), declaration.writes())
                : Footprint.read(target.identity(), declaration.reads());
        return new JdbcOperation(
                role,
                declaration.name(),
                text,
                declaration.types(),
                footprint,
                declaration.chunk(),
                Statements.callLimit(text, target, chunkLimit),
                target.backend());
    }

    @Override
    public Operation resolve(RequestFrame request) throws RefusedException {
        if (request.kind() == RequestKind.SEND) {
            throw refused(
                    "There is no endpoint '" + Statements.shown(request.name())
                            + "': databases take no events; declare it under endpoints, or ask for a statement with executeUpdate");
        }
        final JdbcOperation operation =
                request.kind() == RequestKind.LOOKUP ? lookup(request.name()) : statement(request.name());
        checkKind(operation, request.kind());
        DeclaredTypes.check(operation, operation.text().parameters(), operation.types(), request.arguments());
        return operation;
    }

    private JdbcOperation lookup(String name) throws RefusedException {
        final JdbcOperation lookup = lookups.get(name);
        if (lookup != null) {
            return lookup;
        }
        final JdbcOperation statement = statements.get(name);
        if (statement != null) {
            throw refused("'" + name + "' is a statement, not a lookup: ask for it with "
                    + (statement.update() ? "executeUpdate" : "executeQuery"));
        }
        throw refused("There is no lookup '" + Statements.shown(name) + "': the lookups are " + names(lookups));
    }

    private JdbcOperation statement(String name) throws RefusedException {
        final JdbcOperation statement = statements.get(name);
        if (statement != null) {
            return statement;
        }
        if (lookups.containsKey(name)) {
            throw refused("'" + name + "' is a lookup, not a statement: ask for it with lookup");
        }
        if (isSql(name)) {
            return adHoc.operation(name);
        }
        throw refused(
                "There is no statement '" + Statements.shown(name) + "': the statements are " + names(statements));
    }

    private static void checkKind(JdbcOperation operation, RequestKind kind) throws RefusedException {
        if (kind == RequestKind.QUERY && operation.update()) {
            throw new RefusedException(
                    FailureKind.NOT_ALLOWED,
                    operation + " writes, and executeQuery only reads: send it with executeUpdate");
        }
        if (kind == RequestKind.UPDATE && !operation.update()) {
            throw refused(operation + " only reads: ask for it with executeQuery");
        }
    }

    private static String names(Map<String, JdbcOperation> known) {
        return known.isEmpty() ? "none" : String.join(", ", known.keySet());
    }

    private static boolean isSql(String name) {
        return name.chars().anyMatch(Character::isWhitespace);
    }

    private static RefusedException refused(String message) {
        return new RefusedException(FailureKind.INVALID, message);
    }
}
