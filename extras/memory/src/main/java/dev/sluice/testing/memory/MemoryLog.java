package dev.sluice.testing.memory;

import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import dev.sluice.transport.NamedPlace;
import dev.sluice.transport.NamedPlace.Role;
import dev.sluice.transport.Notices;
import dev.sluice.transport.NumberedWriter;
import dev.sluice.transport.RunPlace.Place;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The content of a lane, which outlives all handles. An index is a place in a list, counted from 0. For any thread. */
public final class MemoryLog {

    /**
     * A written message with its history.
     *
     * @param requestIndex the index of the request that a result answers; -1 for a request
     * @param times for a request, the time at which it was written; for a result, the times at which its request was written, its
     *     request was read, and the result was written
     */
    record Written(byte[] message, long requestIndex, List<Long> times) {

        static Written request(byte[] message) {
            return new Written(message, -1, List.of(nowNanos()));
        }

        /** Returns the time at this place in the list; 0 if the list is shorter. */
        long nanos(int time) {
            return time < times.size() ? times.get(time) : 0;
        }

        /** Returns the time at which the message itself was written. */
        long writtenNanos() {
            return times.get(times.size() - 1);
        }
    }

    /** The state of a named writer. */
    static final class WriterState {
        final long id = NumberedWriter.newId();
        long sequence;
        long answered;
    }

    /** The state of a named reader: the index of its next result. */
    static final class ReaderState {
        int next;
    }

    /** The notices of one kind. A notice is a small named text that is stored beside a lane. */
    private static final class MemoryNotices implements Notices {

        private final String kind;
        private final Map<String, byte[]> notices = new ConcurrentHashMap<>();

        MemoryNotices(String kind) {
            this.kind = kind;
        }

        @Override
        public String place(String name) {
            return "the notice " + kind + "-" + name + " in memory";
        }

        @Override
        public Optional<String> read(String name) {
            return Optional.ofNullable(notices.get(name)).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public void write(String name, byte[] content) {
            notices.put(name, content.clone());
        }

        @Override
        public void delete(String name) {
            notices.remove(name);
        }
    }

    private static final int NUMBERS = 3;

    private final UUID id;
    private final List<Written> requests = new ArrayList<>();
    private final List<Written> results = new ArrayList<>();
    private final Map<String, WriterState> writers = new TreeMap<>();
    private final Map<String, ReaderState> readers = new TreeMap<>();
    private final Map<String, Place> runs = new TreeMap<>();
    private final Set<String> open = new HashSet<>();
    private final Map<String, long[]> numbers = new TreeMap<>();
    private final Notices gatewayNotices = new MemoryNotices("gateway");
    private final Notices controlNotices = new MemoryNotices("control");
    private final Notices runMarks = new MemoryNotices("run");
    private @Nullable Instant servedSince;
    private Runnable service = () -> {};
    private volatile MemoryHooks hooks = new MemoryHooks() {};

    public MemoryLog() {
        this(UUID.randomUUID());
    }

    private MemoryLog(UUID id) {
        this.id = id;
    }

    /** Returns a copy with the same id and only the first requests and results, without names, numbers and notices. */
    public synchronized MemoryLog copy(int ofRequests, int ofResults) {
        final MemoryLog copy = new MemoryLog(id);
        copy.requests.addAll(requests.subList(0, ofRequests));
        copy.results.addAll(results.subList(0, ofResults));
        return copy;
    }

    /** Sets the hooks, and removes the earlier hooks. */
    public void hooks(MemoryHooks test) {
        hooks = test;
    }

    MemoryHooks hooks() {
        return hooks;
    }

    /** Writes an unchecked message to the input, like a faulty writer. */
    public void write(byte[] message) {
        appendRequest(Written.request(message.clone()));
    }

    /** Returns the wall clock in nanoseconds since 1970. */
    static long nowNanos() {
        final Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    UUID id() {
        return id;
    }

    Notices gatewayNotices() {
        return gatewayNotices;
    }

    Notices controlNotices() {
        return controlNotices;
    }

    Notices runMarks() {
        return runMarks;
    }

    /** Returns the number of requests. */
    public synchronized int requests() {
        return requests.size();
    }

    synchronized Written request(int index) {
        return requests.get(index);
    }

    synchronized long appendRequest(Written request) {
        requests.add(request);
        service.run();
        return requests.size() - 1L;
    }

    /** Sets the action that runs after each written request. */
    synchronized void wake(Runnable waiting) {
        service = waiting;
    }

    /** Returns the number of results that readers see. */
    public synchronized int results() {
        return hooks.visible(results.size());
    }

    synchronized Written result(int index) {
        return results.get(index);
    }

    synchronized long appendResult(Written result) {
        hooks.write(results.size());
        results.add(result);
        return results.size() - 1L;
    }

    /** Returns the index of the request that the last visible result answers; -1 if no result is visible. */
    synchronized long visibleIndex() {
        final int visible = results();
        return visible == 0 ? -1 : results.get(visible - 1).requestIndex();
    }

    synchronized Optional<LastAnswered> lastAnswered() {
        if (results.isEmpty()) {
            return Optional.empty();
        }
        final int last = results.size() - 1;
        final byte[] message = results.get(last).message;
        final ResultFrame frame =
                ResultFrame.decode(message, 0, message.length, new MessageReader(), new KnownColumns());
        return Optional.of(new LastAnswered(
                frame.request().index(),
                frame.sequence(),
                last,
                frame.request().writer(),
                frame.request().sequence()));
    }

    /** Reserves a name, which can have only one user at a time. */
    synchronized void take(String kind, String name) {
        if (!open.add(kind + " " + name)) {
            throw new QueueLockedException("the " + kind + " '" + name + "' is in use by this process: close it first");
        }
    }

    synchronized void giveBack(String kind, String name) {
        open.remove(kind + " " + name);
    }

    synchronized boolean hasWriter(String name) {
        return writers.containsKey(name);
    }

    synchronized WriterState writer(String name) {
        return writers.computeIfAbsent(name, each -> new WriterState());
    }

    synchronized ReaderState reader(String name) {
        return readers.computeIfAbsent(name, each -> {
            final ReaderState state = new ReaderState();
            state.next = results.size();
            return state;
        });
    }

    /** Returns the named writers, readers and runs. */
    synchronized List<NamedPlace> places() {
        final List<NamedPlace> places = new ArrayList<>();
        writers.forEach((name, state) -> places.add(place(Role.WRITER, name, state.sequence)));
        readers.forEach((name, state) -> places.add(place(Role.READER, name, state.next)));
        runs.forEach((name, place) -> places.add(place(Role.RUN, name, place.sequence())));
        return places;
    }

    private NamedPlace place(Role role, String name, long sequence) {
        final boolean isOpen = open.contains(role.name().toLowerCase(Locale.ROOT) + " " + name);
        return new NamedPlace(
                role,
                name,
                Math.max(0, sequence - 1),
                sequence,
                isOpen ? Optional.of(ProcessHandle.current().pid()) : Optional.empty());
    }

    synchronized List<String> runs() {
        return List.copyOf(runs.keySet());
    }

    synchronized Place run(String name) {
        return runs.computeIfAbsent(
                name, each -> results.isEmpty() ? Place.START : new Place(results.size() - 1L, results.size()));
    }

    synchronized void moveRun(String name, Place place) {
        runs.put(name, place);
    }

    synchronized void endRun(String name) {
        runs.remove(name);
    }

    synchronized long number(String of, int place) {
        return numbers(of)[place];
    }

    synchronized void number(String of, int place, long number) {
        numbers(of)[place] = number;
    }

    private long[] numbers(String of) {
        return numbers.computeIfAbsent(of, each -> {
            final long[] made = new long[NUMBERS];
            Arrays.fill(made, Lease.Numbers.NONE);
            return made;
        });
    }

    synchronized void served(@Nullable Instant since) {
        servedSince = since;
    }

    synchronized Optional<Instant> servedSince() {
        return Optional.ofNullable(servedSince);
    }
}
