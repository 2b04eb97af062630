package dev.sluice.perf.letters;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * How much.
 *
 * @param contracts letters of each configuration
 * @param direct of them by direct SQL
 * @param singles of them where each takes longer
 * @param chunks keys of a call, at most
 * @param documentChunks the same for REST from coroutines
 * @param pools threads that ask one contract at a time each
 * @param callsInFlight of the gateway, and at each service from coroutines
 * @param ahead lookups of the job without an answer, at most
 * @param latencies of simulated networks, round trips
 * @param behindLatency letters where latencies or what is in flight are compared, at most
 * @param singleNanos how long one measurement of one contract at a time may take behind a latency, about
 * @param inFlight the calls in flight that are compared
 * @param windows the lookups ahead that are compared
 */
record LettersSizes(
        int contracts,
        int direct,
        int singles,
        List<Integer> chunks,
        List<Integer> documentChunks,
        List<Integer> pools,
        int callsInFlight,
        int ahead,
        List<Duration> latencies,
        int behindLatency,
        long singleNanos,
        List<Integer> inFlight,
        List<Integer> windows,
        List<Integer> loads,
        int loadMillis) {

    LettersSizes {
        if (singles < 1 || direct < 1 || Math.max(singles, direct) > contracts) {
            throw new IllegalArgumentException(direct + " letters by direct SQL and " + singles
                    + " where each takes longer, of " + contracts + " contracts");
        }
        if (loads.isEmpty() || loads.get(0) < 1) {
            throw new IllegalArgumentException("Letters a second, from 1 on: " + loads);
        }
        for (final Duration latency : latencies) {
            if (latency.isZero()) {
                throw new IllegalArgumentException("A latency of zero: the loopback is measured in any case");
            }
        }
    }

    /** Of the networks the one nearest to that; zero, which is the loopback, if there are none. */
    Duration latencyNear(Duration wanted) {
        return latencies.stream()
                .min(Comparator.comparing(latency -> latency.minus(wanted).abs()))
                .orElse(Duration.ZERO);
    }
}
