package dev.sluice.service.core.plan;

import dev.sluice.api.FailureKind;
import dev.sluice.api.FutureRequests;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.Catalog;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.RefusedException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The declared operations of databases and services, by name, and ad hoc SQL if a database allows it. If a request has an
 * undeclared name or the wrong method, the message of its failure contains the declared names or the right method. Belongs to the
 * service thread.
 */
public final class DeclaredCatalog implements Catalog {

    /** Creates operations for ad hoc SQL. */
    @FunctionalInterface
    public interface Sql {

        /** @throws RefusedException if no database allows ad hoc SQL, or if the text is no statement */
        NamedOperation operation(String text) throws RefusedException;
    }

    private final Map<String, NamedOperation> declared;
    private final Sql sql;
    private final long requestLimit;
    private final boolean foreign;

    /**
     * @param declared the declared operations, by name
     * @param sql resolves names that contain white space, as SQL
     * @param requestLimit the maximum number of bytes of a request's encoded name and arguments; the job may have a larger limit
     * @param foreign whether requests are accepted that Sluice's client did not write
     */
    public DeclaredCatalog(
            Map<String, ? extends NamedOperation> declared, Sql sql, long requestLimit, boolean foreign) {
        this.declared = new TreeMap<>(declared);
        this.sql = sql;
        this.requestLimit = requestLimit;
        this.foreign = foreign;
    }

    @Override
    public Operation resolve(RequestFrame request) throws RefusedException {
        if (request.isForeign() && !foreign) {
            throw new RefusedException(
                    FailureKind.NOT_ALLOWED,
                    "This request was written with Chronicle Queue directly, and not with Sluice's client: queues.foreign: true"
                            + " in the gateway's configuration allows such requests");
        }
        final long size = (long) request.arguments().size() + request.name().length();
        if (size > requestLimit) {
            throw new RefusedException(
                    FailureKind.TOO_LARGE,
                    "The request to '" + NamedOperation.shown(request.name()) + "' has " + size
                            + " bytes; the gateway takes at most " + requestLimit + " (limits.requestBytes)");
        }
        final NamedOperation named = declared.get(request.name());
        final NamedOperation asked = named == null ? undeclared(request) : named;
        checkMethod(asked, request.kind());
        final NamedOperation operation = request.kind() == RequestKind.UPDATE && !asked.update()
                ? asked.asUpdate().orElseThrow()
                : asked;
        operation.check(request.arguments());
        return operation;
    }

    private NamedOperation undeclared(RequestFrame request) throws RefusedException {
        final String name = request.name();
        final NamedOperation.Kind wanted = NamedOperation.Kind.wanted(request.kind());
        if (wanted == NamedOperation.Kind.STATEMENT && name.chars().anyMatch(Character::isWhitespace)) {
            return in(Optional.ofNullable(request.headers().get(FutureRequests.DATABASE)), sql.operation(name));
        }
        final String names = declared.values().stream()
                .filter(operation -> operation.kind() == wanted)
                .map(Operation::name)
                .collect(Collectors.joining(", "));
        throw new RefusedException("There is no " + wanted.noun() + " '" + NamedOperation.shown(name) + "': the "
                + wanted.noun() + "s are " + (names.isEmpty() ? "none" : names));
    }

    /** Refuses ad hoc SQL whose request names a database other than the one that allows ad hoc SQL. */
    private static NamedOperation in(Optional<String> database, NamedOperation operation) throws RefusedException {
        final String takes = operation.backend().name();
        if (!database.orElse(takes).equals(takes)) {
            throw new RefusedException(
                    FailureKind.NOT_ALLOWED,
                    "SQL for the database '" + database.get() + "' is not allowed, because only databases." + takes
                            + ".adHoc allows SQL: send it to that database, or set adHoc for the other one instead");
        }
        return operation;
    }

    private static void checkMethod(NamedOperation operation, RequestKind method) throws RefusedException {
        final NamedOperation.Kind wanted = NamedOperation.Kind.wanted(method);
        if (operation.kind() != wanted) {
            throw new RefusedException("'" + operation.name() + "' is "
                    + operation.kind().words() + ", not " + wanted.words() + ": " + how(operation));
        }
        if (method == RequestKind.QUERY && operation.update()) {
            throw new RefusedException(
                    FailureKind.NOT_ALLOWED,
                    operation
                            + " writes, and executeQuery only reads: send it with executeUpdate, on an interface with @Update");
        }
    }

    private static String how(NamedOperation operation) {
        return switch (operation.kind()) {
            case LOOKUP -> "ask for it with lookup, on an interface with @Lookup";
            case STATEMENT ->
                "ask for it with "
                        + (operation.update()
                                ? "executeUpdate, on an interface with @Update"
                                : "executeQuery or executeUpdate, on an interface with @Query or @Update");
            case ENDPOINT -> "send to it with send, on an interface with @Send";
        };
    }
}
