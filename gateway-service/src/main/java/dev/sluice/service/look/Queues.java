package dev.sluice.service.look;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.Position;
import dev.sluice.service.core.BackendState.Condition;
import dev.sluice.service.pending.Decisions.Decision;
import dev.sluice.service.pending.Unwell;
import dev.sluice.transport.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A pair of queues as it was at one moment, from its files alone.
 *
 * @param at that moment
 * @param input the id of the input
 * @param answeredInput the input that the output says it answers
 * @param lastWritten the last request
 * @param lastAnswered the last request with a result
 * @param damage why requests that wait cannot be read; empty while a gateway serves the queues, which says so itself
 * @param rates over the last minutes, the shortest time first
 * @param gateway who holds the gateway's lock, or did and was killed
 * @param unclean what a gateway left that ended without being closed; empty while one serves the queues
 * @param unwell the backends that the gateway finds not as they should be; empty if none serves the queues
 * @param writingProcesses those that have writers open, as far as the system tells
 * @param writers those with a name, open or not
 * @param decided what was decided about requests that wait
 * @param holdsUp what an operator wants of the gateway, and of the next one, that holds requests up; in words
 */
public record Queues(
        Instant at,
        String address,
        UUID input,
        @JsonIgnore Optional<UUID> answeredInput,
        Waiting waiting,
        Optional<Written> lastWritten,
        Optional<Answered> lastAnswered,

        @JsonInclude(Include.NON_EMPTY) Optional<String> damage,

        List<Rate> rates,
        Recent recent,
        Disk disk,
        Optional<Holder> gateway,
        Optional<Unclean> unclean,

        @JsonProperty("backends") @JsonInclude(Include.NON_EMPTY)
        List<Unwell.Backend> unwell,

        List<Long> writingProcesses,
        List<Writer> writers,
        List<Reader> readers,
        List<Run> runs,
        List<Decision> decided,
        Optional<String> holdsUp) {

    /**
     * The requests without a result.
     *
     * @param oldest when the first of them was written
     * @param age the time since then
     * @param drain how long they take at the present rate; empty if there is none, no gateway serves the queues, or a backend
     *     answers nothing
     */
    public record Waiting(
            long requests,
            Optional<Instant> oldest,
            @JsonProperty("oldestSeconds") Optional<Duration> age,
            @JsonProperty("drainSeconds") Optional<Duration> drain) {}

    /**
     * A named writer.
     *
     * @param sequence of its last request
     * @param pid the process that has it open
     */
    public record Writer(String name, long sequence, Optional<Long> pid) {}

    /** A request, and when it was written, if it says so. */
    public record Written(Position position, Optional<Instant> time) {}

    /**
     * A request that has its result.
     *
     * @param time when its result was written, if it says so
     * @param result the running number of that
     */
    public record Answered(Position position, Optional<Instant> time, long result) {}

    /** How many requests and results were written within the last seconds, in all and in each second. */
    public record Rate(long seconds, long written, long answered, double writtenPerSecond, double answeredPerSecond) {

        static Rate of(Duration over, long written, long answered) {
            final double seconds = over.toSeconds();
            return new Rate(over.toSeconds(), written, answered, written / seconds, answered / seconds);
        }
    }

    /**
     * The last results, summed up.
     *
     * @param results how many were read
     * @param since when the first of them was written
     * @param failures of these, the most frequent first
     * @param chunks of these; empty if they do not say when their requests were read
     * @param calls that answered these; empty if none did
     * @param lastFailures the last of these that failed, the last one first; some dozens at most
     */
    public record Recent(
            long results,
            Optional<Instant> since,
            List<Failures> failures,
            Optional<Chunks> chunks,
            Optional<Calls> calls,
            @JsonIgnore List<Failed> lastFailures) {}

    /**
     * A request that failed.
     *
     * @param lane its lane's number; empty where there is one
     * @param at when its result was written, if it says so
     */
    public record Failed(String lane, Position position, String name, Failure failure, Optional<Instant> at) {

        /** The same, of that lane. */
        public Failed on(String number) {
            return new Failed(number, position, name, failure, at);
        }
    }

    /**
     * Failures of one class.
     *
     * @param lastPosition of the last such request
     * @param lastName what that asked for; empty if it cannot be read
     */
    public record Failures(FailureKind kind, long count, Position lastPosition, String lastName) {}

    /** How many requests were read at one time: a chunk, or with a linger a part of one. */
    public record Chunks(long count, long p50, long p99, long max) {}

    /**
     * How many requests one call answered. The first and the last one may be there in part only.
     *
     * @param smallest the name whose requests were in the smallest calls
     * @param smallestMean how many requests these had on average
     */
    public record Calls(long count, long p50, long max, String smallest, double smallestMean) {}

    /**
     * Space in bytes.
     *
     * @param in the length of the input's files; the newest is longer than what is in it
     * @param out the length of the output's files
     * @param left what this user may still use
     * @param reserve below that something is to be done
     */
    public record Disk(long in, long out, long left, long reserve) {}

    /**
     * A named reader of results.
     *
     * @param behind results that it has not read
     * @param pid the process that has it open
     */
    public record Reader(String name, long behind, Optional<Long> pid) {}

    /**
     * An unfinished run of a job.
     *
     * @param behind results after its last mark, which are kept for it
     * @param handled items up to its last mark
     * @param failed those of them that failed
     * @param pid the process that runs it
     */
    public record Run(String name, long behind, long handled, long failed, Optional<Long> pid) {}

    /**
     * The requests that a gateway left in hand when it ended without being closed.
     *
     * @param through up to there it had requests in hand: the next one asks them one at a time
     * @param suspect the request that was alone in hand at the end
     * @param ends how often that happened; empty without a suspect
     */
    public record Unclean(Position through, Optional<Position> suspect, Optional<Long> ends) {}

    /** The backends that answer nothing just now. */
    List<Unwell.Backend> unanswering() {
        return unwell.stream()
                .filter(backend -> backend.condition() != Condition.SLOWED)
                .toList();
    }

    /** Whether a gateway serves the queues. */
    @JsonIgnore
    public boolean isServed() {
        return gateway.filter(Holder::live).isPresent();
    }
}
