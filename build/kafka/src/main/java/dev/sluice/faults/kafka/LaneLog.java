package dev.sluice.faults.kafka;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The messages about lanes in the log of a gateway's process.
 *
 * @param lines the lines of the log, either all lines or the lines from a certain one on
 */
record LaneLog(List<String> lines) {

    private static final Pattern GIVEN = Pattern.compile("lanes given to this process: \\[([0-9, ]+)]");
    private static final Pattern TAKEN = Pattern.compile("lanes that go to other processes: \\[([0-9, ]+)]");
    private static final Pattern ENDED = Pattern.compile("/(\\d+): this lane has ended, and is opened again");
    /**
     * Matches the messages of a gateway that no longer owns a lane, because another gateway has taken over: the brokers refuse a
     * transaction, or the checkpoint has another owner.
     */
    private static final Pattern CLAIMED =
            Pattern.compile("another gateway has claimed the lane, or the brokers have ended the transaction"
                    + "|the lane was claimed by another gateway of this name, or the brokers have ended this one's claim"
                    + "|was claimed by another gateway of this name, or deleted");

    LaneLog {
        lines = List.copyOf(lines);
    }

    /** Returns the log from the given line on. */
    LaneLog since(int line) {
        return new LaneLog(lines.subList(Math.min(line, lines.size()), lines.size()));
    }

    /** Returns the lanes that the process has at the end of the log. */
    Set<Integer> lanes() {
        final Set<Integer> lanes = new TreeSet<>();
        for (final String line : lines) {
            lanes.addAll(found(GIVEN, line));
            lanes.removeAll(found(TAKEN, line));
        }
        return lanes;
    }

    /** Returns all lanes that were given to the process. */
    Set<Integer> given() {
        return all(GIVEN);
    }

    /** Returns the lanes that the process reported as lost: the brokers gave them to another process, or one took them over. */
    Set<Integer> fenced() {
        final Set<Integer> fenced = all(TAKEN);
        lines.stream().filter(LaneLog::isClaimed).forEach(line -> fenced.addAll(found(ENDED, line)));
        return fenced;
    }

    /** Counts how often a lane ended because another gateway had claimed it, or because the brokers had ended its transaction. */
    long claimed() {
        return lines.stream().filter(LaneLog::ended).filter(LaneLog::isClaimed).count();
    }

    /** Returns the messages about lanes that ended for other reasons. */
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
