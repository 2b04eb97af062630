package dev.sluice.perf.letters;

import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.perf.report.Findings;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * Measures a job that writes a letter for each contract. The customers and addresses come from a database or from two services.
 * The experiment compares direct SQL, individual and chunked REST calls, the gateway, and hand-written variants, by chunk size
 * and by latency.
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
            run.progress().stage("letters: writing the expected file");
            final Path expected = LettersSweep.expected(run, system.database());
            int warmUps = 1; // the first part warms up the job and the gateway; a full run also warms up later parts
            for (final LettersSizes.Part part : run.of(LettersSizes.ONLY)) {
                final LettersSweep sweep = new LettersSweep(run, expected);
                switch (part) {
                    case CHUNK -> new LettersByChunk(run, system, sweep).measure(warmUps, findings);
                    case LATENCY -> new LettersByLatency(run, system, sweep).measure(warmUps, findings);
                    case OWN -> new LettersOwnTable(run, system).measure(warmUps, findings);
                    case JDBC -> new LettersByJdbc(run, system, sweep).measure(warmUps, findings);
                    case LOOP -> new LettersByLoop(run, system, sweep).measure(findings);
                }
                warmUps = run.kind() == Size.Kind.FULL ? 1 : 0;
            }
        }
    }

    private static void conditions(Run run, LettersSystem system, Findings findings) throws Exception {
        findings.conditions(
                """
                database: %s, a server of its own on this machine
                services: one for customers and one for addresses, %s; each is the reference server of examples/ in a JVM
                  of its own, which answers a chunk with one SELECT
                sizes: %,d contracts in each measurement, but %,d by direct SQL, and %,d by individual REST and by two
                  SELECTs each; over a network with latency at most %,d, and one at a time as many as fit into %,d ms
                job: reads contracts a thousand at a time, looks up the customer and address of each, and writes its letter
                  to a file; the time runs from reading the first contract to closing the file; before it starts,
                  everything is open and some letters have been written
                chunk: the maximum number of keys in a call, in every configuration; the gateway's chunk limit is twice
                  that, because each contract needs two lookups
                gateway: two lookups for each contract, by a pipeline with %,d lookups ahead on one thread of the job;
                  %d calls in flight; all gateways share a separate JVM, and only one of them runs at a time
                coroutines: %d calls in flight at each service; a ticker of 2 ms; letters are written in the order of the
                  contracts
                latency: %s per round trip, half of it in each direction; job and gateway connect through a proxy in the
                  job's JVM, which adds it
                checked: every file of letters is compared byte by byte with the file of one SELECT at a time, so no letter
                  may be missing, different or out of order
                document: mean seconds for 100,000 contracts on a Raspberry Pi 4 with PostgreSQL 11; its coroutines wrote
                  the letters in any order
                """,
                system.database().described(),
                run.of(LettersSizes.PRELOAD) ? "which answer from memory" : "which query that database",
                run.of(LettersSizes.CONTRACTS),
                LettersSizes.contracts(run, LettersSizes.DIRECT),
                LettersSizes.contracts(run, LettersSizes.SINGLES),
                run.of(LettersSizes.BEHIND),
                run.of(LettersSizes.SINGLE_MILLIS),
                LettersGateway.AHEAD,
                run.of(LettersSizes.CALLS_IN_FLIGHT),
                run.of(LettersSizes.CALLS_IN_FLIGHT),
                run.of(LettersSizes.LATENCIES).stream().map(Sizes::millis).collect(Collectors.joining(", ")));
    }
}
