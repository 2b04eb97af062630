package dev.sluice.client.job;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.client.RunFile;
import dev.sluice.internal.client.RunFile.RunName;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RunPlace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A run that has not ended: retention keeps for it what it needs to be continued.
 *
 * @param job the job's name
 * @param run the run's
 * @param handled items handled at its last mark
 * @param failed how many of them failed
 * @param lastKey the key of the last of them, empty when there is none
 */
public record OpenRun(String job, String run, long handled, long failed, String lastKey) {

    private static final QueueOptions LOOKING =
            QueueOptions.DEFAULTS.withRequestLimit(QueueOptions.largestMessage(QueueOptions.DEFAULTS.blockSize()));

    /** Returns the open runs of the queues in that directory, by name. */
    public static List<OpenRun> list(Path queues) {
        return list(queues.toString());
    }

    /** Returns the open runs of all lanes at that address, by name. */
    public static List<OpenRun> list(String address) {
        final Lanes lanes = Lanes.existing(address, LOOKING);
        final List<Lane> open = new ArrayList<>();
        try {
            final Set<String> names = new TreeSet<>();
            for (int lane = 0; lane < lanes.count(); lane++) {
                open.add(lanes.openExisting(lane));
                names.addAll(open.get(lane).runs());
            }
            return names.stream()
                    .map(name -> of(RunName.parse(name), open.get(lanes.of(name))))
                    .toList();
        } finally {
            open.forEach(Lane::close);
        }
    }

    private static OpenRun of(RunName name, Lane home) {
        return RunFile.of(name, home)
                .read()
                .map(mark -> new OpenRun(name.job(), name.run(), mark.handled(), mark.failed(), mark.lastKey()))
                .orElseGet(() -> new OpenRun(name.job(), name.run(), 0, 0, ""));
    }

    /**
     * Gives a run up by the name that logs and commands show, such as {@code letters@2026-11-22}; otherwise as the other.
     *
     * @throws IllegalArgumentException if that is no such name
     */
    public static boolean giveUp(Path queues, String name) {
        return giveUp(queues.toString(), name);
    }

    /** Gives up a run of the lanes at that address; otherwise as the other. */
    public static boolean giveUp(String address, String name) {
        return giveUp(address, RunName.parse(name));
    }

    /** Returns the run's name as logs and commands show it. */
    public String name() {
        return new RunName(job, run).text();
    }

    /**
     * Gives a run up: nothing is kept for it any more, and its name is free. What it asked stays asked.
     *
     * @return whether there was one
     * @throws dev.sluice.api.QueueLockedException if a process runs it
     */
    public static boolean giveUp(Path queues, String job, String run) {
        return giveUp(queues.toString(), new RunName(job, run));
    }

    private static boolean giveUp(String address, RunName name) {
        final Lanes lanes = Lanes.existing(address, LOOKING);
        final int home = lanes.of(name.text());
        boolean found = false;
        for (int turn = 0; turn < lanes.count(); turn++) {
            final int lane = (home + turn) % lanes.count(); // the home first: a process that runs it has its place
            try (Lane open = lanes.openExisting(lane)) {
                if (open.runs().contains(name.text())) {
                    final RunPlace place = open.run(name.text());
                    RunFile.of(name, open).delete();
                    place.end();
                    found = true;
                }
            }
        }
        return found;
    }
}
