package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Program;
import dev.sluice.service.GatewaySettings;
import java.util.List;
import java.util.OptionalLong;

/**
 * The program of a run, and the gateway's configuration for it.
 *
 * @param program the requests, statements and databases
 * @param settings the gateway's settings for chunks
 * @param positions the indexes of requests
 * @param syncChunk true for {@code sync: chunk}, false for {@code sync: none}
 * @param each whether every update has its own transaction
 * @param eager whether checkpoints are claimed at the start, as with declared updates
 * @param readers the maximum number of calls of reads at a time for each backend
 * @param cached whether lookups have a cache
 * @param failAfterNanos how long reads wait for an unavailable database; empty: for ever
 * @param quarantineAfter the number of crashes after which a request that was alone in progress is answered as failed; 0: never
 * @param mostAlone if more requests than this were in progress at a first crash, they are processed one at a time only after a
 *     second crash
 * @param late whether results become visible some turns after they are written, several at once; a process that ends then loses
 *     its results that are not visible yet
 * @param dialects the behaviour of each database
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
        /** Like PostgreSQL: after an error only a rollback is possible; a commit also rolls back, without an error. */
        ABORTS,
        /** Like HSQLDB and H2: earlier changes of the transaction stay, including the executed part of a failed batch. */
        KEEPS_PART
    }

    /** The total number of attempts at a statement that meets a conflict or timeout. */
    static final int RETRIES = 3;

    static String backend(int number) {
        return "b" + number;
    }

    /** Whether requests are quarantined in this setup. */
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
                                ? ", quarantined after " + quarantineAfter + " crashes, at most " + mostAlone
                                        + " alone after a first crash"
                                : "");
        program.statements().forEach(statement -> text.append("\n  ").append(statement));
        text.append("\n  ").append(program.requests());
        return text.toString();
    }
}
