package dev.sluice.replay.again;

import dev.sluice.internal.queue.scan.Recording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * One side of a comparison.
 *
 * @param place what it is, for messages
 * @param replayOf what it repeats, if it is a replay
 */
public record Compared(Path place, Recording recording, Optional<ReplayedFrom> replayOf) {

    /** What is there: queues, which may be a replay's, or a file. */
    public static Compared of(Path place, Recording recording) {
        return new Compared(place, recording, Files.isDirectory(place) ? ReplayedFrom.read(place) : Optional.empty());
    }

    /** The input that its requests stand for. */
    UUID original() {
        return replayOf.map(ReplayedFrom::input).orElse(recording.inputId());
    }

    /** The same, as what was recorded itself, whatever it repeats. */
    Compared asRecorded() {
        return new Compared(place, recording, Optional.empty());
    }

    boolean isUnfinished() {
        return replayOf.filter(from -> !from.finished()).isPresent();
    }
}
