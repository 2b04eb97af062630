package dev.sluice.faults.simulate.program;

import dev.sluice.api.FailureKind;
import dev.sluice.api.FutureRequests;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One request of a program as it is on the input.
 *
 * @param statement what it asks for; empty if the gateway has to refuse it
 * @param argument its argument
 * @param refusal how it is refused
 * @param frame what is on the wire; not to be read if it is refused as undecodable
 */
public record Request(Optional<Statement> statement, int argument, Refusal refusal, RequestFrame frame) {

    public enum Refusal {
        NOT_REFUSED(null),
        UNKNOWN(FailureKind.INVALID),
        UNDECODABLE(FailureKind.INVALID),
        /** The catalog fails on it. */
        BREAKS_CATALOG(FailureKind.INTERNAL),
        /** Others of its writer are missing before it. */
        MISNUMBERED(FailureKind.INVALID);

        private final FailureKind kind;

        Refusal(FailureKind kind) {
            this.kind = kind;
        }
    }

    private static final long WRITER = 7;
    private static final Arguments[] ARGUMENTS = new Arguments[Semantics.POISONS + 1];

    private static final Map<Arguments, Integer> VALUES = new HashMap<>();

    static {
        for (int i = 0; i < ARGUMENTS.length; i++) {
            // the one at Statement.ROW tells the row
            ARGUMENTS[i] = Arguments.of((long) i, (long) i % Statement.ROWS);
            VALUES.put(ARGUMENTS[i], i);
        }
    }

    /** @param deadline the turn of the duty cycle from which it need not be asked any more */
    public static Request of(Statement statement, int argument, OptionalLong deadline, long sequence) {
        final RequestKind kind = switch (statement.nature()) {
            case LOOKUP -> RequestKind.LOOKUP;
            case QUERY -> RequestKind.QUERY;
            default -> RequestKind.UPDATE;
        };
        return new Request(
                Optional.of(statement),
                argument,
                Refusal.NOT_REFUSED,
                new RequestFrame(kind, WRITER, sequence, headers(deadline), statement.name(), ARGUMENTS[argument]));
    }

    public static Request refused(Refusal refusal, long sequence) {
        return new Request(
                Optional.empty(),
                0,
                refusal,
                new RequestFrame(RequestKind.LOOKUP, WRITER, sequence, Map.of(), refusal.name(), ARGUMENTS[0]));
    }

    /** The argument that a question carries. */
    public static int argument(Arguments arguments) {
        return VALUES.get(arguments);
    }

    private static Map<String, String> headers(OptionalLong deadline) {
        return deadline.isPresent() ? Map.of(FutureRequests.DEADLINE, Long.toString(deadline.getAsLong())) : Map.of();
    }

    /** Whether its deadline has passed in that turn; the wall clock counts turns as milliseconds. */
    public boolean late(long turn) {
        final String deadline = frame.headers().get(FutureRequests.DEADLINE);
        return deadline != null && Long.parseLong(deadline) <= turn;
    }

    /** Whether nothing tells it from the other in its place: a checkpoint does not look at headers, such as deadlines. */
    public boolean sameToACheckpoint(Request other) {
        return frame.sequence() == other.frame.sequence()
                && frame.name().equals(other.frame.name())
                && frame.arguments().equals(other.frame.arguments());
    }

    /** Returns the reference to this request that its result must carry. */
    public RequestRef ref(long index) {
        return refusal == Refusal.UNDECODABLE ? new RequestRef(index, 0, 0, "") : frame.ref(index);
    }

    /** Returns the outcome of a request that is refused without being asked. */
    Outcome refusedOutcome() {
        return Outcome.failed(refusal.kind, "");
    }

    /** Whether it ends the process that asks it. */
    boolean poisons() {
        return statement.isPresent() && argument == Semantics.POISONS;
    }

    public boolean update() {
        return statement.isPresent() && statement.get().update();
    }

    /** Whether it is an update that no transaction takes. */
    public boolean outside() {
        return statement.isPresent() && statement.get().nature() == Statement.Nature.OUTSIDE;
    }

    @Override
    public String toString() {
        return statement
                .map(it -> it.name() + "(" + argument + ")" + frame.headers().values())
                .orElse(refusal.name());
    }
}
