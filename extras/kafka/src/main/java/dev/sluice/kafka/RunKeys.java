package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Notices;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The values of one kind in the control topic for all runs. A process that opens a run claims it, see {@link Claims}. It stores
 * its values under the key {@code RUN/CLAIM}, where CLAIM is the offset of its claim. If a run has several keys, only the key
 * with the last claim counts. So values that an earlier process of the run still writes have no effect. Any thread.
 */
final class RunKeys implements Notices {

    /** The kind of the keys for the positions of runs. */
    static final String PLACE = "run";

    private static final Pattern NAME = Pattern.compile("[^/]+/-?[0-9]{1,18}");

    private final LaneLogs lane;
    private final Control control;
    private final String kind;

    RunKeys(LaneLogs lane, String kind) {
        this.lane = lane;
        this.control = lane.control();
        this.kind = kind;
    }

    /** Returns, sorted, the names of the runs that have a key. */
    List<String> runs() {
        return names().map(name -> name.substring(0, name.lastIndexOf('/')))
                .distinct()
                .toList();
    }

    private Stream<String> names() {
        return control.names(kind).stream().filter(name -> NAME.matcher(name).matches());
    }

    /** Returns the offsets of the claims for which a run has a key, from the oldest claim to the newest. */
    private List<Long> claims(String run) {
        return names().filter(name -> name.startsWith(run + "/"))
                .map(name -> Long.parseLong(name.substring(run.length() + 1)))
                .sorted()
                .toList();
    }

    private Optional<Long> lastClaim(String run) {
        return claims(run).stream().max(Long::compare);
    }

    static String name(String run, long claim) {
        return run + "/" + claim;
    }

    @Override
    public String place(String run) {
        return control.place(kind, name(run, lastClaim(run).orElseGet(lane::claim)));
    }

    @Override
    public Optional<String> read(String run) {
        return lastClaim(run).flatMap(claim -> control.get(kind, name(run, claim)));
    }

    /**
     * If no run is open in this process, replaces the value that counts.
     *
     * @throws QueueException if the run is open in this process, but another process has opened it since
     */
    @Override
    public void write(String run, byte[] content) {
        checkHeld(run);
        final long own = lane.claim() == Claims.NONE ? lastClaim(run).orElse(Claims.NONE) : lane.claim();
        control.put(kind, name(run, own), new String(content, StandardCharsets.UTF_8));
        delete(run, own - 1);
    }

    /**
     * Deletes the values that this process and earlier processes have written. If no run is open in this process, deletes all
     * values of the run.
     */
    @Override
    public void delete(String run) {
        delete(run, lane.claim() == Claims.NONE ? Long.MAX_VALUE : lane.claim());
    }

    /** Deletes the values of a run up to the claim at offset {@code last}, the oldest value first. */
    void delete(String run, long last) {
        for (final long claim : claims(run)) {
            if (claim <= last) {
                control.remove(kind, name(run, claim));
            }
        }
    }

    /** @throws QueueException if the run is open in this process, but another process has opened or ended it since */
    void checkHeld(String run) {
        if (lane.hasOpen(run)
                && new RunKeys(lane, PLACE)
                        .lastClaim(run)
                        .filter(last -> last == lane.claim())
                        .isEmpty()) {
            throw lane.followed(run);
        }
    }
}
