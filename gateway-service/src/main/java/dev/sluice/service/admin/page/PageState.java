package dev.sluice.service.admin.page;

import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.look.Status.Disk;
import dev.sluice.service.look.Status.Failed;
import dev.sluice.service.look.Status.Reader;
import dev.sluice.service.look.Status.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All that the page says, at one moment. The same for a browser, a terminal and a program, for which members are only ever added.
 *
 * @param at the moment
 * @param process its number, as its container counts
 * @param up since when it opens and serves
 * @param needs what needs a person, the worst first
 * @param backends in the order of the configuration
 * @param lanes one row where there is one lane
 * @param unread lanes whose queues could not be looked at, each with the reason: their readers, runs and failures are not known
 * @param failures the last ones, the last one first
 * @param shown whether failures say what was asked and answered: only to those who have a token
 * @param hour the last hour, the oldest sample first
 */
record PageState(
        Instant at,
        String gateway,
        String version,
        long process,
        Duration up,
        Condition condition,
        List<Need> needs,
        Now now,
        List<BackendRow> backends,
        List<NameRow> names,
        List<LaneRow> lanes,
        List<Placed<Reader>> readers,
        List<Placed<Run>> runs,
        List<Placed<String>> unread,
        List<Placed<Failed>> failures,
        boolean shown,
        List<Sample> hour) {

    /** In one word. */
    enum Condition {
        /** It opens its queues, databases and services. */
        OPENING,
        /** Requests that are written now are answered as fast as backends can. */
        FINE,
        /** Likewise, and a person should know something. */
        LOOK,
        /** Not so. */
        TROUBLE
    }

    /**
     * Something that needs a person.
     *
     * @param about a backend's name or another's, {@code gateway}, {@code disk}
     * @param why in words
     * @param act what to do, perhaps with a command; empty where there is nothing to do
     * @param urgent whether requests wait for it
     */
    record Need(String about, String why, String act, boolean urgent) {}

    /**
     * Rates and times of the last minute, and how it is now.
     *
     * @param backlog requests without a result; empty if it cannot be told
     * @param drain how long the backlog takes at the rate of the last minute; empty without one
     * @param oldest age of the oldest request in hand
     * @param disk the queues and the space that is left, of all lanes; empty before they were looked at
     */
    record Now(
            Optional<Long> backlog,
            Optional<Duration> drain,
            Duration oldest,
            long inHand,
            double requestsPerSecond,
            double resultsPerSecond,
            long failuresLastMinute,
            long medianNanos,
            long mostNanos,
            double requestsPerCall,
            Optional<Disk> disk) {}

    /**
     * A backend on all lanes.
     *
     * @param condition the worst of all lanes, in a word
     * @param since how long it has been so; empty where it never was otherwise
     * @param reason what it said last
     * @param held requests that wait for it
     */
    record BackendRow(
            String name,
            String condition,
            Optional<Duration> since,
            String reason,
            long held,
            double callsPerSecond,
            double requestsPerCall,
            long retriesLastMinute) {}

    /**
     * A lookup, statement or endpoint. All but the first two numbers are of the last minute.
     *
     * @param requests since the start
     * @param failed since the start
     * @param failures by kind
     * @param waitNanos on average, before the call that answered
     * @param inCallNanos on average
     * @param reasons why its calls were begun, as shares of them
     */
    record NameRow(
            String name,
            long requests,
            long failed,
            double perSecond,
            double notFoundShare,
            Map<String, Long> failures,
            long medianNanos,
            long mostNanos,
            long waitNanos,
            long inCallNanos,
            double requestsPerCall,
            Map<String, Double> reasons) {

        /** The failures by kind in words. */
        String failuresInWords() {
            return failures.entrySet().stream()
                    .map(kind -> kind.getKey() + " " + Amounts.count(kind.getValue()))
                    .collect(Collectors.joining(", "));
        }
    }

    /**
     * A lane.
     *
     * @param number empty where there is one
     * @param backlog empty if it cannot be told
     * @param why why it is not ready; empty if it is
     */
    record LaneRow(
            String number, Optional<Long> backlog, Duration oldest, long inHand, long results, List<String> why) {}

    /** Something of a lane; an empty number where there is one. */
    record Placed<T>(String lane, T its) {}
}
