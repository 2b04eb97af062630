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
 * The state of the input and the output of one lane at one moment, read from the queues without the help of the gateway.
 *
 * @param at the moment
 * @param input the id of the input
 * @param answeredInput the id of the input whose requests the output answers
 * @param lastWritten the last request
 * @param lastAnswered the last request with a result
 * @param damage why waiting requests cannot be read; empty while a gateway serves the queues, because the gateway reports damage
 *     itself
 * @param rates the rates over the last minutes, the shortest interval first
 * @param gateway the process that holds the gateway's lock, or that was killed while it held the lock
 * @param unclean what a crashed gateway left behind; empty while a gateway serves the queues
 * @param unwell the backends with a problem, as the gateway reports, see {@link Unwell}; empty without a gateway
 * @param writingProcesses the processes that have writers open, as far as the operating system shows them
 * @param writers the writers with a name, open or not
 * @param decided the decisions about waiting requests
 * @param holdsUp the operator's command that holds requests up, in words; the next gateway obeys it, too
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
     * @param requests the number of these requests
     * @param oldest when the first of these requests was written
     * @param age the time since then
     * @param drain how long it will take to answer these requests at the present rate; empty if the rate is 0, no gateway serves
     *     the queues, or a backend answers nothing
     */
    public record Waiting(
            long requests,
            Optional<Instant> oldest,
            @JsonProperty("oldestSeconds") Optional<Duration> age,
            @JsonProperty("drainSeconds") Optional<Duration> drain) {

        /** Returns how long it takes to answer these requests at this rate; empty if the rate is 0. */
        public static Optional<Duration> timeToDrain(long requests, double perSecond) {
            return perSecond == 0
                    ? Optional.empty()
                    : Optional.of(Duration.ofMillis((long) (1e3 * requests / perSecond)));
        }
    }

    /**
     * A named writer.
     *
     * @param sequence the sequence number of the writer's last request
     * @param pid the process that has the writer open; empty if the writer is not open
     */
    public record Writer(String name, long sequence, Optional<Long> pid) {}

    /** A request, and the time when it was written; the time is empty if the request does not contain it. */
    public record Written(Position position, Optional<Instant> time) {}

    /**
     * A request with a result.
     *
     * @param time when the result was written; empty if the result has no time
     * @param result the sequence number of the result
     */
    public record Answered(Position position, Optional<Instant> time, long result) {}

    /** The numbers of requests and results that were written within the last {@code seconds}: in total, and per second. */
    public record Rate(long seconds, long written, long answered, double writtenPerSecond, double answeredPerSecond) {

        static Rate of(Duration over, long written, long answered) {
            final double seconds = over.toSeconds();
            return new Rate(over.toSeconds(), written, answered, written / seconds, answered / seconds);
        }
    }

    /**
     * A summary of the last results.
     *
     * @param results how many results were read for the summary
     * @param since when the first of these results was written
     * @param failures the failures among these results, the most frequent kind first
     * @param chunks the chunks in which the requests were read; empty if the results do not contain the time of reading
     * @param calls the calls that answered the requests; empty if no call answered any
     * @param lastFailures the last failures among these results, the last one first; limited to a small number
     * @param last when the last result was written; empty if the result has no time
     */
    public record Recent(
            long results,
            Optional<Instant> since,
            List<Failures> failures,
            Optional<Chunks> chunks,
            Optional<Calls> calls,
            @JsonIgnore List<Failed> lastFailures,
            @JsonIgnore Optional<Instant> last) {}

    /**
     * A request that failed.
     *
     * @param lane the number of the request's lane; empty if the queues have only one lane
     * @param at when the result was written; empty if the result has no time
     */
    public record Failed(String lane, Position position, String name, Failure failure, Optional<Instant> at) {

        /** Returns a copy of this record with the number of the lane. */
        public Failed on(String number) {
            return new Failed(number, position, name, failure, at);
        }
    }

    /**
     * The failures of one kind.
     *
     * @param lastPosition the position of the last request with such a failure
     * @param lastName the name of the operation of this last request; empty if it cannot be read
     */
    public record Failures(FailureKind kind, long count, Position lastPosition, String lastName) {}

    /** How many requests were read in one go: those of a chunk, or of a part of a chunk if {@code chunk.linger} is set. */
    public record Chunks(long count, long p50, long p99, long max) {}

    /**
     * How many requests one call answered. The first and the last call may be counted with a part of their requests only.
     *
     * @param smallest the operation whose calls answered the fewest requests on average
     * @param smallestMean the average number of requests that calls of this operation answered
     */
    public record Calls(long count, long p50, long max, String smallest, double smallestMean) {}

    /**
     * Space in bytes.
     *
     * @param in the length of the input's files; the newest file is longer than its content
     * @param out the length of the output's files
     * @param left the free space that this user may still use
     * @param reserve the free space below which an operator must act
     */
    public record Disk(long in, long out, long left, long reserve) {}

    /**
     * A named reader of results.
     *
     * @param behind the number of results that the reader has not read
     * @param pid the process that has the reader open; empty if the reader is not open
     */
    public record Reader(String name, long behind, Optional<Long> pid) {}

    /**
     * An unfinished run of a job.
     *
     * @param behind the number of results after the run's last mark; their files are kept for the run
     * @param handled the number of items up to the last mark
     * @param failed the number of these items that failed
     * @param pid the process that executes the run; empty if no process executes it
     */
    public record Run(String name, long behind, long handled, long failed, Optional<Long> pid) {}

    /**
     * The requests that were in progress when a gateway crashed.
     *
     * @param through the last request in progress; up to this request, the next gateway sends requests one at a time
     * @param suspect the request that was the only one in progress at the crash; empty if there were several
     * @param ends how often the gateway crashed with this request as the only one in progress; empty without a suspect
     */
    public record Unclean(Position through, Optional<Position> suspect, Optional<Long> ends) {}

    /** Returns the backends that answer nothing at the moment. */
    List<Unwell.Backend> unanswering() {
        return unwell.stream()
                .filter(backend -> backend.condition() != Condition.SLOWED)
                .toList();
    }

    /** Returns whether a gateway serves the queues. */
    @JsonIgnore
    public boolean isServed() {
        return gateway.filter(Holder::live).isPresent();
    }
}
