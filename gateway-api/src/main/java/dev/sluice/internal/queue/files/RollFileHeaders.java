package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.openhft.chronicle.queue.RollCycle;

/**
 * The headers of a queue's roll files, looked at before Chronicle opens one: it makes objects of whatever classes a header
 * names. Chronicle does not tell which file it opens, so each is looked at that was changed since. Any thread.
 */
final class RollFileHeaders {

    private final Path directory;
    private final RollCycle cycle;
    private final Map<Path, List<Object>> checked = new HashMap<>();

    RollFileHeaders(Path directory, RollCycle cycle) {
        this.directory = directory;
        this.cycle = cycle;
    }

    /**
     * Looks at those that were not looked at as they are now.
     *
     * @throws CorruptQueueException if a header is not as it was written
     */
    synchronized void check() {
        final List<Path> files = RollFiles.oldestFirst(directory);
        checked.keySet().retainAll(Set.copyOf(files)); // a list would be searched for each file
        for (final Path path : files) {
            final Optional<List<Object>> state = state(path);
            if (state.isPresent() && !state.get().equals(checked.get(path))) {
                final Optional<RollFile> opened = RollFile.open(path, cycle);
                try (RollFile file = opened.orElse(null)) {
                    if (file != null && file.checkHeader()) {
                        checked.put(path, state.get());
                    }
                }
            }
        }
    }

    /** Which file it is and when it was changed; a time that can be set is not enough. */
    private static Optional<List<Object>> state(Path path) {
        try {
            return Optional.of(List.of(Files.readAttributes(path, "unix:ino,ctime")));
        } catch (final NoSuchFileException e) {
            return Optional.empty();
        } catch (final UnsupportedOperationException | IllegalArgumentException e) {
            return Optional.of(List.of(new Object())); // this system cannot tell: each time then
        } catch (final IOException e) {
            throw new QueueException("cannot look at " + path + ": " + e.getMessage(), e);
        }
    }
}
