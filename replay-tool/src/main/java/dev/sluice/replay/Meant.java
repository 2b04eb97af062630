package dev.sluice.replay;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.ResultLog.LastAnswered;
import dev.sluice.internal.queue.state.GatewayLock.GatewayNotes;
import dev.sluice.service.pending.Decisions;
import dev.sluice.service.pending.Decisions.Decision;
import dev.sluice.service.pending.Declarations;
import dev.sluice.service.pending.Declarations.Declared;
import dev.sluice.service.pending.Waiting;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The waiting requests that an operator means, by their names and positions. */
final class Meant {

    /** Some of them: a name, or a range. */
    private static final class Part {

        private final String name;
        private final long from;
        private final long to;
        private final String text;
        private long count;

        Part(String name, long from, long to, String text) {
            this.name = name;
            this.from = from;
            this.to = to;
            this.text = text;
        }

        boolean takes(long index, String itsName) {
            final boolean taken = from <= index && index <= to && (name.isEmpty() || name.equals(itsName));
            count += taken ? 1 : 0;
            return taken;
        }
    }

    private final QueuePair queues;
    private final PrintWriter screen;
    private final List<Part> parts = new ArrayList<>();
    private long answered = GatewayNotes.NONE;
    private SortedMap<String, Waiting> found = new TreeMap<>();

    /**
     * @param positions single ones, or {@code FROM..TO}
     * @param screen shows how far looking for them got
     * @throws IllegalArgumentException if a position is none
     */
    Meant(QueuePair queues, List<String> names, List<String> positions, PrintWriter screen) {
        this.queues = queues;
        this.screen = screen;
        names.forEach(name -> parts.add(new Part(name, 0, Long.MAX_VALUE, "'" + name + "'")));
        for (final String position : positions) {
            final int dots = position.indexOf("..");
            final String from = dots < 0 ? position : position.substring(0, dots);
            final String to = dots < 0 ? position : position.substring(dots + 2);
            parts.add(new Part("", index(from), index(to), position));
        }
    }

    private long index(String position) {
        return queues.inputIndex(Position.parse(position));
    }

    /** Looks for them, and says what there is; false if part of them does not wait. */
    boolean show(PrintWriter out) {
        final Optional<LastAnswered> last = queues.lastAnswered();
        answered = last.map(LastAnswered::requestIndex).orElse(GatewayNotes.NONE);
        try (ProgressLine progress = new ProgressLine(screen, queues.backlog().waiting())) {
            found = Waiting.find(queues, last, this::takes, progress::at);
        }
        found.forEach((name, its) -> out.println(
                "'" + name + "': " + its.count() + (its.updates() > 0 ? ", " + its.updates() + " of them updates" : "")
                        + ", from " + queues.inputPosition(its.first()) + " to " + queues.inputPosition(its.last())));
        boolean all = true;
        for (final Part part : parts) {
            if (part.count == 0) {
                all = false;
                out.println(part.text + ": nothing waits"
                        + (part.name.isEmpty() && part.to <= answered ? " there, it is answered already" : ""));
            }
        }
        return all;
    }

    private boolean takes(long index, String name) {
        boolean taken = false;
        for (final Part part : parts) {
            taken |= part.takes(index, name);
        }
        return taken;
    }

    /** How many they are, once they were looked for. */
    long count() {
        return found.values().stream().mapToLong(Waiting::count).sum();
    }

    /** Writes down that they are answered as failed. */
    void decide(boolean force) {
        final Map<String, String> databases = databases();
        final String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        final List<Decision> decisions = new ArrayList<>();
        for (final Part part : parts) {
            final boolean named = !part.name.isEmpty();
            final Waiting its = named ? found.get(part.name) : new Waiting(part.count, 0, part.from, part.to);
            final Map<String, String> whose = new TreeMap<>(databases);
            whose.keySet().removeIf(name -> named && !name.equals(part.name));
            decisions.add(new Decision(
                    queues.inputPosition(its.first()).toString(),
                    queues.inputPosition(its.last()).toString(),
                    part.name,
                    whose,
                    force,
                    now));
        }
        Decisions.kept(queues).and(queues, answered, decisions).keep(queues);
    }

    /** Where the updates among them were run, as the last gateway knew it. */
    private Map<String, String> databases() {
        final SortedMap<String, Declared> declared =
                Declarations.kept(queues).map(Declarations::byName).orElse(new TreeMap<>());
        final Map<String, String> databases = new TreeMap<>();
        found.forEach((name, its) -> {
            if (its.updates() > 0 && declared.containsKey(name)) {
                databases.put(name, declared.get(name).backend());
            }
        });
        return databases;
    }
}
