package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Lane.Space;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.NamedPlace;
import dev.sluice.transport.Retention;
import dev.sluice.transport.Retention.Decision.Fate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Makes the brokers delete requests and results of a lane that are no longer needed. Results are deleted from the oldest on. A
 * result stays, with all results after it, if it is too young, if a named reader or run has not read it, or if it is the last
 * result. The requests that the deleted results answer are deleted, too. The minimum age is rounded, so that messages are deleted
 * in batches and not one by one.
 */
final class KafkaRetention implements Retention {

    private static final int STEPS = 24;

    private final KafkaLane lane;
    private final PartitionLog requests;
    private final PartitionLog results;
    private volatile boolean stopped;

    KafkaRetention(KafkaLane lane) {
        this.lane = lane;
        this.requests = lane.logs().requestLog();
        this.results = lane.logs().resultLog();
    }

    /**
     * The first result that stays, and the reason.
     *
     * @param offset the offset of the result
     * @param request the request that the result answers. All requests before it may be deleted.
     */
    private record First(long offset, long request, Fate fate, String why) {}

    @Override
    public List<Decision> verdicts(long durable, Duration age, Instant now) {
        final Optional<LastAnswered> last = lane.lastAnswered();
        if (last.isEmpty()) {
            return List.of();
        }
        return verdicts(first(last.get(), durable, age, now));
    }

    private List<Decision> verdicts(First first) {
        final Space space = lane.space();
        final List<Decision> verdicts = new ArrayList<>();
        add(verdicts, requests, first.request(), space.requests(), first);
        add(verdicts, results, first.offset(), space.results(), first);
        return verdicts;
    }

    private First first(LastAnswered last, long durable, Duration age, Instant now) {
        First first = new First(last.resultIndex(), last.requestIndex(), Fate.CURRENT, "a restart goes on from here");
        final long step = Math.max(1, age.toMillis() / STEPS);
        final long oldest = now.minus(age).toEpochMilli() / step * step;
        first = earlier(
                first,
                results.since(oldest), // not a binary search, which would be wrong if a clock was set back
                Fate.RECENT,
                "was answered too recently");
        if (durable < first.request()) {
            first = earlier(
                    first,
                    results.search(result -> Stamps.answered(result) > durable),
                    Fate.NEEDED,
                    "has requests whose results are not on disk yet");
        }
        for (final NamedPlace place : lane.places()) {
            if (place.role() != NamedPlace.Role.WRITER) {
                first = earlier(
                        first, place.sequence() == 0 ? results.begin() : place.index(), Fate.NEEDED, needs(place));
            }
        }
        return first;
    }

    private String needs(NamedPlace place) {
        return place.role() == NamedPlace.Role.RUN
                ? "is followed by results that the run '" + place.name()
                        + "' has not read; if it will not be continued, give it up"
                : "is followed by results that the reader '" + place.name()
                        + "' has not read; if it will not come back, delete the "
                        + lane.logs().control().place(KafkaResultReader.KIND, place.name());
    }

    /** Returns the first result at or after {@code offset} if {@code offset} is before {@code other}; otherwise {@code other}. */
    private First earlier(First other, long offset, Fate fate, String why) {
        if (offset >= other.offset()) {
            return other;
        }
        final ConsumerRecord<byte[], byte[]> result = results.firstFrom(offset)
                .orElseThrow(
                        () -> new QueueException(results.partition() + " has no result from offset " + offset + " on"));
        return new First(result.offset(), Stamps.answered(result), fate, why);
    }

    private static void add(List<Decision> verdicts, PartitionLog log, long first, long bytes, First why) {
        final long begin = log.begin();
        final long end = log.end();
        if (first > begin) {
            final Path part = part(log, begin, first);
            final long share = (long) (bytes * ((double) (first - begin) / (end - begin)));
            verdicts.add(new Decision(part, share, Fate.DELETABLE, part, "was answered and read long ago"));
        }
        if (end > first) {
            final Path part = part(log, first, end);
            final long share = (long) (bytes * ((double) (end - Math.max(first, begin)) / (end - begin)));
            verdicts.add(new Decision(part, share, why.fate(), part, why.why()));
        }
    }

    /** Returns a path that stands for a part of a partition, because a {@link Decision} must name a file. */
    private static Path part(PartitionLog log, long from, long to) {
        return Path.of(log.partition().toString(), from + "-" + (to - 1));
    }

    @Override
    public List<Decision> delete(long durable, Duration age, Instant now, Progress progress) {
        final Optional<LastAnswered> last = lane.lastAnswered();
        if (last.isEmpty()) {
            return List.of();
        }
        final First first = first(last.get(), durable, age, now);
        final List<Decision> verdicts = verdicts(first);
        delete(requests, first.request());
        delete(results, first.offset());
        verdicts.stream().filter(Decision::deletable).forEach(progress::deleted);
        return verdicts;
    }

    private void delete(PartitionLog log, long before) {
        if (!stopped && before > log.begin()) {
            lane.logs()
                    .brokers()
                    .ask(
                            lane.logs()
                                    .brokers()
                                    .admin()
                                    .deleteRecords(Map.of(log.partition(), RecordsToDelete.beforeOffset(before)))
                                    .lowWatermarks()
                                    .get(log.partition()),
                            "the messages before offset " + before + " of " + log.partition() + " cannot be deleted");
        }
    }

    /**
     * Syncs nothing, because a visible message is already on all in-sync brokers. Returns the offset of the last answered
     * request.
     */
    @Override
    public long sync() {
        return lane.lastAnswered().map(LastAnswered::requestIndex).orElse(-1L);
    }

    @Override
    public void stop() {
        stopped = true;
    }
}
