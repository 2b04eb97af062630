package dev.sluice.service.pending;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.Condemned;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Outcome;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;

/** Has requests answered as it was decided. Belongs to the service thread. */
public final class DecidedRequests implements Condemned {

    private static final int SHOWN = 100;

    private final Decisions decisions;
    private final LongFunction<String> position;
    private final Function<String, Optional<Operation>> formerStatement;

    /**
     * @param position an index as text
     * @param formerStatement stands for what was run in the database of that name, if that keeps what became of it
     */
    public DecidedRequests(
            Decisions decisions, LongFunction<String> position, Function<String, Optional<Operation>> formerStatement) {
        this.decisions = decisions;
        this.position = position;
        this.formerStatement = formerStatement;
    }

    @Override
    public long through() {
        return decisions.through();
    }

    @Override
    public Optional<Answer> of(long index, RequestFrame request) {
        return decisions.of(index, request).map(it -> new Answer(failure(index, request, it), former(request, it)));
    }

    private Optional<Operation> former(RequestFrame request, Decision decision) {
        return request.kind() == RequestKind.UPDATE
                ? Optional.ofNullable(decision.databases().get(Waiting.nameOf(request)))
                        .flatMap(formerStatement)
                : Optional.empty();
    }

    private Outcome failure(long index, RequestFrame request, Decision decision) {
        final String name = request.name();
        return Outcome.failed(
                FailureKind.NOT_ALLOWED,
                "'" + (name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "…") + "', request "
                        + position.apply(index) + ", is not asked any more: somebody decided at " + decision.decided()
                        + ", with sluice replay resume, that it is answered as failed. Where updates do not happen exactly"
                        + " once it may have taken effect before");
    }
}
