package dev.sluice.replay.again;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sluice.replay.exchange.Stats;
import dev.sluice.service.exchange.Json;
import java.util.Locale;

/**
 * The sum of a replay; its members are only ever added to.
 *
 * @param requests those written to the new queues
 * @param answered those of them that have a result
 * @param updatesLeftOut updates and events that were not asked
 * @param unreadable documents that are no request
 * @param seconds how long it took, the opening of the gateway included
 * @param stats results and times by name
 */
public record Replayed(
        long requests,
        long answered,
        long updatesLeftOut,
        long unreadable,
        double seconds,
        @JsonProperty("names") Stats stats) {

    /** For people. */
    public String text() {
        final double rate = seconds == 0 ? 0 : answered / seconds;
        return stats.text()
                + line("%,d of %,d requests answered in %.1f s, %,.0f a second", answered, requests, seconds, rate)
                + (updatesLeftOut == 0
                        ? ""
                        : line("left out: %,d updates and events; --updates asks them, too", updatesLeftOut))
                + (unreadable == 0 ? "" : line("left out: %,d that cannot be read", unreadable));
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values) + System.lineSeparator();
    }

    /** One object on one line. */
    public String json() {
        return Json.of(this).toString();
    }
}
