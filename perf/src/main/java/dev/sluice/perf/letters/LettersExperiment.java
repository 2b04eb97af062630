package dev.sluice.perf.letters;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.DatabaseChoice;
import dev.sluice.perf.system.Latency;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Letters for contracts, whose customers and addresses are asked of a database or of two services: by direct SQL, by
 * individual and by chunked REST calls, through the gateway, and by hand; by chunk, by latency, and by what is in flight.
 */
public final class LettersExperiment implements Experiment {

    private final DatabaseChoice choice;
    private final LettersSizes sizes;
    private final Set<Which> only;
    private final int laterWarmUps;

    /** What is measured, in this order. */
    enum Which {
        CHUNK,
        LATENCY,
        CALLS,
        LOOKUPS,
        LOAD
    }

    /** @param laterWarmUps of the parts behind the first, which has warmed up job and gateway */
    LettersExperiment(DatabaseChoice choice, LettersSizes sizes, Set<Which> only, int laterWarmUps) {
        this.choice = choice;
        this.sizes = sizes;
        this.only = EnumSet.copyOf(only);
        this.laterWarmUps = laterWarmUps;
    }

    @Override
    public String name() {
        return "letters";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("letters");
        try (LettersSystem system = LettersSystem.open(run, directory, choice, sizes.contracts())) {
            run.progress().stage("letters: those to compare with");
            final LettersTimer timer = new LettersTimer(directory, system.database(), sizes.contracts());
            final List<LettersPart> parts = new ArrayList<>();
            for (final Which which : only) {
                parts.add(measure(which, run, system, timer, parts.isEmpty() ? 1 : laterWarmUps));
            }
            return report(run, system, parts);
        } finally {
            Run.delete(directory);
        }
    }

    private LettersPart measure(Which which, Run run, LettersSystem system, LettersTimer timer, int warmUps)
            throws Exception {
        return switch (which) {
            case CHUNK -> new LettersByChunk(sizes, system).measure(run, timer, warmUps);
            case LATENCY -> new LettersByLatency(sizes, system).measure(run, timer, warmUps);
            case CALLS -> LettersByFlight.calls(sizes, system).measure(run, timer, warmUps);
            case LOOKUPS -> LettersByFlight.lookups(sizes, system).measure(run, timer, warmUps);
            case LOAD -> new LettersByLoad(sizes, system).measure(run);
        };
    }

    private Report report(Run run, LettersSystem system, List<LettersPart> parts) throws Exception {
        final List<LettersPart.Target> targets =
                parts.stream().flatMap(part -> part.targets().stream()).toList();
        final List<Table> tables =
                new ArrayList<>(parts.stream().map(LettersPart::table).toList());
        tables.add(
                1,
                new Table(
                        "Targets",
                        List.of("ratio", "here", "target"),
                        targets.stream()
                                .map(target -> List.of(
                                        target.ratio().name(), target.ratio().shown(), target.figure()))
                                .toList()));
        final List<Measurement> all = new ArrayList<>(
                parts.stream().flatMap(part -> part.measurements().stream()).toList());
        targets.stream()
                .map(LettersPart.Target::ratio)
                .filter(ratio -> !all.contains(ratio))
                .forEach(all::add);
        return new Report(
                name(),
                "letters for contracts: direct SQL, REST calls, coroutines and the gateway",
                conditions(run, system),
                tables,
                all,
                parts.stream().map(LettersPart::plot).toList());
    }

    private Map<String, String> conditions(Run run, LettersSystem system) throws Exception {
        final Map<String, String> conditions = run.conditions();
        conditions.put("database", system.database().described() + ", " + choice.described());
        conditions.put(
                "services",
                "one for customers and one for addresses over that database: the reference server of examples/, each in a"
                        + " JVM of its own; a chunk is one SELECT there, too");
        conditions.put(
                "sizes",
                String.format(
                        "%,d contracts in each measurement; the first %,d of them by direct SQL, %,d by individual REST and two"
                                + " SELECTs each; behind a latency and by what is in flight %,d at most, and as many one at a"
                                + " time as take %s",
                        sizes.contracts(),
                        sizes.direct(),
                        sizes.singles(),
                        sizes.behindLatency(),
                        Latency.shown(Duration.ofNanos(sizes.singleNanos()))));
        conditions.put(
                "job",
                "reads contracts a thousand at a time, asks for each one's customer and address, writes its letter to a"
                        + " file; from the first contract read to the file closed, with everything open and some letters"
                        + " written before");
        conditions.put(
                "chunk",
                "keys in a call, at most, in every configuration; the gateway's chunk limit is twice that, as a contract"
                        + " asks for two things");
        conditions.put(
                "gateway",
                String.format(
                        "two lookups for each contract, by a pipeline with %,d lookups ahead on one thread of the job; %d calls"
                                + " in flight; all gateways in a JVM of their own, of which one runs at a time",
                        sizes.ahead(), sizes.callsInFlight()));
        conditions.put(
                "coroutines",
                sizes.callsInFlight()
                        + " calls in flight at each service; a ticker of 2 ms; letters taken in the order of the contracts");
        conditions.put(
                "latency",
                sizes.latencies().stream().map(Latency::shown).collect(Collectors.joining(", "))
                        + " of a round trip, half of it in each direction, by a proxy in the job's JVM that job and gateway"
                        + " go through");
        conditions.put(
                "load",
                "letters asked for one by one at a fixed rate, whether those before have come or not; the time is that"
                        + " from the moment at which one was to be asked for");
        conditions.put(
                "checked",
                "every file of letters, byte by byte, with that of one SELECT at a time: none missing, none other, all in"
                        + " order");
        conditions.put(
                "document",
                "mean seconds for 100,000 contracts on a Raspberry Pi 4 with PostgreSQL 11; its letters were written in any"
                        + " order from coroutines");
        return conditions;
    }
}
