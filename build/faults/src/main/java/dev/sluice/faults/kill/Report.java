package dev.sluice.faults.kill;

import dev.sluice.faults.kill.Kill.Moment;
import dev.sluice.faults.kill.Kill.Victim;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The counts and findings of a run. Prints them to a stream. Used by one thread. */
public final class Report {

    private final BrokenPromises findings = new BrokenPromises();
    private final PrintStream out;
    private final long startNanos = System.nanoTime();

    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final Map<Victim, Map<Moment, Long>> kills = new EnumMap<>(Victim.class);
    private final Map<String, Long> points = new TreeMap<>();
    private final Map<Mishap, Integer> mishaps = new EnumMap<>(Mishap.class);
    private final Map<Moment, List<Long>> restartNanos = new EnumMap<>(Moment.class);

    public Report(PrintStream out) {
        this.out = out;
    }

    public BrokenPromises findings() {
        return findings;
    }

    /** Prints a line. */
    public void line(String text) {
        out.println(text);
    }

    /** Prints a line about a step, with its time. */
    public void step(String text) {
        out.printf(Locale.ROOT, "%7.1f s   %s%n", (System.nanoTime() - startNanos) / 1e9, text);
        out.flush();
    }

    /** Adds to a counter that the scenario names. */
    public void add(String what, long more) {
        counts.merge(what, more, Long::sum);
    }

    public long of(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /**
     * Counts a kill.
     *
     * @param moment the actual state of the process at the kill
     * @param planned the plan of the kill
     */
    public void killed(Victim victim, Moment moment, Kill planned) {
        kills.computeIfAbsent(victim, any -> new EnumMap<>(Moment.class)).merge(moment, 1L, Long::sum);
        if (moment == Moment.POINT) {
            points.merge(planned.pointName(), 1L, Long::sum);
        }
    }

    /** Counts a mishap that is no kill at a planned moment. */
    public void happened(Mishap mishap) {
        mishaps.merge(mishap, 1, Integer::sum);
    }

    /** Returns how often each kind of mishap has happened, apart from kills at planned moments. */
    public Map<Mishap, Integer> mishaps() {
        return mishaps;
    }

    /** Records the time from a gateway's start to its first result, after a kill at the given moment. */
    public void restarted(Moment before, long nanos) {
        restartNanos.computeIfAbsent(before, any -> new ArrayList<>()).add(nanos);
    }

    public long kills(Victim victim) {
        return kills.getOrDefault(victim, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    public long kills(Victim victim, Moment moment) {
        return kills.getOrDefault(victim, Map.of()).getOrDefault(moment, 0L);
    }

    /** Returns the median time of the restarts, if there was one. */
    public Optional<Long> medianRestart() {
        final List<Long> all = sorted(restartNanos.values());
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() / 2));
    }

    /** Returns the counters of the scenario, as a line for people. */
    public String counted() {
        return counts.entrySet().stream()
                .map(count -> String.format(Locale.ROOT, "%,d %s", count.getValue(), count.getKey()))
                .collect(Collectors.joining(", "));
    }

    /** Returns all counts and the broken promises, as lines for people. */
    public List<String> lines() {
        final List<String> lines = new ArrayList<>();
        lines.add(counted());
        kills.forEach((victim, moments) -> {
            lines.add(String.format(Locale.ROOT, "%,d kills of %s", kills(victim), victim));
            moments.forEach((moment, count) -> lines.add(String.format(Locale.ROOT, "  %,6d %s", count, moment)));
        });
        if (!kills.isEmpty()) {
            lines.add("fault points: " + points);
        }
        if (!mishaps.isEmpty()) {
            lines.add(mishaps.values().stream().mapToInt(Integer::intValue).sum() + " mishaps: " + mishaps);
        }
        restartNanos.forEach(
                (before, times) -> lines.add("restart after a kill " + before + ": " + shown(sorted(List.of(times)))));
        if (!restartNanos.isEmpty()) {
            lines.add("restart to the first result: " + shown(sorted(restartNanos.values())));
        }
        lines.addAll(findings.lines());
        return lines;
    }

    private static List<Long> sorted(Iterable<List<Long>> parts) {
        final List<Long> all = new ArrayList<>();
        parts.forEach(all::addAll);
        all.sort(null);
        return all;
    }

    private static String shown(List<Long> nanos) {
        final int count = nanos.size();
        return String.format(
                Locale.ROOT,
                "median %.2f s, worst %.2f s, in %,d restarts",
                nanos.get(count / 2) / 1e9,
                nanos.get(count - 1) / 1e9,
                count);
    }
}
