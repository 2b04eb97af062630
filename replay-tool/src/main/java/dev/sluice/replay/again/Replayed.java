package dev.sluice.replay.again;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.replay.exchange.Stats;
import java.util.Locale;

/**
 * What a replay came to.
 *
 * @param requests those written to the new queues
 * @param answered those of them that have a result
 * @param updatesLeftOut updates and events that were not asked
 * @param unreadable documents that are no request
 * @param seconds how long it took, the opening of the gateway included
 * @param stats results and times by name
 */
public record Replayed(
        long requests, long answered, long updatesLeftOut, long unreadable, double seconds, Stats stats) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** For people. */
    public String text() {
        final StringBuilder out = new StringBuilder(stats.text());
        line(out, "%,d of %,d requests answered in %.1f s, %,.0f a second", answered, requests, seconds, rate());
        if (updatesLeftOut > 0) {
            line(out, "left out: %,d updates and events; --updates asks them, too", updatesLeftOut);
        }
        if (unreadable > 0) {
            line(out, "left out: %,d that cannot be read", unreadable);
        }
        return out.toString();
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }

    private double rate() {
        return seconds == 0 ? 0 : answered / seconds;
    }

    /** One object on one line; members are only ever added. */
    public String json() {
        final ObjectNode line = MAPPER.createObjectNode();
        line.put("requests", requests).put("answered", answered);
        line.put("updatesLeftOut", updatesLeftOut).put("unreadable", unreadable);
        line.put("seconds", seconds);
        final ArrayNode names = line.putArray("names");
        for (final String name : stats.json()) {
            try {
                names.add(MAPPER.readTree(name));
            } catch (final JsonProcessingException e) {
                throw new IllegalStateException("made as JSON a moment ago", e);
            }
        }
        return line.toString();
    }
}
