package dev.sluice.replay.look;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.replay.exchange.Amounts;
import dev.sluice.replay.exchange.Json;
import dev.sluice.replay.look.Status.Rate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Several lanes as they were at about one moment, by lane and in sum.
 *
 * @param queues the directory that holds them
 * @param reasons what needs a person, of each lane
 */
public record LanesStatus(Path queues, List<Status> lanes, List<List<String>> reasons) {

    /** The lines: what needs a person on any lane, the sums, then each lane. */
    public String text() {
        final Labelled sums = new Labelled(StatusText.LINE);
        StatusText.begin(sums, waiting(), allReasons());
        sums.line("all lanes", lanes.size() + " in " + queues.toAbsolutePath().normalize());
        sums.line("waiting", Amounts.count(waiting()) + " requests");
        sums.lines("rates", rates().stream().map(StatusText::rate).toList());
        final StringBuilder text = new StringBuilder(sums.text());
        for (int lane = 0; lane < lanes.size(); lane++) {
            text.append(System.lineSeparator())
                    .append("lane ")
                    .append(lane)
                    .append(System.lineSeparator())
                    .append(StatusText.ofLane(lanes.get(lane)));
        }
        return text.toString();
    }

    /** One object on a line: the sums, and in {@code lanes} what there is of each. */
    public String json() {
        final ObjectNode json = Json.object();
        json.put("at", lanes.get(0).at().toString()).put("fine", allReasons().isEmpty());
        json.set("reasons", Json.of(allReasons()));
        json.put("queues", queues.toAbsolutePath().normalize().toString());
        json.set("waiting", Json.object().put("requests", waiting()));
        json.set("rates", Json.of(rates()));
        final ArrayNode each = json.putArray("lanes");
        for (int lane = 0; lane < lanes.size(); lane++) {
            each.add(lanes.get(lane).node(reasons.get(lane)));
        }
        return json.toString();
    }

    private long waiting() {
        return lanes.stream().mapToLong(lane -> lane.waiting().requests()).sum();
    }

    private List<String> allReasons() {
        final List<String> all = new ArrayList<>();
        for (int lane = 0; lane < lanes.size(); lane++) {
            final int number = lane;
            reasons.get(lane).forEach(reason -> all.add("lane " + number + ": " + reason));
        }
        return all;
    }

    private List<Rate> rates() {
        return IntStream.range(0, lanes.get(0).rates().size())
                .mapToObj(window -> {
                    final List<Rate> each =
                            lanes.stream().map(lane -> lane.rates().get(window)).toList();
                    return Rate.of(
                            Duration.ofSeconds(each.get(0).seconds()),
                            each.stream().mapToLong(Rate::written).sum(),
                            each.stream().mapToLong(Rate::answered).sum());
                })
                .toList();
    }
}
