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
 * How queues and their gateway are, at one moment: from files alone, or by the gateway itself, which knows more. For programs members
 * are only ever added; times are ISO 8601, durations seconds, sizes bytes, and what is not known is absent.
 *
 * @param at that moment
 * @param needs what needs a person, the worst first
 * @param queues the address of all lanes
 * @param waiting the requests without a result; empty if that cannot be told just now
 * @param rates over the last minutes, the shortest time first
 * @param gateway what only the running gateway knows; empty from files alone
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

    /** In one word. */
    public enum Condition {
        /** The gateway opens its queues, databases and services. */
        OPENING,
        /** Requests that are written now are answered as fast as backends can, as far as is seen. */
        FINE,
        /** Likewise, and a person should know something. */
        LOOK,
        /** Not so. */
        TROUBLE
    }

    /**
     * Something that needs a person.
     *
     * @param about a backend's name or another's, {@code gateway}, {@code queues}, {@code disk}
     * @param why a sentence
     * @param act what to do, perhaps with a command; empty where the sentence says it, or there is nothing to do
     * @param urgent whether requests wait for it
     */
    public record Need(String about, String why, String act, boolean urgent) {

        Need on(String lane) {
            return lane.isEmpty() ? this : new Need(about, "lane " + lane + ": " + why, act, urgent);
        }
    }

    /**
     * A lane.
     *
     * @param number empty where there is one
     * @param unread why its queues cannot be read; empty if they were
     * @param queues empty if they were not read
     * @param served what its gateway counts; empty from files alone
     */
    public record OfLane(String number, Optional<String> unread, Optional<Queues> queues, Optional<Served> served) {

        /** As it was read from files. */
        public static OfLane read(String number, Queues queues) {
            return new OfLane(number, Optional.empty(), Optional.of(queues), Optional.empty());
        }

        /** It could not be read. */
        public static OfLane unread(String number, String why) {
            return new OfLane(number, Optional.of(why), Optional.empty(), Optional.empty());
        }
    }

    /**
     * A lane by its gateway.
     *
     * @param backlog requests without a result; empty if that cannot be told
     * @param oldest age of the oldest request in hand; empty without one
     * @param results since the start
     * @param why why it is not ready; empty if it is
     */
    public record Served(
            Optional<Long> backlog,
            @JsonProperty("oldestSeconds") Optional<Duration> oldest,
            long inHand,
            long results,
            List<String> why) {}

    /**
     * What the gateway itself says.
     *
     * @param process its number, as its container counts
     * @param up since when it opens and serves
     * @param total its work since the start
     * @param backends in the order of their names
     * @param shown whether failures are shown: what was asked and answered is told only to those who have a token
     * @param failures the last ones, the last one first
     * @param hour samples of it, the oldest first
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
            List<Sample> hour) {

        private Gateway with(List<Sample> samples) {
            return new Gateway(name, version, process, up, minute, total, backends, names, shown, failures, samples);
        }
    }

    /**
     * What was done within some time; of the last minute, or of a sample.
     *
     * @param requestsPerSecond requests that were read
     * @param resultsPerSecond results that were written
     * @param failuresPerSecond those of them that are failures
     * @param requestsPerCall how many requests a call answered on average; empty if none did
     * @param medianNanos from a request's writing until its result's, half of them took no longer; empty if there were none
     * @param mostNanos likewise, 99 of 100
     */
    public record Times(
            double seconds,
            double requestsPerSecond,
            double resultsPerSecond,
            double failuresPerSecond,
            Optional<Double> requestsPerCall,
            Optional<Long> medianNanos,
            Optional<Long> mostNanos) {}

    /** The times of some seconds, and the backlog at their end; empty if that could not be told. */
    public record Sample(Instant at, Times did, Optional<Long> backlog) {}

    /**
     * A backend on all lanes.
     *
     * @param condition the worst of all lanes, in a word
     * @param since how long it has been so; empty where it never was otherwise
     * @param reason what it said last
     * @param held requests that wait for it
     * @param retries calls made again within the last minute
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
     * A lookup, statement or endpoint.
     *
     * @param requests since the start
     * @param failed since the start
     * @param minute of it
     * @param callsPerSecond calls that were begun
     * @param notFound the share of results; empty without results
     * @param failures of the last minute, by kind
     * @param waitNanos on average, before the call that answered; empty without one
     * @param inCallNanos likewise, in that call
     * @param reasons why its calls were begun, as shares of them
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

    /** Something of each lane that was read, in the order of the lanes. */
    public static <T> List<T> all(List<OfLane> lanes, Function<Queues, List<T>> what) {
        return lanes.stream()
                .flatMap(lane -> lane.queues.stream())
                .flatMap(queues -> what.apply(queues).stream())
                .toList();
    }

    /** The rates of all lanes together. */
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

    /** The same with those samples, where the gateway says it. */
    public Status with(List<Sample> hour) {
        return new Status(at, condition, needs, queues, waiting, rates, gateway.map(its -> its.with(hour)), lanes);
    }

    /** Whether nothing needs a person. */
    @JsonProperty
    public boolean fine() {
        return needs.isEmpty();
    }

    /** One object on a line. */
    public String json() {
        return Json.of(this).toString();
    }
}
