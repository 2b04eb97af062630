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
 * One request of a program on the input.
 *
 * @param statement the statement that it names; empty if the gateway has to refuse the request
 * @param argument the argument
 * @param refusal the expected refusal
 * @param frame the content of the message; not to be read if the request is undecodable
 */
public record Request(Optional<Statement> statement, int argument, Refusal refusal, RequestFrame frame) {

    public enum Refusal {
        NOT_REFUSED(null),
        UNKNOWN(FailureKind.INVALID),
        UNDECODABLE(FailureKind.INVALID),
        /** The catalog throws an exception for this request. */
        BREAKS_CATALOG(FailureKind.INTERNAL),
        /** Earlier requests of the same writer are missing. */
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
            // the argument at Statement.ROW is the row
            ARGUMENTS[i] = Arguments.of((long) i, (long) i % Statement.ROWS);
            VALUES.put(ARGUMENTS[i], i);
        }
    }

    /** @param deadline the turn of the duty cycle from which on the request need not be sent any more */
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

    /** Returns the argument of a question as a number. */
    public static int argument(Arguments arguments) {
        return VALUES.get(arguments);
    }

    private static Map<String, String> headers(OptionalLong deadline) {
        return deadline.isPresent() ? Map.of(FutureRequests.DEADLINE, Long.toString(deadline.getAsLong())) : Map.of();
    }

    /** Whether the request's deadline has passed at a turn; the wall clock counts turns as milliseconds. */
    public boolean late(long turn) {
        final String deadline = frame.headers().get(FutureRequests.DEADLINE);
        return deadline != null && Long.parseLong(deadline) <= turn;
    }

    /** Whether a checkpoint cannot distinguish this request from another one. Checkpoints ignore headers, such as deadlines. */
    public boolean sameToACheckpoint(Request other) {
        return frame.sequence() == other.frame.sequence()
                && frame.name().equals(other.frame.name())
                && frame.arguments().equals(other.frame.arguments());
    }

    /** Returns the reference to this request that its result must carry. */
    public RequestRef ref(long index) {
        return refusal == Refusal.UNDECODABLE ? new RequestRef(index, 0, 0, "") : frame.ref(index);
    }

    /** Returns the outcome of a request that is refused without being sent to a backend. */
    Outcome refusedOutcome() {
        return Outcome.failed(refusal.kind, "");
    }

    /** Whether the request ends the process that sends it to a backend. */
    boolean poisons() {
        return statement.isPresent() && argument == Semantics.POISONS;
    }

    public boolean update() {
        return statement.isPresent() && statement.get().update();
    }

    /** Whether the request is an update that cannot run in a transaction. */
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
