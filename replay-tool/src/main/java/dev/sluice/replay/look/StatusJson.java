package dev.sluice.replay.look;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.internal.queue.NamedPlace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A status for programs: one object on a line. Members are only ever added. What is not known is left out; times are ISO
 * 8601, durations seconds, sizes bytes.
 */
public final class StatusJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final double MILLIS = 1e3;

    private final Status status;
    private final ObjectNode json = MAPPER.createObjectNode();

    private StatusJson(Status status) {
        this.status = status;
    }

    /**
     * The object.
     *
     * @param reasons what needs a person
     */
    public static String of(Status status, List<String> reasons) {
        return new StatusJson(status).all(reasons);
    }

    private String all(List<String> reasons) {
        json.put("at", status.at().toString()).put("fine", reasons.isEmpty());
        reasons.forEach(json.putArray("reasons")::add);
        json.put("queues", status.queues().toString())
                .put("input", status.input().toString());
        how();
        recent();
        json.putObject("disk")
                .put("in", status.disk().input())
                .put("out", status.disk().output())
                .put("left", status.disk().left())
                .put("reserve", status.disk().reserve());
        holders();
        readers();
        final ArrayNode decided = json.putArray("decided");
        status.decided()
                .forEach(decision -> decided.addObject()
                        .put("from", decision.from())
                        .put("to", decision.to())
                        .put("name", decision.name())
                        .put("decided", decision.decided()));
        return json.toString();
    }

    private void how() {
        final ObjectNode waiting =
                json.putObject("waiting").put("requests", status.waiting().requests());
        status.waiting()
                .oldest()
                .ifPresent(oldest -> waiting.put("oldest", oldest.toString())
                        .put("oldestSeconds", seconds(Duration.between(oldest, status.at()))));
        status.waiting().drain().ifPresent(drain -> waiting.put("drainSeconds", seconds(drain)));
        status.lastWritten().ifPresent(last -> {
            final ObjectNode written = json.putObject("lastWritten")
                    .put("position", last.position().toString());
            time(written, last.time());
        });
        status.lastAnswered().ifPresent(last -> {
            final ObjectNode answered = json.putObject("lastAnswered")
                    .put("position", last.position().toString());
            time(answered, last.time());
            answered.put("result", last.result());
        });
        final ArrayNode rates = json.putArray("rates");
        status.rates()
                .forEach(rate -> rates.addObject()
                        .put("seconds", rate.over().toSeconds())
                        .put("written", rate.written())
                        .put("answered", rate.answered())
                        .put("writtenPerSecond", rate.writtenPerSecond())
                        .put("answeredPerSecond", rate.answeredPerSecond()));
    }

    private void recent() {
        final ObjectNode recent =
                json.putObject("recent").put("results", status.recent().results());
        status.recent().since().ifPresent(since -> recent.put("since", since.toString()));
        final ArrayNode failures = recent.putArray("failures");
        status.recent()
                .failures()
                .forEach(failed -> failures.addObject()
                        .put("kind", failed.kind().name())
                        .put("count", failed.count())
                        .put("lastPosition", failed.last().toString())
                        .put("lastName", failed.lastName()));
        status.recent()
                .chunks()
                .ifPresent(chunks -> recent.putObject("chunks")
                        .put("count", chunks.count())
                        .put("p50", chunks.median())
                        .put("p99", chunks.most())
                        .put("max", chunks.largest()));
    }

    private void holders() {
        status.gateway()
                .ifPresent(holder -> json.putObject("gateway")
                        .put("pid", holder.pid())
                        .put("since", holder.since().toString())
                        .put("live", holder.live()));
        status.unclean().ifPresent(unclean -> {
            final ObjectNode left =
                    json.putObject("unclean").put("through", unclean.through().toString());
            unclean.suspect()
                    .ifPresent(
                            suspect -> left.put("suspect", suspect.toString()).put("ends", unclean.ends()));
        });
        unwell();
        status.writingProcesses().forEach(json.putArray("writingProcesses")::add);
        final ArrayNode writers = json.putArray("writers");
        for (final NamedPlace writer : status.writers()) {
            final ObjectNode node =
                    writers.addObject().put("name", writer.name()).put("sequence", writer.sequence());
            writer.pid().ifPresent(pid -> node.put("pid", pid));
        }
    }

    private void unwell() {
        if (!status.unwell().isEmpty()) {
            final ArrayNode backends = json.putArray("backends");
            status.unwell()
                    .forEach(backend -> backends.addObject()
                            .put("name", backend.name())
                            .put("condition", backend.condition().name())
                            .put("since", backend.since())
                            .put("held", backend.held())
                            .put("reason", backend.reason()));
        }
    }

    private void readers() {
        final ArrayNode readers = json.putArray("readers");
        for (final Status.Reader reader : status.readers()) {
            final ObjectNode node =
                    readers.addObject().put("name", reader.name()).put("behind", reader.behind());
            reader.pid().ifPresent(pid -> node.put("pid", pid));
        }
        final ArrayNode runs = json.putArray("runs");
        for (final Status.Run run : status.runs()) {
            final ObjectNode node = runs.addObject()
                    .put("name", run.name())
                    .put("behind", run.behind())
                    .put("handled", run.handled())
                    .put("failed", run.failed());
            run.pid().ifPresent(pid -> node.put("pid", pid));
        }
    }

    private static void time(ObjectNode node, Optional<Instant> time) {
        time.ifPresent(known -> node.put("time", known.toString()));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }
}
