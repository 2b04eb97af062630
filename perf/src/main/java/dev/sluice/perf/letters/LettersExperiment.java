package dev.sluice.perf.letters;

import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.perf.report.Findings;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * Letters for contracts, whose customers and addresses are asked of a database or of two services: by direct SQL, by
 * individual and by chunked REST calls, through the gateway, and by hand; by chunk and by latency.
 */
public final class LettersExperiment {

    private LettersExperiment() {}

    public static Experiment experiment() {
        return new Experiment(
                "letters",
                "letters for contracts: direct SQL, REST calls, coroutines and the gateway",
                LettersSizes.ALL,
                LettersExperiment::measure);
    }

    private static void measure(Run run, Findings findings) throws Exception {
        try (LettersSystem system = LettersSystem.open(run)) {
            conditions(run, system, findings);
            run.progress().stage("letters: those to compare with");
            final Path expected = LettersSweep.expected(run, system.database());
            int warmUps = 1; // the first part has warmed up job and gateway
            for (final LettersSizes.Part part : run.of(LettersSizes.ONLY)) {
                final LettersSweep sweep = new LettersSweep(run, expected);
                switch (part) {
                    case CHUNK -> new LettersByChunk(run, system, sweep).measure(warmUps, findings);
                    case LATENCY -> new LettersByLatency(run, system, sweep).measure(warmUps, findings);
                    case OWN -> new LettersOwnTable(run, system).measure(warmUps, findings);
                    case JDBC -> new LettersByJdbc(run, system, sweep).measure(warmUps, findings);
                }
                warmUps = run.kind() == Size.Kind.FULL ? 1 : 0;
            }
        }
    }

    private static void conditions(Run run, LettersSystem system, Findings findings) throws Exception {
        findings.conditions(
                """
                database: %s, a server of its own on this machine
                services: one for customers and one for addresses %s: the reference server of examples/, each in a JVM
                  of its own; a chunk is one SELECT there, too
                sizes: %,d contracts in each measurement; the first %,d of them by direct SQL, %,d by individual REST
                  and two SELECTs each; behind a latency %,d at most, and as many one at a time as take %,d ms
                job: reads contracts a thousand at a time, asks for each one's customer and address, writes its letter
                  to a file; from the first contract read to the file closed, with everything open and some letters
                  written before
                chunk: keys in a call, at most, in every configuration; the gateway's chunk limit is twice that, as a
                  contract asks for two things
                gateway: two lookups for each contract, by a pipeline with %,d lookups ahead on one thread of the job;
                  %d calls in flight; all gateways in a JVM of their own, of which one runs at a time
                concurrent loop: %,d bodies at a time, each of which waits for its customer, then for its address, on
                  %s
                coroutines: %d calls in flight at each service; a ticker of 2 ms; letters taken in the order of the
                  contracts
                latency: %s of a round trip, half of it in each direction, by a proxy in the job's JVM that job and
                  gateway go through
                checked: every file of letters, byte by byte, with that of one SELECT at a time: none missing, none
                  other, all in order
                document: mean seconds for 100,000 contracts on a Raspberry Pi 4 with PostgreSQL 11; its letters were
                  written in any order from coroutines
                """,
                system.database().described(),
                run.of(LettersSizes.PRELOAD) ? "from memory" : "over that database",
                run.of(LettersSizes.CONTRACTS),
                LettersSizes.contracts(run, LettersSizes.DIRECT),
                LettersSizes.contracts(run, LettersSizes.SINGLES),
                run.of(LettersSizes.BEHIND),
                run.of(LettersSizes.SINGLE_MILLIS),
                LettersGateway.AHEAD,
                run.of(LettersSizes.CALLS_IN_FLIGHT),
                LettersGateway.WIDTH,
                LettersGateway.VIRTUAL_THREADS ? "virtual threads" : "a pool of platform threads",
                run.of(LettersSizes.CALLS_IN_FLIGHT),
                run.of(LettersSizes.LATENCIES).stream().map(Sizes::millis).collect(Collectors.joining(", ")));
    }
}
