package dev.sluice.replay.look;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A status for programs: one object on a line. Members are only ever added. What is not known is left out; times are ISO
 * 8601, durations seconds, sizes bytes.
 */
public final class StatusJson {

    private static final double MILLIS = 1e3;

    private StatusJson() {}

    /**
     * The object.
     *
     * @param reasons what needs a person
     */
    public static String of(Status status, List<String> reasons) {
        final ObjectNode json = Json.object();
        json.put("at", status.at().toString()).put("fine", reasons.isEmpty());
        json.set("reasons", Json.of(reasons));
        json.put("queues", status.queues().toString())
                .put("input", status.input().toString());
        json.set("waiting", waiting(status));
        putIfKnown(json, "lastWritten", status.lastWritten());
        putIfKnown(json, "lastAnswered", status.lastAnswered());
        json.set("rates", Json.of(status.rates()));
        json.set("recent", Json.of(status.recent()));
        json.set("disk", Json.of(status.disk()));
        putIfKnown(json, "gateway", status.gateway());
        putIfKnown(json, "unclean", status.unclean());
        putIfKnown(json, "backends", Optional.of(status.unwell()).filter(backends -> !backends.isEmpty()));
        json.set("writingProcesses", Json.of(status.writingProcesses()));
        json.set("writers", Json.of(status.writers()));
        json.set("readers", Json.of(status.readers()));
        json.set("runs", Json.of(status.runs()));
        json.set("decided", Json.of(status.decided()));
        return json.toString();
    }

    private static ObjectNode waiting(Status status) {
        final ObjectNode waiting =
                Json.object().put("requests", status.waiting().requests());
        status.waiting()
                .oldest()
                .ifPresent(oldest -> waiting.put("oldest", oldest.toString())
                        .put("oldestSeconds", seconds(Duration.between(oldest, status.at()))));
        status.waiting().drain().ifPresent(drain -> waiting.put("drainSeconds", seconds(drain)));
        return waiting;
    }

    private static void putIfKnown(ObjectNode json, String name, Optional<?> value) {
        value.ifPresent(known -> json.set(name, Json.of(known)));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }
}
