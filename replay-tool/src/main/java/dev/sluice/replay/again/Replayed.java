package dev.sluice.replay.again;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sluice.replay.exchange.Stats;
import dev.sluice.service.exchange.Json;
import java.util.Locale;

/**
 * The summary of a replay; new versions only add members.
 *
 * @param requests the number of requests written to the new queues
 * @param answered the number of these requests that have a result
 * @param updatesLeftOut the number of updates and events that were left out
 * @param unreadable the number of documents that are not requests
 * @param seconds the duration, including the start of the gateway
 * @param stats results and times by name
 */
public record Replayed(
        long requests,
        long answered,
        long updatesLeftOut,
        long unreadable,
        double seconds,
        @JsonProperty("names") Stats stats) {

    /** Returns the summary for people. */
    public String text() {
        final double rate = seconds == 0 ? 0 : answered / seconds;
        return stats.text()
                + line("%,d of %,d requests answered in %.1f s, %,.0f a second", answered, requests, seconds, rate)
                + (updatesLeftOut == 0
                        ? ""
                        : line("left out: %,d updates and events; --updates sends them, too", updatesLeftOut))
                + (unreadable == 0 ? "" : line("left out: %,d requests that cannot be read", unreadable));
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values) + System.lineSeparator();
    }

    /** Returns one object on one line. */
    public String json() {
        return Json.of(this).toString();
    }
}
