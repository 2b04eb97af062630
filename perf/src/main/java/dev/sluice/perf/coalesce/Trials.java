package dev.sluice.perf.coalesce;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures loaders in turns, and checks that every requester got the name of its own key. The keys of each time are new
 * ones, so that no cache knows them. One thread.
 */
final class Trials {

    static final String CALLS = ", calls";
    static final String KEYS = ", keys asked";
    static final String AT_ONCE = ", calls at once";
    static final String CPU = ", CPU";

    private static final int WARM_UP_PART = 5;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Run run;
    private final SlowNames.Jvm service;
    private final HostedGateways gateways;
    private final Measurements measurements = new Measurements();
    /** How often each trial was measured; calls take other times in each repetition. */
    private final Map<Trial, Integer> measured = new HashMap<>();

    private long nextKey = 1;

    Trials(Run run, SlowNames.Jvm service, HostedGateways gateways) {
        this.run = run;
        this.service = service;
        this.gateways = gateways;
    }

    /** A loader with what is asked of it. */
    record Trial(String name, Loader loader, Load load) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** Does each a few times with fewer requests. */
    void warmUp(int times, List<Trial> trials) throws Exception {
        run.progress().stage("coalesce: warm-up");
        for (int time = 0; time < times; time++) {
            for (final Trial trial : trials) {
                final Load load = trial.load.withRequests(trial.load.requests() / WARM_UP_PART);
                once(new Trial(trial.name, trial.loader, load), 0, new Measurements());
            }
        }
    }

    /** Measures each so many times. */
    void measure(String stage, int repetitions, List<Trial> trials) throws Exception {
        measured.clear();
        run.takeTurns(
                "coalesce, " + stage + ", ",
                0,
                repetitions,
                trials,
                (trial, kept) -> once(trial, measured.merge(trial, 1, Integer::sum), measurements));
    }

    private void once(Trial trial, int repetition, Measurements kept) throws Exception {
        trial.loader.open();
        service.begin(trial.load.delay(), run.seed() + repetition);
        final long[] keys = trial.load.keysFrom(nextKey);
        nextKey += trial.load.keys();
        final long cpu = cpuNanos();
        final long start = System.nanoTime();
        final List<String> names = trial.loader.load(keys);
        final long took = System.nanoTime() - start;
        final long used = cpuNanos() - cpu;
        check(trial.name, keys, names);
        final long[] counts = service.counts();
        trial.loader.close();
        kept.add(trial.name, "ms", took / 1e6);
        kept.add(trial.name + CALLS, "calls", counts[0]);
        kept.add(trial.name + KEYS, "keys", counts[1]);
        kept.add(trial.name + AT_ONCE, "calls", counts[2]);
        kept.add(trial.name + CPU, "ms", used / 1e6);
    }

    private long cpuNanos() throws Exception {
        return SYSTEM.getProcessCpuTime() + gateways.use().cpuNanos();
    }

    private static void check(String variant, long[] keys, List<String> names) {
        if (names.size() != keys.length) {
            throw new IllegalStateException(variant + " gave " + names.size() + " answers to " + keys.length);
        }
        for (int i = 0; i < keys.length; i++) {
            if (!SlowNames.name(keys[i]).equals(names.get(i))) {
                throw new IllegalStateException(
                        variant + " answered request " + i + ", for " + keys[i] + ", with: " + names.get(i));
            }
        }
    }

    /** What was measured so far under that name. */
    Measurement get(String name) {
        return measurements.get(name);
    }

    List<Measurement> all() {
        return measurements.all();
    }
}
