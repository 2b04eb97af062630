package dev.sluice.client.job;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.client.RunFile;
import dev.sluice.internal.client.RunFile.RunMark;
import dev.sluice.internal.client.RunFile.RunName;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RunPlace;
import dev.sluice.transport.Transports;
import java.nio.file.Path;
import java.util.List;

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

    /** Returns the open runs of the queues in that directory, by name. */
    public static List<OpenRun> list(Path queues) {
        try (Lane pair = open(queues)) {
            return pair.runs().stream()
                    .map(RunName::parse)
                    .map(name -> of(name, pair))
                    .toList();
        }
    }

    private static Lane open(Path queues) {
        return Transports.of(queues.toString()).openExisting(queues.toString(), QueueOptions.DEFAULTS);
    }

    private static OpenRun of(RunName name, Lane pair) {
        final RunMark mark = RunFile.of(name, pair).read().orElse(RunMark.begin(RunMark.NONE));
        return new OpenRun(name.job(), name.run(), mark.handled(), mark.failed(), mark.lastKey());
    }

    /**
     * Gives a run up by the name that logs and commands show, such as {@code letters@2026-11-22}; otherwise as the other.
     *
     * @throws IllegalArgumentException if that is no such name
     */
    public static boolean giveUp(Path queues, String name) {
        final RunName parsed = RunName.parse(name);
        return giveUp(queues, parsed.job(), parsed.run());
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
        final RunName name = new RunName(job, run);
        try (Lane pair = open(queues)) {
            if (!pair.runs().contains(name.text())) {
                return false;
            }
            final RunPlace place = pair.run(name.text());
            RunFile.of(name, pair).delete();
            place.end();
            return true;
        }
    }
}
