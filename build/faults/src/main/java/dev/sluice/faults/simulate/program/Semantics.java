package dev.sluice.faults.simulate.program;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.faults.simulate.program.Statement.Nature;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.ReadResult;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The effects of statements, defined once for the simulated databases and the reference model. A row of a table is a number
 * that depends on every write and on their order, so that a missing, doubled or misplaced update shows.
 */
public final class Semantics {

    /** Arguments below this number are ordinary. */
    public static final int ORDINARY = 50;
    /** An update with this argument always takes too long. */
    static final int TIMES_OUT = 50;
    /** An update with this argument always meets a conflict. */
    static final int CONFLICTS = 51;
    /** An update with this argument is always rejected. */
    static final int REJECTED = 52;

    /** A request with this argument ends the process that sends it to a backend. */
    public static final int POISONS = 53;

    private static final byte[] COLUMNS = {};

    private Semantics() {}

    /** Returns a number that depends on a statement's argument and the tables that it reads. */
    public static long seen(Statement statement, int argument, long[] tables) {
        long seen = 31L * statement.name().hashCode() + argument;
        final int cells = statement.readCells(argument);
        for (int cell = 0; cell < Statement.CELLS; cell++) {
            if ((cells & 1 << cell) != 0) {
                seen = Choices.mixed(seen + tables[cell] + cell);
            }
        }
        return Choices.mixed(seen);
    }

    /** Returns the kind of error with which the database rejects a statement; empty if the statement succeeds. */
    public static Optional<Meaning> objection(Statement statement, int argument, long seen) {
        final Optional<Meaning> always = switch (argument) {
            case TIMES_OUT -> Optional.of(Meaning.TIMEOUT);
            case CONFLICTS -> Optional.of(Meaning.CONFLICT);
            case REJECTED -> Optional.of(Meaning.ITEM);
            default -> Optional.empty();
        };
        if (statement.update() && always.isPresent()) {
            return always;
        }
        return statement.fallible() && Long.remainderUnsigned(seen, 5) == 0
                ? Optional.of(Meaning.ITEM)
                : Optional.empty();
    }

    /** Changes the tables like an update that saw the given number. */
    public static void write(Statement statement, int argument, long seen, long[] tables) {
        final int cells = statement.writtenCells(argument);
        for (int cell = 0; cell < Statement.CELLS; cell++) {
            if ((cells & 1 << cell) != 0) {
                final long before = statement.nature() == Nature.OUTSIDE ? 0 : tables[cell];
                tables[cell] = Choices.mixed(31 * before + seen);
            }
        }
    }

    /** Returns the outcome of a statement that succeeds. */
    public static Outcome success(Statement statement, long seen) {
        if (statement.update() && Long.remainderUnsigned(seen, 3) != 0) {
            return new Outcome.Updated(seen >>> 40);
        }
        if (statement.nature() == Nature.LOOKUP && Long.remainderUnsigned(seen, 7) == 0) {
            return Outcome.NOT_FOUND;
        }
        return new Outcome.Found(new EncodedRows(
                COLUMNS, 1, ByteBuffer.allocate(size(seen)).putLong(seen).array()));
    }

    /** Returns the size of a result. Some results are just small enough to be stored with updates, and some are larger. */
    private static int size(long seen) {
        return switch ((int) Long.remainderUnsigned(seen, 13)) {
            case 0 -> ReadResult.LARGEST_KEPT + 1;
            case 1, 2, 3 -> ReadResult.LARGEST_KEPT;
            default -> Long.BYTES;
        };
    }

    /** Returns the final outcome of a statement that the database rejects. */
    public static Outcome failure(Statement statement, int argument, Meaning meaning) {
        final FailureKind kind = switch (meaning) {
            case TIMEOUT -> FailureKind.TIMEOUT;
            case CONFLICT -> FailureKind.CONFLICT;
            default -> FailureKind.REJECTED;
        };
        final boolean retryable = kind != FailureKind.REJECTED;
        return new Outcome.Failed(
                new Failure(kind, meaning.name(), statement.name() + " of " + argument + " failed", retryable));
    }

    /** Returns the outcome of a read that saw the given number. */
    public static Outcome read(Statement statement, int argument, long seen) {
        return objection(statement, argument, seen)
                .map(meaning -> failure(statement, argument, meaning))
                .orElseGet(() -> success(statement, seen));
    }

    /** Returns a number that distinguishes outcomes. For failures by the gateway itself it ignores the message. */
    public static long digest(Outcome outcome) {
        if (outcome instanceof Outcome.Updated updated) {
            return Choices.mixed(updated.count());
        }
        if (outcome instanceof Outcome.Found found) {
            return ByteBuffer.wrap(found.rows().values()).getLong();
        }
        if (outcome instanceof Outcome.Failed failed) {
            final Failure failure = failed.failure();
            return refused(failure.kind())
                    ? -failure.kind().code()
                    : Choices.mixed(
                            (failure.code() + failure.message()).hashCode() * 2L + (failure.retryable() ? 1 : 0));
        }
        return 0;
    }

    /** Returns an outcome as text for messages, which is the same in every run; rows are shown by their digest. */
    public static String shown(Outcome outcome) {
        final String what = outcome instanceof Outcome.Found ? "rows" : outcome.toString();
        return what + " (digest " + hex(digest(outcome)) + ")";
    }

    public static String hex(long digest) {
        return String.format("%016x", digest);
    }

    /** Whether the gateway reports that the request's deadline has passed; in contrast, a database's timeout has a code. */
    public static boolean late(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed
                && failed.failure().kind() == FailureKind.TIMEOUT
                && failed.failure().code().isEmpty();
    }

    /** Whether the gateway reports that the request ended the process too often. */
    public static boolean quarantined(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed
                && failed.failure().kind() == FailureKind.INTERNAL
                && failed.failure().message().contains("is quarantined");
    }

    /** Whether the gateway reports that the database was unavailable for too long. */
    public static boolean unavailable(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed && failed.failure().kind() == FailureKind.UNAVAILABLE;
    }

    static boolean refused(FailureKind kind) {
        return kind == FailureKind.INVALID || kind == FailureKind.INTERNAL;
    }
}
