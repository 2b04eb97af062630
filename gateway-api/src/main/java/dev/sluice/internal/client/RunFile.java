package dev.sluice.internal.client;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Notices;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The file with the mark of a run, which records how far the run has come. The file consists of properties, so that an operator
 * can read it. The mark is on disk when {@link #write} returns.
 *
 * @param name the name of the run
 * @param marks the notices of the lane that stores the file
 * @param input the id of that lane's input; the mark may also cover other lanes
 */
public record RunFile(RunName name, Notices marks, UUID input) {

    private static final String VERSION = "1";
    private static final String BETWEEN_LANES = ",";

    /** Returns the file of that run on that lane. */
    public static RunFile of(RunName name, Lane queues) {
        return new RunFile(name, queues.runMarks(), queues.inputId());
    }

    /**
     * Returns the mark; empty if the run has none.
     *
     * @throws QueueException if the mark cannot be read, or was written for other queues
     */
    public Optional<RunMark> read() {
        final Properties lines = new Properties();
        try {
            final Optional<String> text = marks.read(name.text());
            if (text.isEmpty()) {
                return Optional.empty();
            }
            lines.load(new StringReader(text.get()));
        } catch (final IOException | IllegalArgumentException e) {
            throw new QueueException("cannot read " + path() + ", the mark of the " + name + ": " + e.getMessage(), e);
        }
        if (!VERSION.equals(lines.getProperty("version"))) {
            throw new QueueException(path() + ", the mark of the " + name + ", has version "
                    + lines.getProperty("version") + ", and only version " + VERSION + " is known here");
        }
        if (!List.of(lines.getProperty("input", "").split(BETWEEN_LANES)).contains(input.toString())) {
            throw replaced(lines.getProperty("input"), input.toString());
        }
        try {
            return Optional.of(new RunMark(
                    lanes(text(lines, "input"), text(lines, "behind"), text(lines, "ask-again-up-to")),
                    number(lines, "handled"),
                    number(lines, "failed"),
                    text(lines, "last-key"),
                    text(lines, "sink"),
                    end(lines)));
        } catch (final IllegalArgumentException | DateTimeParseException e) {
            throw new QueueException(path() + " is no mark of the " + name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Checks that a mark covers the given number of lanes.
     *
     * @throws QueueException if the mark covers a different number of lanes
     */
    void checkCount(RunMark mark, int lanes) {
        if (mark.lanes().size() != lanes) {
            throw new QueueException(
                    "the " + name + " began on " + count(mark.lanes().size()) + ", and is continued on " + count(lanes)
                            + ": use JobOptions.withLanes only if the run began with it, or give the run up and begin"
                            + " another");
        }
    }

    /**
     * Checks that a mark was written for the given lanes. The caller has already checked the number of lanes.
     *
     * @throws QueueException if the mark was written for other lanes
     */
    void check(RunMark mark, List<Lane> lanes) {
        for (int lane = 0; lane < lanes.size(); lane++) {
            if (!mark.lanes().get(lane).input().equals(lanes.get(lane).inputId())) {
                throw replaced(
                        mark.lanes().get(lane).input().toString(),
                        lanes.get(lane).inputId().toString());
            }
        }
    }

    private static String count(int lanes) {
        return lanes == 1 ? "one lane" : lanes + " lanes";
    }

    private QueueException replaced(String then, String now) {
        return new QueueException(path() + ", the mark of the " + name + ", is about the queue " + then
                + ", and the queue is now " + now
                + ": the queues were replaced; bring the old ones back, or give the run up");
    }

    private static List<OfLane> lanes(String inputs, String behind, String askAgainUpTo) {
        final String[] ids = inputs.split(BETWEEN_LANES);
        final String[] begins = behind.split(BETWEEN_LANES);
        final String[] stops = askAgainUpTo.split(BETWEEN_LANES);
        if (begins.length != ids.length || stops.length != ids.length) {
            throw new IllegalArgumentException(
                    "it has " + ids.length + " values of 'input', but not as many of 'behind' or 'ask-again-up-to'");
        }
        return IntStream.range(0, ids.length)
                .mapToObj(lane -> new OfLane(
                        UUID.fromString(ids[lane]), Long.parseLong(begins[lane]), Long.parseLong(stops[lane])))
                .toList();
    }

    private static String joined(List<OfLane> lanes, Function<OfLane, Object> what) {
        return lanes.stream().map(what).map(String::valueOf).collect(Collectors.joining(BETWEEN_LANES));
    }

    private String path() {
        return marks.place(name.text());
    }

    private static Optional<End> end(Properties lines) {
        return Boolean.parseBoolean(text(lines, "ended"))
                ? Optional.of(
                        new End(Instant.parse(text(lines, "ended-at")), Boolean.parseBoolean(text(lines, "reported"))))
                : Optional.empty();
    }

    private static long number(Properties lines, String key) {
        return Long.parseLong(text(lines, key));
    }

    private static String text(Properties lines, String key) {
        final String text = lines.getProperty(key);
        if (text == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return text;
    }

    void write(RunMark mark) {
        final Properties lines = new Properties();
        lines.setProperty("version", VERSION);
        lines.setProperty("input", joined(mark.lanes(), OfLane::input));
        lines.setProperty("behind", joined(mark.lanes(), OfLane::behind));
        lines.setProperty("handled", Long.toString(mark.handled()));
        lines.setProperty("failed", Long.toString(mark.failed()));
        lines.setProperty("last-key", mark.lastKey());
        lines.setProperty("sink", mark.sinkMark());
        lines.setProperty("ask-again-up-to", joined(mark.lanes(), OfLane::askAgainUpTo));
        lines.setProperty("ended", Boolean.toString(mark.ended()));
        mark.end().ifPresent(end -> {
            lines.setProperty("ended-at", end.at().toString());
            lines.setProperty("reported", Boolean.toString(end.reported()));
        });
        final StringWriter text = new StringWriter();
        try {
            lines.store(
                    text, "How far the " + name + " got. Written by the job. Without this file the run begins anew.");
            marks.write(name.text(), text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (final IOException e) {
            throw new QueueException("cannot write " + path() + ", the mark of the " + name + ": " + e.getMessage(), e);
        }
    }

    public void delete() {
        try {
            marks.delete(name.text());
        } catch (final IOException e) {
            throw new QueueException(
                    "cannot delete " + path() + ", the mark of the " + name + ": " + e.getMessage(), e);
        }
    }

    /**
     * The mark of a run: the state from which the run continues after a kill.
     *
     * @param lanes the lanes that the run uses, in their order
     * @param handled the number of items handled in the whole run, including failed items
     * @param failed the number of these items that failed
     * @param lastKey the key of the last handled item; empty before the first
     * @param sinkMark the position at which the results ended in the sink (the destination of the run's results) after that item
     * @param end the end of the run, after all items were handled; empty before
     */
    public record RunMark(
            List<OfLane> lanes, long handled, long failed, String lastKey, String sinkMark, Optional<End> end) {

        /** Stands for "no request" in place of the index of a request. */
        public static final long NONE = -1;

        public RunMark {
            lanes = List.copyOf(lanes);
        }

        /** Returns the mark of a run that begins on the given lanes. */
        static RunMark begin(List<OfLane> lanes) {
            return new RunMark(lanes, 0, 0, "", "", Optional.empty());
        }

        public boolean ended() {
            return end.isPresent();
        }

        public RunMark withEnd(End newEnd) {
            return new RunMark(lanes, handled, failed, lastKey, sinkMark, Optional.of(newEnd));
        }
    }

    /**
     * The end of a run.
     *
     * @param at when the end was recorded
     * @param reported whether a process has reported the end to its caller. A process that is killed after it recorded the end has
     *     not
     */
    public record End(Instant at, boolean reported) {}

    /**
     * The part of a run's mark for one lane.
     *
     * @param input the id of the lane's input
     * @param behind the index of the last request that the input had when the run began, {@link RunMark#NONE} for none. The
     *     requests up to this index do not belong to this run, even if they carry the same job name and run name
     * @param askAgainUpTo the index of the last request that may be sent again when the run continues after a failure stopped it.
     *     Up to this index all reads, the failed updates and the refused events are sent again, because the cause is assumed to
     *     have been corrected; {@link RunMark#NONE} if no failure stopped the run
     */
    public record OfLane(UUID input, long behind, long askAgainUpTo) {}

    /**
     * The name of a run, which includes the name of its job.
     *
     * @param job the job's name
     * @param run the name of the run within its job, for example the day that it processes
     */
    public record RunName(String job, String run) {

        private static final Pattern PART = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
        private static final char BETWEEN = '@';

        public RunName {
            check("job", job);
            check("run", run);
        }

        private static void check(String what, String text) {
            if (!PART.matcher(text).matches()) {
                throw new IllegalArgumentException("'" + text + "' is no name for a " + what
                        + ": use up to 63 letters, digits, '.', '_' and '-', the first a letter or a digit");
            }
        }

        public static RunName parse(String text) {
            final int between = text.indexOf(BETWEEN);
            if (between < 0) {
                throw new IllegalArgumentException("'" + text + "' is no run of a job: it is written as job@run");
            }
            return new RunName(text.substring(0, between), text.substring(between + 1));
        }

        /** Returns the name in the form that files and messages show. */
        public String text() {
            return job + BETWEEN + run;
        }

        @Override
        public String toString() {
            return "run '" + run + "' of the job '" + job + "'";
        }
    }
}
