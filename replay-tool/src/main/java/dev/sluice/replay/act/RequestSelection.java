package dev.sluice.replay.act;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.state.GatewayLock.GatewayNotes;
import dev.sluice.service.pending.Decisions;
import dev.sluice.service.pending.Decisions.Decision;
import dev.sluice.service.pending.Waiting;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** The waiting requests that an operator selects by names and positions. */
public final class RequestSelection {

    /** A part of the selection: a name or a range of positions. */
    private record Part(String name, long from, long to, String text, AtomicLong count) {

        boolean takes(long index, String itsName) {
            final boolean taken = from <= index && index <= to && (name.isEmpty() || name.equals(itsName));
            count.addAndGet(taken ? 1 : 0);
            return taken;
        }
    }

    private final Lane queues;
    private final List<Part> parts = new ArrayList<>();
    private long answered = GatewayNotes.NONE;
    private SortedMap<String, Waiting> found = new TreeMap<>();

    /**
     * @param positions single positions or ranges {@code FROM..TO}
     * @throws IllegalArgumentException if a string is not a position
     */
    public RequestSelection(Lane queues, List<String> names, List<String> positions) {
        this.queues = queues;
        names.forEach(name -> parts.add(new Part(name, 0, Long.MAX_VALUE, "'" + name + "'", new AtomicLong())));
        for (final String position : positions) {
            final int dots = position.indexOf("..");
            final String from = dots < 0 ? position : position.substring(0, dots);
            final String to = dots < 0 ? position : position.substring(dots + 2);
            parts.add(new Part("", index(from), index(to), position, new AtomicLong()));
        }
    }

    private long index(String position) {
        return queues.inputIndex(Position.parse(position));
    }

    /**
     * Looks for the selected requests, and prints how many it finds.
     *
     * @param progress receives now and then the number of requests looked at
     * @return false if one of the names or positions selects no waiting request
     */
    public boolean show(PrintWriter out, LongConsumer progress) {
        final Optional<LastAnswered> last = queues.lastAnswered();
        answered = last.map(LastAnswered::requestIndex).orElse(GatewayNotes.NONE);
        found = Waiting.find(queues, last, this::takes, progress);
        found.forEach((name, its) -> out.println(
                "'" + name + "': " + its.count() + (its.updates() > 0 ? ", " + its.updates() + " of them updates" : "")
                        + ", from " + queues.inputPosition(its.first()) + " to " + queues.inputPosition(its.last())));
        boolean all = true;
        for (final Part part : parts) {
            if (part.count.get() == 0) {
                all = false;
                out.println(part.text + ": nothing waits"
                        + (part.name.isEmpty() && part.to <= answered ? " there: already answered" : ""));
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

    /** Returns the number of selected requests; call {@link #show} first. */
    public long count() {
        return found.values().stream().mapToLong(Waiting::count).sum();
    }

    /** Records the decision that the selected requests are answered as failed. */
    public void decide(boolean force) {
        final List<String> updates = found.keySet().stream()
                .filter(name -> found.get(name).updates() > 0)
                .toList();
        final List<Decision> decisions = new ArrayList<>();
        for (final Part part : parts) {
            final boolean named = !part.name.isEmpty();
            final Waiting its = named ? found.get(part.name) : new Waiting(part.count.get(), 0, part.from, part.to);
            final List<String> whose = updates.stream()
                    .filter(name -> !named || name.equals(part.name))
                    .toList();
            decisions.add(new Decision(
                    queues.inputPosition(its.first()).toString(),
                    queues.inputPosition(its.last()).toString(),
                    part.name,
                    Resumption.whereRun(queues, whose, Optional.empty()),
                    force,
                    Resumption.now()));
        }
        Decisions.kept(queues).and(queues, answered, decisions).keep(queues);
    }
}
