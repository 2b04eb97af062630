package dev.sluice.service.look;

import dev.sluice.api.Position;
import dev.sluice.client.job.OpenRun;
import dev.sluice.service.control.ControlNotices;
import dev.sluice.service.core.BackendState.Condition;
import dev.sluice.service.core.Notes.Note;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.pending.Decisions;
import dev.sluice.service.pending.Unwell;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import dev.sluice.transport.NamedPlace;
import dev.sluice.transport.NamedPlace.Role;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.UnreadableQueueException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads the state of one lane without locks. It searches instead of reading everything, so that it reads a bounded amount of data
 * from queues of any size, except for the files that contain waiting requests. Confined to one thread.
 *
 * @param openRuns returns the unfinished runs of all lanes with their marks; the runs that read this lane are part of its state
 * @param clock the wall clock
 * @param results the maximum number of results that are read
 * @param reserve the bytes of the disk that must stay free
 */
public record Look(Lane pair, Supplier<List<OpenRun>> openRuns, InstantSource clock, long results, long reserve) {

    private static final List<Duration> WINDOWS =
            List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(15));

    /** The maximum number of waiting requests that are read to check whether a gateway can read them. */
    private static final int LOOKED_AT = 100_000;

    /**
     * Returns the current state of the queues.
     *
     * @throws dev.sluice.api.QueueException if the queues cannot be read
     */
    public Queues now() {
        final Instant now = clock.instant();
        final Optional<LastAnswered> last = pair.lastAnswered();
        final OptionalLong lastWritten = pair.lastRequest();
        final long waiting = pair.waiting();
        final long answered = last.map(LastAnswered::requestIndex).orElse(Lease.Numbers.NONE);
        final long lastResult = last.map(LastAnswered::resultSequence).orElse(0L);
        final Queues.Recent recent = RecentResults.of(pair, results);
        final List<Queues.Rate> rates = rates(now);
        final Lane.Space space = pair.space();
        final Optional<Holder> gateway = pair.gateway();
        final boolean served = gateway.filter(Holder::live).isPresent();
        final List<NamedPlace> places = pair.places();
        final List<Unwell.Backend> unwell = Unwell.kept(pair, gateway);
        final boolean goesOn = served && unwell.stream().allMatch(backend -> backend.condition() == Condition.SLOWED);
        return new Queues(
                now,
                pair.address(),
                pair.inputId(),
                pair.answeredInput(),
                waiting(now, waiting, answered, goesOn ? rates : List.of()),
                lastWritten.stream()
                        .mapToObj(index -> new Queues.Written(pair.inputPosition(index), time(index)))
                        .findFirst(),
                last.map(its -> new Queues.Answered(pair.inputPosition(its.requestIndex()), recent.last(), lastResult)),
                served || waiting == 0 ? Optional.empty() : damage(answered),
                rates,
                recent,
                new Queues.Disk(space.requests(), space.results(), space.usable(), reserve),
                gateway,
                served ? Optional.empty() : unclean(answered),
                unwell,
                pair.writingProcesses(),
                named(places, Role.WRITER, its -> new Queues.Writer(its.name(), its.sequence(), its.pid())),
                named(places, Role.READER, its -> new Queues.Reader(its.name(), behind(its, lastResult), its.pid())),
                runs(named(places, Role.RUN, run -> run), lastResult),
                Decisions.kept(pair).openBehind(answered),
                holdsUp(served));
    }

    private Optional<String> holdsUp(boolean served) {
        try {
            return new ControlNotices(pair).holdsUp(served);
        } catch (final IOException e) {
            return Optional.of("the operator's command to the gateway cannot be read: " + e.getMessage());
        }
    }

    /**
     * Returns the error that would stop the next gateway, because a waiting request cannot be read; empty if there is no such
     * error.
     */
    private Optional<String> damage(long answered) {
        final OptionalLong first = pair.firstRequestFrom(answered + 1);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        try (RecordedRequests waiting = pair.scanRequests(first.getAsLong())) {
            for (int i = 0; i < LOOKED_AT && waiting.next(); i++) {
                // only checks that the request can be read
            }
            return Optional.empty();
        } catch (final UnreadableQueueException e) {
            return Optional.of(e.getMessage());
        }
    }

    private List<Queues.Rate> rates(Instant now) {
        final long[] since = WINDOWS.stream()
                .mapToLong(over -> Amounts.sinceEpoch(now.minus(over)))
                .toArray();
        final long[] written = pair.requestsSince(since);
        final long[] answered = pair.resultsSince(since);
        return IntStream.range(0, since.length)
                .mapToObj(i -> Queues.Rate.of(WINDOWS.get(i), written[i], answered[i]))
                .toList();
    }

    /** @param rates the rates from which the time to drain is estimated; empty if no request is being answered */
    private Queues.Waiting waiting(Instant now, long requests, long answered, List<Queues.Rate> rates) {
        if (requests == 0) {
            return new Queues.Waiting(0, Optional.empty(), Optional.empty(), Optional.empty());
        }
        final OptionalLong index = pair.firstRequestFrom(answered + 1);
        final Optional<Instant> oldest = index.isPresent() ? time(index.getAsLong()) : Optional.empty();
        final Optional<Duration> drain = rates.stream()
                .filter(rate -> rate.answered() > 0)
                .findFirst()
                .flatMap(rate -> Queues.Waiting.timeToDrain(requests, rate.answeredPerSecond()));
        return new Queues.Waiting(requests, oldest, oldest.map(time -> Duration.between(time, now)), drain);
    }

    /** Returns when the request at this index was written; empty if it has no time. */
    private Optional<Instant> time(long index) {
        try (RecordedRequests scan = pair.scanRequests(index)) {
            return scan.next() && scan.index() == index ? Amounts.instant(scan.writtenNanos()) : Optional.empty();
        }
    }

    private static <T> List<T> named(List<NamedPlace> places, Role role, Function<NamedPlace, T> shown) {
        final Stream<NamedPlace> its = places.stream().filter(place -> place.role() == role);
        return its.map(shown).toList();
    }

    private static long behind(NamedPlace place, long lastResult) {
        return Math.max(0, lastResult - place.sequence());
    }

    private List<Queues.Run> runs(List<NamedPlace> places, long lastResult) {
        final List<OpenRun> runs = places.isEmpty() ? List.of() : openRuns.get();
        return runs.stream()
                .flatMap(run -> places.stream()
                        .filter(place -> place.name().equals(run.name()))
                        .map(place -> new Queues.Run(
                                run.name(), behind(place, lastResult), run.handled(), run.failed(), place.pid())))
                .toList();
    }

    private Optional<Queues.Unclean> unclean(long answered) {
        final long taken = pair.noted(Note.TAKEN.ordinal());
        if (taken <= answered) {
            return Optional.empty();
        }
        final long alone = pair.noted(Note.ALONE.ordinal());
        final Optional<Position> suspect = alone > answered ? Optional.of(pair.inputPosition(alone)) : Optional.empty();
        final long counted = Math.max(0, pair.noted(Note.ENDS.ordinal()));
        return Optional.of(new Queues.Unclean(
                pair.inputPosition(taken), suspect, suspect.map(position -> (counted >>> 1) + (counted & 1))));
    }
}
