package dev.sluice.service.look;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.service.exchange.Json;
import dev.sluice.service.look.Queues.Failed;
import dev.sluice.service.look.Queues.Rate;
import dev.sluice.service.look.Queues.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The state of the queues and their gateway at one moment. It is read from the queues alone, or comes from the gateway, which
 * knows more. In the JSON for programs, times are ISO 8601, durations are in seconds, sizes are in bytes, and unknown values are
 * absent; later versions only add members.
 *
 * @param at the moment
 * @param needs what needs an operator's attention, the most urgent first
 * @param queues the address of all lanes together
 * @param waiting the requests without a result; empty if the queues cannot be read at the moment
 * @param rates the rates over the last minutes, the shortest interval first
 * @param gateway what only the running gateway knows; empty if the status is read from the queues alone
 */
@JsonPropertyOrder({"at", "condition", "fine"})
public record Status(
        Instant at,
        Condition condition,
        List<Need> needs,
        String queues,
        Optional<Waiting> waiting,
        List<Rate> rates,
        Optional<Gateway> gateway,
        List<OfLane> lanes) {

    /** The state in one word. */
    public enum Condition {
        /** The gateway is opening its queues, databases and services. */
        OPENING,
        /** As far as is known, requests that are written now are answered as fast as the backends can. */
        FINE,
        /** As {@link #FINE}, but there is something that an operator should know. */
        LOOK,
        /** Requests that are written now are not answered, or are answered more slowly than the backends could answer them. */
        TROUBLE
    }

    /**
     * Something that needs an operator's attention.
     *
     * @param about the name of a backend, operation or run, or {@code gateway}, {@code queues} or {@code disk}
     * @param why a sentence that says what is wrong
     * @param act what to do, perhaps with a command; empty if {@code why} says it, or there is nothing to do
     * @param urgent whether requests wait until somebody acts
     */
    public record Need(String about, String why, String act, boolean urgent) {

        /** Returns an urgent need whose {@code why} says what to do, too. */
        public static Need trouble(String about, String why) {
            return new Need(about, why, "", true);
        }

        /** Returns {@code about} and {@code why} as one line. */
        public String sentence() {
            return about + ": " + why;
        }

        /** Returns this need with the number of the lane, if there are several lanes. */
        public Need on(String lane) {
            return lane.isEmpty() ? this : new Need(about, "lane " + lane + ": " + why, act, urgent);
        }
    }

    /**
     * A lane.
     *
     * @param number the number of the lane; empty if the queues have only one lane
     * @param unread why the lane's queues cannot be read; empty if they were read
     * @param queues the state of the lane's queues; empty if they were not read
     * @param served the counts of the lane's gateway; empty if the status is read from the queues alone
     */
    public record OfLane(String number, Optional<String> unread, Optional<Queues> queues, Optional<Served> served) {

        /** Nothing was read of the lane yet. */
        static final OfLane NOTHING = new OfLane("", Optional.empty(), Optional.empty(), Optional.empty());

        /** Returns a lane whose state was read from its queues. */
        public static OfLane read(String number, Queues queues) {
            return new OfLane(number, Optional.empty(), Optional.of(queues), Optional.empty());
        }

        /** Returns a lane that could not be read. */
        public static OfLane unread(String number, String why) {
            return new OfLane(number, Optional.of(why), Optional.empty(), Optional.empty());
        }
    }

    /**
     * The counts of one lane from its gateway.
     *
     * @param backlog the number of requests without a result; empty if the queues cannot be read at the moment
     * @param oldest the age of the oldest request in progress; empty if there is none
     * @param inHand the number of requests in progress
     * @param results the number of results since the start
     * @param why the reasons why the lane is not ready; empty if it is ready
     */
    public record Served(
            Optional<Long> backlog,
            @JsonProperty("oldestSeconds") Optional<Duration> oldest,
            long inHand,
            long results,
            List<String> why) {}

    /**
     * What only the gateway knows.
     *
     * @param process the process id; in a container, the id inside the container
     * @param up the time since the gateway started
     * @param minute the work in the last minute
     * @param total the work since the start
     * @param backends the backends, ordered by name
     * @param shown whether failures are shown; they contain data of requests and are therefore shown only if a token is required
     * @param failures the last failures, the last one first
     * @param hour the samples of the last hour, the oldest first
     */
    public record Gateway(
            String name,
            String version,
            long process,
            @JsonProperty("upSeconds") Duration up,
            Times minute,
            ObjectNode total,
            List<Backend> backends,
            List<Name> names,
            boolean shown,
            List<Failed> failures,
            List<Sample> hour) {}

    /**
     * The work within an interval: the last minute, or the interval of one sample.
     *
     * @param seconds the length of the interval
     * @param requestsPerSecond requests that were read, per second
     * @param resultsPerSecond results that were written, per second
     * @param failuresPerSecond failures among these results, per second
     * @param requestsPerCall the average number of requests that a call answered; empty if no call answered any
     * @param medianNanos the median time from writing a request to writing its result; empty if there were no results
     * @param mostNanos the 99th percentile of this time; empty if there were no results
     */
    public record Times(
            double seconds,
            double requestsPerSecond,
            double resultsPerSecond,
            double failuresPerSecond,
            Optional<Double> requestsPerCall,
            Optional<Long> medianNanos,
            Optional<Long> mostNanos) {}

    /** The work within some seconds, and the backlog at their end; the backlog is empty if the queues could not be read. */
    public record Sample(Instant at, Times did, Optional<Long> backlog) {}

    /**
     * The state of a backend on all lanes together.
     *
     * @param condition the worst condition on any lane, in one word
     * @param since how long this condition has lasted; empty while the backend is available
     * @param reason the last error of the backend
     * @param held the number of requests that wait for the backend
     * @param callsPerSecond the rate of calls in the last minute
     * @param retries the number of calls that were retried in the last minute
     */
    public record Backend(
            String name,
            String condition,
            @JsonProperty("forSeconds") Optional<Duration> since,
            String reason,
            long held,
            double callsPerSecond,
            Optional<Double> requestsPerCall,
            long retries) {}

    /**
     * The counts of a lookup, statement or endpoint. Unless stated otherwise, they cover the last minute.
     *
     * @param requests the number of requests since the start
     * @param failed the number of failures since the start
     * @param minute the work in the last minute
     * @param callsPerSecond the rate of calls that were begun
     * @param notFound the share of results that are "not found"; empty if there were no results
     * @param failures the number of failures by kind
     * @param waitNanos the average time from writing a request to the call that answered it; empty if no call answered any
     * @param inCallNanos the average duration of the call that answered a request; empty if no call answered any
     * @param reasons for each reason to begin a new call, the share of calls that were begun for it
     */
    public record Name(
            String name,
            long requests,
            long failed,
            Times minute,
            double callsPerSecond,
            Optional<Double> notFound,
            Map<String, Long> failures,
            Optional<Long> waitNanos,
            Optional<Long> inCallNanos,
            Map<String, Double> reasons) {}

    /** Collects elements from the queues of each lane that was read, in the order of the lanes. */
    public static <T> List<T> all(List<OfLane> lanes, Function<Queues, List<T>> what) {
        return lanes.stream()
                .flatMap(lane -> lane.queues.stream())
                .flatMap(queues -> what.apply(queues).stream())
                .toList();
    }

    /** Returns the rates of all lanes together. */
    public static List<Rate> rates(List<OfLane> lanes) {
        final Map<Long, List<Rate>> windows = all(lanes, Queues::rates).stream()
                .collect(Collectors.groupingBy(Rate::seconds, TreeMap::new, Collectors.toList()));
        return windows.entrySet().stream()
                .map(window -> Rate.of(
                        Duration.ofSeconds(window.getKey()),
                        window.getValue().stream().mapToLong(Rate::written).sum(),
                        window.getValue().stream().mapToLong(Rate::answered).sum()))
                .toList();
    }

    /** Returns whether nothing needs an operator's attention. */
    @JsonProperty
    public boolean fine() {
        return needs.isEmpty();
    }

    /** Returns a JSON object on one line. */
    public String json() {
        return Json.of(this).toString();
    }
}
