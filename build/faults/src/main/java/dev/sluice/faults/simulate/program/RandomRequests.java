package dev.sluice.faults.simulate.program;

import dev.sluice.faults.simulate.program.Request.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Draws random requests for a program's statements. */
public final class RandomRequests {

    private static final int LONGEST_DEADLINE_TURNS = 400;

    /** The refusals that do not depend on other requests. */
    private static final List<Refusal> REFUSALS = List.of(Refusal.UNKNOWN, Refusal.UNDECODABLE, Refusal.BREAKS_CATALOG);

    private RandomRequests() {}

    /**
     * Draws {@code count} requests for the places of a program from {@code from} on; if {@code poisonous}, some requests end the
     * gateway.
     */
    public static List<Request> of(
            Choices choices, List<Statement> statements, int count, boolean poisonous, int from) {
        final int arguments = choices.oneIn(2) ? 3 : Semantics.ORDINARY;
        final int deadlines = choices.oneIn(3) ? choices.between(1, 8) : 0;
        final List<Request> requests = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            final boolean poisons = poisonous && choices.oneIn(16);
            requests.add(request(choices, statements, arguments, deadlines, poisons, from + i + 1L));
        }
        return requests;
    }

    private static Request request(
            Choices choices, List<Statement> statements, int arguments, int deadlines, boolean poisons, long sequence) {
        if (choices.oneIn(16)) {
            return Request.refused(choices.of(REFUSALS), sequence);
        }
        final Statement statement = choices.of(statements);
        final boolean special = statement.update() && choices.oneIn(24);
        final int argument = poisons
                ? Semantics.POISONS
                : special ? Semantics.ORDINARY + choices.below(3) : choices.below(arguments);
        final OptionalLong deadline = deadlines > 0 && choices.oneIn(deadlines)
                ? OptionalLong.of(choices.below(LONGEST_DEADLINE_TURNS))
                : OptionalLong.empty();
        return Request.of(statement, argument, deadline, sequence);
    }

    /** Returns a program of the same size, whose requests are equal before a place and differ from there on. */
    public static Program otherRequests(Choices choices, Program program, int place) {
        final List<Request> others = of(choices, program.statements(), program.size() - place, false, place);
        for (int i = 0; i < others.size(); i++) {
            final Request former = program.requests().get(place + i);
            if (others.get(i).sameToACheckpoint(former)) {
                others.set(i, Request.refused(other(former.refusal()), place + i + 1L));
            }
        }
        others.addAll(0, program.requests().subList(0, place));
        return new Program(program.backends(), program.statements(), others);
    }

    private static Refusal other(Refusal former) {
        return former == Refusal.UNKNOWN ? Refusal.UNDECODABLE : Refusal.UNKNOWN;
    }
}
