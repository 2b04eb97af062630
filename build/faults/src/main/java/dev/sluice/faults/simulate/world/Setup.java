package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Program;
import dev.sluice.service.GatewaySettings;
import java.util.List;
import java.util.OptionalLong;

/**
 * The program of a run, and the gateway's configuration for it.
 *
 * @param program what is asked
 * @param settings how the gateway drains
 * @param positions how requests are indexed
 * @param syncChunk whether {@code sync: chunk} is configured, and not {@code none}
 * @param each whether every update has a transaction of its own
 * @param eager whether checkpoints are claimed at the start, as where updates are declared
 * @param readers how many calls may read at a time, of each backend
 * @param cached whether lookups have a cache
 * @param failAfterNanos how long reads wait for a database that is away; empty: for ever
 * @param quarantineAfter at how many ends of the process a request that was alone in hand is answered as failed; 0: never
 * @param mostAlone so many requests at most that were in hand are taken alone after a first end
 * @param late whether readers see results some turns after they are written, those of several turns at once, and a process
 *     that ends takes away what nobody sees yet
 * @param dialects what each database is like
 */
public record Setup(
        Program program,
        GatewaySettings settings,
        Positions positions,
        boolean syncChunk,
        boolean each,
        boolean eager,
        int readers,
        boolean cached,
        OptionalLong failAfterNanos,
        int quarantineAfter,
        int mostAlone,
        boolean late,
        List<Dialect> dialects) {

    /** The effect of an error on its transaction. */
    public enum Dialect {
        /** As PostgreSQL: nothing more but a rollback, and a commit that looks like one rolls back, too. */
        ABORTS,
        /** As HSQLDB and H2: what came before stays, the done part of a failed batch included. */
        KEEPS_PART
    }

    /** Attempts in all at what conflicts or times out. */
    static final int RETRIES = 3;

    static String backend(int number) {
        return "b" + number;
    }

    /** Whether a request can be quarantined at all. */
    boolean quarantines() {
        return quarantineAfter > 0;
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        text.append(settings)
                .append(syncChunk ? ", sync: chunk" : ", sync: none")
                .append(each ? ", transaction: each" : ", transaction: shared")
                .append(eager ? ", claims at the start" : ", claims with the first update")
                .append(cached ? ", cached" : "")
                .append(late ? ", results seen late" : "")
                .append(", ")
                .append(dialects)
                .append(failAfterNanos.isPresent() ? ", reads fail after " + failAfterNanos.getAsLong() + " ns" : "")
                .append(
                        quarantines()
                                ? ", quarantined after " + quarantineAfter + " ends, at most " + mostAlone
                                        + " alone after a first one"
                                : "");
        program.statements().forEach(statement -> text.append("\n  ").append(statement));
        text.append("\n  ").append(program.requests());
        return text.toString();
    }
}
