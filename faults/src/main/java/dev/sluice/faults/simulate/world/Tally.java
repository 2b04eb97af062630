package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Choices;

/** What happened in many runs. Each thread has one of its own. */
public final class Tally {

    /** Why a gateway stopped by itself, each for a good reason. */
    public enum Stop {
        /** The input lost requests whose updates were committed. */
        INPUT_LOST,
        /** The output has results of requests that the input does not have. */
        OUTPUT_AHEAD,
        /** Other requests stand in the places of some whose updates were committed. */
        OTHER_REQUESTS,
        /** The checkpoint belongs to other queues. */
        OTHER_QUEUES,
        /** Another gateway has the checkpoint. */
        FENCED,
        /** The output is an older copy: what it lacks is forgotten. */
        OLD_OUTPUT,
        /** A backend gave a reply twice. */
        DUPLICATE_REPLY
    }

    private final long[][] mishaps = new long[Mishap.values().length][Place.values().length];
    private final long[] faults = new long[Fault.values().length];
    private final long[] stops = new long[Stop.values().length];
    private long runs;
    private long requests;
    private long starts;
    private long steps;
    private long replays;
    private long quarantined;
    private long hash;

    void count(Mishap mishap, Place place) {
        mishaps[mishap.ordinal()][place.ordinal()]++;
    }

    void count(Fault fault) {
        faults[fault.ordinal()]++;
    }

    void count(Stop stop) {
        stops[stop.ordinal()]++;
    }

    void countStep() {
        steps++;
    }

    void countStart() {
        starts++;
    }

    void countReplay() {
        replays++;
    }

    void countQuarantined() {
        quarantined++;
    }

    /** A run ended well. The order of runs leaves no trace in the hash of all. */
    public void countRun(int itsRequests, long traceHash) {
        runs++;
        requests += itsRequests;
        hash += Choices.mixed(traceHash);
    }

    public void add(Tally other) {
        for (int i = 0; i < mishaps.length; i++) {
            sum(mishaps[i], other.mishaps[i]);
        }
        sum(faults, other.faults);
        sum(stops, other.stops);
        runs += other.runs;
        requests += other.requests;
        starts += other.starts;
        steps += other.steps;
        replays += other.replays;
        quarantined += other.quarantined;
        hash += other.hash;
    }

    private static void sum(long[] into, long[] others) {
        for (int i = 0; i < into.length; i++) {
            into[i] += others[i];
        }
    }

    public long runs() {
        return runs;
    }

    public long requests() {
        return requests;
    }

    public long starts() {
        return starts;
    }

    public long steps() {
        return steps;
    }

    public long replays() {
        return replays;
    }

    public long quarantined() {
        return quarantined;
    }

    /** Of the traces of all runs. */
    public long hash() {
        return hash;
    }

    public long mishaps(Mishap mishap, Place place) {
        return mishaps[mishap.ordinal()][place.ordinal()];
    }

    /** The ends of processes at that place, for whatever reason. */
    public long crashes(Place place) {
        long sum = 0;
        for (final Mishap mishap : Mishap.values()) {
            sum += mishap.crash() ? mishaps(mishap, place) : 0;
        }
        return sum;
    }

    public long mishaps(Mishap mishap) {
        long sum = 0;
        for (final long count : mishaps[mishap.ordinal()]) {
            sum += count;
        }
        return sum;
    }

    public long faults(Fault fault) {
        return faults[fault.ordinal()];
    }

    public long stops(Stop stop) {
        return stops[stop.ordinal()];
    }

    public long stops() {
        long sum = 0;
        for (final long count : stops) {
            sum += count;
        }
        return sum;
    }
}
