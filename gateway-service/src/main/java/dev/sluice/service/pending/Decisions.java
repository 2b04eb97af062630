package dev.sluice.service.pending;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.Notes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What was decided about waiting requests. Kept beside the output, on disk, before a gateway acts on it, and for as long as
 * a result may be lost: so the same request is answered the same way behind a crash.
 */
public final class Decisions {

    private static final String FILE = "decisions.json";

    private record Placed(Decision decision, long from, long to) {

        boolean concerns(long index, String name) {
            return from <= index
                    && index <= to
                    && (decision.name().isEmpty() || decision.name().equals(name));
        }

        boolean replaces(Placed earlier, long answered) {
            final boolean covers = decision.name().isEmpty()
                    ? from <= Math.max(earlier.from, answered + 1)
                    : decision.name().equals(earlier.decision.name()); // of a name it is always all that waits
            return covers && to >= earlier.to;
        }
    }

    private final List<Placed> all;
    private final long through;

    private Decisions(List<Placed> all) {
        this.all = List.copyOf(all);
        this.through = all.stream().mapToLong(Placed::to).max().orElse(Notes.NONE);
    }

    /**
     * Those of these queues.
     *
     * @throws QueueException if the file cannot be read
     */
    public static Decisions kept(QueuePair queues) {
        final Path file = queues.gatewayFile(FILE);
        if (Files.notExists(file)) {
            return new Decisions(List.of());
        }
        try {
            return placed(queues, KeptFile.read(file, new TypeReference<List<Decision>>() {}));
        } catch (final JsonProcessingException e) {
            throw new QueueException(
                    file + " is damaged: " + e.getOriginalMessage() + "; delete it, and decide again what it held", e);
        } catch (final IOException e) {
            throw new QueueException("cannot read " + file + ": " + e.getMessage(), e);
        } catch (final IllegalArgumentException e) {
            throw new QueueException(file + " is of no use here: " + e.getMessage(), e);
        }
    }

    private static Decisions placed(QueuePair queues, List<Decision> decisions) {
        return new Decisions(decisions.stream()
                .map(it -> new Placed(
                        it, queues.inputIndex(Position.parse(it.from())), queues.inputIndex(Position.parse(it.to()))))
                .toList());
    }

    /**
     * These and more; left out are those whose requests are all answered, and those that a new one takes the place of.
     *
     * @param answered the index of the request answered last
     */
    public Decisions and(QueuePair queues, long answered, List<Decision> more) {
        final List<Placed> open = new ArrayList<>(all);
        final List<Placed> added = placed(queues, more).all;
        open.removeIf(it -> it.to() <= answered || added.stream().anyMatch(other -> other.replaces(it, answered)));
        open.addAll(added);
        return new Decisions(open);
    }

    /** Keeps these, on disk. */
    public void keep(QueuePair queues) {
        final Path file = queues.gatewayFile(FILE);
        try {
            KeptFile.write(file, all.stream().map(Placed::decision).toList());
        } catch (final IOException e) {
            throw new QueueException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** The index of the last request that may be concerned; {@link Notes#NONE} if none is. */
    public long through() {
        return through;
    }

    /** What was decided about a request, last. */
    public Optional<Decision> of(long index, RequestFrame request) {
        return index > through ? Optional.empty() : of(index, Waiting.nameOf(request));
    }

    Optional<Decision> of(long index, String name) {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).concerns(index, name)) {
                return Optional.of(all.get(i).decision());
            }
        }
        return Optional.empty();
    }

    /** Those with requests behind an index. */
    public List<Decision> openBehind(long index) {
        return all.stream().filter(it -> it.to() > index).map(Placed::decision).toList();
    }
}
