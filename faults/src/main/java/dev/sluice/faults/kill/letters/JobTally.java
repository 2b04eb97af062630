package dev.sluice.faults.kill.letters;

import dev.sluice.faults.kill.letters.JobKill.Moment;
import dev.sluice.faults.kill.letters.JobKill.Victim;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a run of kills counted. One thread. */
final class JobTally {

    private final Map<Victim, Map<Moment, Long>> kills = new EnumMap<>(Victim.class);
    private final Map<String, Long> points = new TreeMap<>();
    private long runs;
    private long letters;
    private long requests;
    private long fromHistory;

    void killed(Victim victim, Moment moment) {
        kills.computeIfAbsent(victim, any -> new EnumMap<>(Moment.class)).merge(moment, 1L, Long::sum);
    }

    /** That kill came upon its fault point. */
    void atPoint(JobKill kill) {
        points.merge(kill.pointName(), 1L, Long::sum);
    }

    /** A process of the job had ended, or was killed. */
    void process(JobProcess.Said said) {
        fromHistory += said.fromHistory();
    }

    /** A run has ended. */
    void run(Letters run) {
        runs++;
        letters += run.contracts();
        requests += run.requests();
    }

    long kills() {
        return kills.keySet().stream().mapToLong(this::kills).sum();
    }

    long kills(Victim victim) {
        return kills.getOrDefault(victim, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    long runs() {
        return runs;
    }

    long fromHistory() {
        return fromHistory;
    }

    /** Lines for people. */
    List<String> lines() {
        final List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%,d runs, %,d letters; %,d requests asked, %,d answered from history",
                runs,
                letters,
                requests,
                fromHistory));
        lines.add(String.format(Locale.ROOT, "%,d kills", kills()));
        kills.forEach((victim, moments) -> lines.add(String.format(Locale.ROOT, "  %,6d %s: ", kills(victim), victim)
                + moments.entrySet().stream()
                        .map(moment -> moment.getValue() + " " + moment.getKey())
                        .collect(Collectors.joining(", "))));
        lines.add("fault points: " + points);
        return lines;
    }
}
