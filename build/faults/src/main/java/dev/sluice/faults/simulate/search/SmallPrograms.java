package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.faults.simulate.program.Program;
import dev.sluice.faults.simulate.world.Positions;
import dev.sluice.faults.simulate.world.Setup;
import dev.sluice.faults.simulate.world.Setup.Dialect;
import dev.sluice.service.GatewaySettings;
import dev.sluice.service.core.Precautions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Programs so small that every mishap can be tried at each of their steps; {@link Program#parse} explains the texts. */
final class SmallPrograms {

    private static final String GATEWAY = "gateway";
    /** A process has claimed its checkpoint before so long a time is over. */
    private static final int LINGER_NANOS = 10_000;

    private static final int PER_CYCLE = 3;
    private static final int CALLS_IN_FLIGHT = 4;
    private static final int DRAWN = 16;

    /** Each text begins with the databases of its backends: "0,0" are two backends of one database, "0,1" of two databases. */
    private static final String[] TEXTS = {
        "0: ua",
        "0: qa ua qa",
        "0: ua ua ua ua",
        "0: qa qb ua ub qa qb ua",
        "0: la la ua la ub la",
        "0: ua fa ua fb ua",
        "0: ua da ub qa",
        "0: fa fa fa",
        "0: ua ta ua qa",
        "0: ua ca ua qa",
        "0: ua oc ua qc oc",
        "0: ua! qb! ub! qa!",
        "0: ua. ub. qa. ua.",
        "0: ? ua # qa ? ub",
        "0: qab wa wb qab wa",
        "0: qa. qb. qc. ub uc ua qb.",
        "0,1: qa qb@1 qc ub@1 uc ua",
        "0,0: ua ub@1 ua ub@1 qab",
        "0,0: ua@1 ua ua@1 qa qa@1",
        "0,0: ua fa@1 da ua@1 qa",
        "0,1: ua ua@1 qa qa@1 ua ua@1",
        "0,1: qa ua@1 ua qa@1 fa@1 ua",
        "0: la la qb la ub la ua la",
        "0,0: la qb la ub@1 la@1 ua@1 la qa",
        "0,1: la qb@1 tb@1 qb@1 tb@1 qb@1 tb@1 la ua",
        "0: ua pa ub qa",
        "0,1: qa xb ua@1 xa ua pb@1",
        "0,1: ua ua qa@1 qb@1 qc@1 lb@1 ua@1 qa",
        "0,1: ua ua ua ua ua qa@1 qb@1 qc@1 lb@1 ua@1",
        "0: qa*1 ua*1 qa*2 ua*2 qa*1 ua*3 qa",
        "0: la*1 ua*2 la*1 ua*1 la*1 wa*2 la*2",
        "0,0: qa*1 ua@1*2 qa*2 ua*1 qa@1*1 ua*2",
        "0: qb ub qc dc wc",
        "0: qa*1 qb*2 ua*1 ub*2 qa*1 ua*1 qab",
        "0: qa wa qc oc qc",
    };

    private SmallPrograms() {}

    /** Returns all small programs by name: each with every sync mode, and with results that become visible late. */
    static Map<String, Setup> all() {
        final Map<String, Setup> all = new LinkedHashMap<>();
        for (int i = 0; i < TEXTS.length; i++) {
            all.put("written-" + (i + 1) + "-none", written(TEXTS[i], i, false, false));
            all.put("written-" + (i + 1) + "-chunk", written(TEXTS[i], i, true, false));
            all.put("written-" + (i + 1) + "-late", written(TEXTS[i], i, i % 2 == 0, true));
        }
        for (int i = 1; i <= DRAWN; i++) {
            all.put("drawn-" + i, RandomSetups.small(new Choices(i)));
        }
        return all;
    }

    /** Whether a program is also run with every way of going back to backups; this is true for one program of each text. */
    static boolean setBack(String name) {
        return name.startsWith("written-") && name.endsWith("-none");
    }

    /** Returns all small programs, and in addition large ones that are used only by known runs and fill the outcome table. */
    static Map<String, Setup> andLargeOnes() {
        final Map<String, Setup> all = all();
        all.put("many-calls", large(" ua".repeat(700), 20));
        all.put("large-calls", large(" ua".repeat(700), 300));
        all.put("many-reads", large(" qa ua".repeat(400), 20));
        all.put("one-call", large(" ua".repeat(400), new GatewaySettings(GATEWAY, 1_000, LINGER_NANOS)));
        return all;
    }

    private static Setup large(String requests, int chunkLimit) {
        return large(requests, new GatewaySettings(GATEWAY, chunkLimit, 0));
    }

    private static Setup large(String requests, GatewaySettings settings) {
        return setup("0:" + requests, settings, false, true, true, false, Dialect.ABORTS);
    }

    /** @param number the number of the text, from which the other settings are derived */
    private static Setup written(String text, int number, boolean syncChunk, boolean late) {
        final int other = number + (syncChunk ? 1 : 0);
        final Dialect dialect = number % 2 == 0 ? Dialect.ABORTS : Dialect.KEEPS_PART;
        final GatewaySettings settings = new GatewaySettings(GATEWAY, number % 3 == 0 ? 2 : 100, 0);
        return setup(text, settings, syncChunk, other % 3 == 1, other % 2 == 0, late, dialect);
    }

    private static Setup setup(
            String text,
            GatewaySettings settings,
            boolean syncChunk,
            boolean each,
            boolean eager,
            boolean late,
            Dialect dialect) {
        return new Setup(
                Program.parse(text),
                settings,
                new Positions(PER_CYCLE),
                syncChunk,
                each,
                eager,
                CALLS_IN_FLIGHT,
                !eager,
                OptionalLong.empty(),
                text.matches(".* [px].*") ? 2 : 0,
                Precautions.FEW,
                late,
                List.of(dialect, dialect));
    }
}
