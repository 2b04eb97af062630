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
 * A run that has not ended. Retention keeps the messages that are needed to continue the run.
 *
 * @param job the job's name
 * @param run the run's name
 * @param handled the number of items handled at the last mark
 * @param failed how many of the handled items failed
 * @param lastKey the key of the last handled item; empty if there is none
 */
public record OpenRun(String job, String run, long handled, long failed, String lastKey) {

    private static final QueueOptions LOOKING =
            QueueOptions.DEFAULTS.withRequestLimit(QueueOptions.largestMessage(QueueOptions.DEFAULTS.blockSize()));

    /** Returns the open runs of the queues in that directory, sorted by name. */
    public static List<OpenRun> list(Path queues) {
        return list(queues.toString());
    }

    /** Returns the open runs of all lanes at that address, sorted by name. */
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
     * Gives a run up like {@link #giveUp(Path, String, String)}. The name has the form that logs and commands show, such as
     * {@code letters@2026-11-22}.
     *
     * @throws IllegalArgumentException if the name does not have that form
     */
    public static boolean giveUp(Path queues, String name) {
        return giveUp(queues.toString(), name);
    }

    /** Gives a run up like {@link #giveUp(Path, String)}, on the lanes at that address. */
    public static boolean giveUp(String address, String name) {
        return giveUp(address, RunName.parse(name));
    }

    /** Returns the run's name in the form that logs and commands show. */
    public String name() {
        return new RunName(job, run).text();
    }

    /**
     * Gives a run up: retention no longer keeps messages for the run, and the run's name can be used again. Requests that the run
     * has sent stay on the queue.
     *
     * @return whether there was an open run with that name
     * @throws dev.sluice.api.QueueLockedException if a process has the run open
     */
    public static boolean giveUp(Path queues, String job, String run) {
        return giveUp(queues.toString(), new RunName(job, run));
    }

    private static boolean giveUp(String address, RunName name) {
        final Lanes lanes = Lanes.existing(address, LOOKING);
        final int home = lanes.of(name.text());
        boolean found = false;
        for (int turn = 0; turn < lanes.count(); turn++) {
            final int lane = (home + turn) % lanes.count(); // the home lane first: there an open run is locked
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
