package dev.sluice.kafka;

import dev.sluice.transport.Notices;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The keys of one kind that runs have: {@code RUN/CLAIM}, of which the one with the last claim counts. So what a former process of a
 * run still writes is without effect. Any thread.
 */
final class RunKeys implements Notices {

    private final LaneLogs lane;
    private final Control control;
    private final String kind;

    RunKeys(LaneLogs lane, String kind) {
        this.lane = lane;
        this.control = lane.control();
        this.kind = kind;
    }

    /** The runs that have a key, in order. */
    List<String> runs() {
        return control.names(kind).stream()
                .map(name -> name.substring(0, name.lastIndexOf('/')))
                .distinct()
                .toList();
    }

    /** The claims that a run has a key of, the last one first. */
    private List<Long> claims(String run) {
        return control.names(kind).stream()
                .filter(name -> name.startsWith(run + "/"))
                .map(name -> Long.parseLong(name.substring(run.length() + 1)))
                .sorted((one, other) -> Long.compare(other, one))
                .toList();
    }

    static String name(String run, long claim) {
        return run + "/" + claim;
    }

    @Override
    public String place(String run) {
        return control.place(kind, name(run, claims(run).stream().findFirst().orElseGet(lane::claim)));
    }

    @Override
    public Optional<String> read(String run) {
        return claims(run).stream().findFirst().flatMap(claim -> control.get(kind, name(run, claim)));
    }

    @Override
    public void write(String run, byte[] content) {
        final long own = lane.claim();
        control.put(kind, name(run, own), new String(content, StandardCharsets.UTF_8));
        for (final long claim : claims(run)) {
            if (claim < own) {
                control.remove(kind, name(run, claim));
            }
        }
    }

    @Override
    public void delete(String run) {
        claims(run).forEach(claim -> control.remove(kind, name(run, claim)));
    }
}
