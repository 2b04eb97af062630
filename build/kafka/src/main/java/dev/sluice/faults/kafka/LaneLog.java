package dev.sluice.faults.kafka;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the log of a gateway's process says of its lanes.
 *
 * @param lines those since its start, or some of the last ones
 */
record LaneLog(List<String> lines) {

    private static final Pattern GIVEN = Pattern.compile("lanes given to this process: \\[([0-9, ]+)]");
    private static final Pattern TAKEN = Pattern.compile("lanes that go to other processes: \\[([0-9, ]+)]");
    private static final Pattern ENDED = Pattern.compile("/(\\d+): this lane has ended, and is opened again");
    /** The brokers refuse a transaction, or a database has another owner of the checkpoint. */
    private static final Pattern CLAIMED =
            Pattern.compile("another gateway has claimed the lane, or the brokers have ended the transaction"
                    + "|the lane was claimed by another gateway of this name, or the brokers have ended this one's claim"
                    + "|was claimed by another gateway of this name, or deleted");

    LaneLog {
        lines = List.copyOf(lines);
    }

    /** What it has said since that line. */
    LaneLog since(int line) {
        return new LaneLog(lines.subList(Math.min(line, lines.size()), lines.size()));
    }

    /** The lanes that it has. */
    Set<Integer> lanes() {
        final Set<Integer> lanes = new TreeSet<>();
        for (final String line : lines) {
            lanes.addAll(found(GIVEN, line));
            lanes.removeAll(found(TAKEN, line));
        }
        return lanes;
    }

    /** The lanes that were given to it. */
    Set<Integer> given() {
        return all(GIVEN);
    }

    /** The lanes that it said it has no more: they went to others, or were claimed by one. */
    Set<Integer> fenced() {
        final Set<Integer> fenced = all(TAKEN);
        lines.stream().filter(LaneLog::isClaimed).forEach(line -> fenced.addAll(found(ENDED, line)));
        return fenced;
    }

    /** How many times a lane ended as another gateway had claimed it, or the brokers had ended its transaction. */
    long claimed() {
        return lines.stream().filter(LaneLog::ended).filter(LaneLog::isClaimed).count();
    }

    /** The ends of lanes for other reasons. */
    List<String> otherEnds() {
        return lines.stream()
                .filter(LaneLog::ended)
                .filter(line -> !isClaimed(line))
                .toList();
    }

    private static boolean isClaimed(String line) {
        return CLAIMED.matcher(line).find();
    }

    private static boolean ended(String line) {
        return ENDED.matcher(line).find();
    }

    private Set<Integer> all(Pattern pattern) {
        return lines.stream()
                .flatMap(line -> found(pattern, line).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Integer> found(Pattern pattern, String line) {
        final Matcher matcher = pattern.matcher(line);
        return matcher.find()
                ? Arrays.stream(matcher.group(1).split(", "))
                        .map(Integer::valueOf)
                        .toList()
                : List.of();
    }
}
