package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.faults.simulate.program.Program;
import dev.sluice.faults.simulate.program.RandomRequests;
import dev.sluice.faults.simulate.program.Statement;
import dev.sluice.faults.simulate.program.Statement.Nature;
import dev.sluice.faults.simulate.program.Writers;
import dev.sluice.faults.simulate.world.Positions;
import dev.sluice.faults.simulate.world.Setup;
import dev.sluice.faults.simulate.world.Setup.Dialect;
import dev.sluice.service.GatewaySettings;
import dev.sluice.service.core.Precautions;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Draws random programs and configurations. */
public final class RandomSetups {

    private static final String GATEWAY = "gateway";
    private static final int[] CHUNK_LIMITS = {1, 2, 3, 10, 100};
    private static final int LONGEST_LINGER_NANOS = 5_000;

    private static final int LONGEST_FAIL_AFTER_NANOS = 4_000;

    private static final int MOST_IN_A_CALL = 100;

    private RandomSetups() {}

    /** Draws mostly a small setup, and now and then a setup with so many requests that outcomes must be pruned during the run. */
    static Setup any(Choices choices) {
        if (choices.oneIn(400)) {
            return draw(choices, choices.between(300, 700), choices.oneIn(2) ? 20 : 1_000, true);
        }
        if (choices.oneIn(20)) {
            return draw(choices, choices.between(60, 250), choices.oneIn(2) ? 10 : 100, true);
        }
        return draw(choices, choices.between(1, 40), CHUNK_LIMITS[choices.below(CHUNK_LIMITS.length)], false);
    }

    /**
     * Draws a setup for a lane that several processes share: results become visible late, and brokers do not lose power. It has
     * no at-least-once updates, and no notes of requests that end processes.
     */
    static Setup ofLane(Choices choices) {
        Setup drawn = any(choices);
        while (drawn.quarantineAfter() > 0
                || drawn.program().statements().stream().anyMatch(it -> it.nature() == Nature.OUTSIDE)) {
            drawn = any(choices);
        }
        return new Setup(
                Writers.of(choices, drawn.program()),
                drawn.settings(),
                drawn.positions(),
                false,
                drawn.each(),
                drawn.eager(),
                drawn.readers(),
                drawn.cached(),
                drawn.failAfterNanos(),
                0,
                drawn.mostAlone(),
                true,
                drawn.dialects());
    }

    /** Draws a setup with so few requests that every mishap can be tried at each step. */
    static Setup small(Choices choices) {
        return draw(choices, choices.between(3, 8), CHUNK_LIMITS[choices.below(CHUNK_LIMITS.length)], false);
    }

    /** @param rows whether to fill the outcome table: with many updates, and a row for each */
    private static Setup draw(Choices choices, int requests, int chunkLimit, boolean rows) {
        final int databases = !rows && choices.oneIn(3) ? 2 : 1;
        final List<Integer> backends = new ArrayList<>();
        for (int i = rows ? 1 : choices.between(1, 3); i > 0; i--) {
            backends.add(choices.below(databases));
        }
        final int kinds = choices.between(1, 7);
        final int updatesIn10 = rows ? choices.between(8, 10) : choices.between(2, 8);
        final List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < kinds; i++) {
            final boolean update = i == 0 || choices.below(10) < updatesIn10;
            statements.add(statement(
                    choices, i, update, backends, rows ? chunkLimit : callLimit(choices), rows || !choices.oneIn(8)));
        }
        final List<Dialect> dialects = new ArrayList<>();
        for (int i = 0; i < databases; i++) {
            dialects.add(choices.oneIn(2) ? Dialect.ABORTS : Dialect.KEEPS_PART);
        }
        final long linger = choices.oneIn(4) ? choices.below(LONGEST_LINGER_NANOS) : 0;
        final int inFlight = choices.oneIn(2) ? 1 : 4;
        final int quarantineAfter = choices.oneIn(2) ? 0 : choices.between(1, 3);
        final boolean poisonous = quarantineAfter > 0 && choices.oneIn(3);
        final Choices added = choices.fork(); // so that old seeds still make the same other choices
        final boolean late = added.oneIn(3);
        final int mostAlone = added.oneIn(2) ? 0 : Precautions.FEW;
        return new Setup(
                new Program(backends, statements, RandomRequests.of(choices, statements, requests, poisonous, 0)),
                new GatewaySettings(GATEWAY, chunkLimit, linger),
                new Positions(choices.between(2, 12)),
                choices.oneIn(2),
                rows || choices.oneIn(4),
                choices.oneIn(2),
                inFlight,
                choices.oneIn(3),
                choices.oneIn(3) ? OptionalLong.of(choices.below(LONGEST_FAIL_AFTER_NANOS)) : OptionalLong.empty(),
                quarantineAfter,
                mostAlone,
                late,
                dialects);
    }

    private static int callLimit(Choices choices) {
        return choices.oneIn(2) ? choices.between(1, 5) : MOST_IN_A_CALL;
    }

    private static Statement statement(
            Choices choices, int number, boolean update, List<Integer> backends, int callLimit, boolean chunked) {
        final int backend = choices.below(backends.size());
        final Nature nature = update ? updateNature(choices) : choices.oneIn(2) ? Nature.LOOKUP : Nature.QUERY;
        return new Statement(
                "s" + number,
                backend,
                backends.get(backend),
                nature,
                nature == Nature.OUTSIDE ? 0 : tables(choices),
                update ? tables(choices) : 0,
                !choices.oneIn(4),
                choices.oneIn(2),
                chunked,
                callLimit,
                nature != Nature.OUTSIDE && choices.oneIn(2));
    }

    private static Nature updateNature(Choices choices) {
        return switch (choices.below(16)) {
            case 0 -> Nature.OUTSIDE;
            case 1, 2 -> Nature.DEFERRED;
            default -> Nature.UPDATE;
        };
    }

    private static int tables(Choices choices) {
        int tables = 0;
        for (int i = choices.below(3); i > 0; i--) {
            tables |= 1 << choices.below(Statement.TABLES);
        }
        return tables;
    }
}
