package dev.sluice.service.look;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.exchange.Json;
import dev.sluice.service.look.Status.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Several lanes as they were at about one moment, by lane and in sum.
 *
 * @param queues the address of all
 */
public record LanesStatus(String queues, List<Seen> lanes) {

    /**
     * What was seen of one lane.
     *
     * @param status empty if it cannot be read
     * @param reasons what needs a person there
     */
    public record Seen(Optional<Status> status, List<String> reasons) {}

    /** The lines: what needs a person on any lane, the sums, then each lane. */
    public String text() {
        final Labelled sums = new Labelled(StatusText.LINE);
        StatusText.begin(sums, waiting(), reasons());
        sums.line("all lanes", lanes.size() + " in " + queues);
        sums.line("waiting", Amounts.count(waiting()) + " requests");
        sums.lines("rates", rates().stream().map(StatusText::rate).toList());
        final StringBuilder text = new StringBuilder(sums.text());
        for (int lane = 0; lane < lanes.size(); lane++) {
            text.append(System.lineSeparator())
                    .append("lane ")
                    .append(lane)
                    .append(System.lineSeparator())
                    .append(lanes.get(lane)
                            .status
                            .map(StatusText::ofLane)
                            .orElse("cannot be read" + System.lineSeparator()));
        }
        return text.toString();
    }

    /** One object on a line: the sums, and in {@code lanes} what there is of each. */
    public String json() {
        final ObjectNode json = Json.object();
        json.put("fine", reasons().isEmpty());
        json.set("reasons", Json.of(reasons()));
        json.put("queues", queues);
        json.set("waiting", Json.object().put("requests", waiting()));
        json.set("rates", Json.of(rates()));
        final ArrayNode each = json.putArray("lanes");
        for (final Seen lane : lanes) {
            final ObjectNode unread = Json.object().put("fine", false);
            unread.set("reasons", Json.of(lane.reasons));
            each.add(lane.status.map(status -> status.node(lane.reasons)).orElse(unread));
        }
        return json.toString();
    }

    private List<Status> seen() {
        return lanes.stream().map(Seen::status).flatMap(Optional::stream).toList();
    }

    private long waiting() {
        return seen().stream().mapToLong(lane -> lane.waiting().requests()).sum();
    }

    /** Returns the reasons of all lanes, each with its lane. */
    public List<String> reasons() {
        final List<String> all = new ArrayList<>();
        for (int lane = 0; lane < lanes.size(); lane++) {
            final int number = lane;
            lanes.get(lane).reasons.forEach(reason -> all.add("lane " + number + ": " + reason));
        }
        return all;
    }

    private List<Rate> rates() {
        final Map<Long, List<Rate>> windows = seen().stream()
                .flatMap(lane -> lane.rates().stream())
                .collect(Collectors.groupingBy(Rate::seconds, TreeMap::new, Collectors.toList()));
        return windows.entrySet().stream()
                .map(window -> Rate.of(
                        Duration.ofSeconds(window.getKey()),
                        window.getValue().stream().mapToLong(Rate::written).sum(),
                        window.getValue().stream().mapToLong(Rate::answered).sum()))
                .toList();
    }
}
