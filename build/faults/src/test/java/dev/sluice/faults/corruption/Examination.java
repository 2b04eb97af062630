package dev.sluice.faults.corruption;

import dev.sluice.api.QueueException;
import dev.sluice.api.RequestKind;
import dev.sluice.faults.corruption.Contents.Message;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Lets every reader go over a damaged copy of a queue pair, and a gateway and a writer go on with it. What they give must
 * be what was written; from some place on they may give an error instead, but never less without one.
 */
final class Examination {

    private static final int APPENDED = 5;
    private static final String MARK = "appended";

    private final Path copy;
    private final boolean filesMissing;
    private final Expected expected;
    private final List<String> wrong = new ArrayList<>();
    private final List<String> detected = new ArrayList<>();

    /** The counts of an undamaged pair: requests, results, those after the named reader's place, those when drained. */
    record Expected(List<Message> requests, List<Message> results, List<Message> fromPlace, List<Message> complete) {

        /** Reads it; the copy is drained. */
        static Expected of(Path undamaged) {
            try (QueuePair queues = open(undamaged)) {
                final List<Message> requests = all(Contents.ofRequests(queues));
                final List<Message> results = all(Contents.ofResults(queues, false));
                final List<Message> fromPlace = all(Contents.ofResults(queues, true));
                Drain.answerAll(queues);
                return new Expected(requests, results, fromPlace, all(Contents.ofResults(queues, false)));
            }
        }

        private static List<Message> all(Contents contents) {
            contents.error().ifPresent(error -> {
                throw new IllegalStateException("an undamaged queue cannot be read", error);
            });
            return contents.messages();
        }
    }

    private Examination(Path copy, boolean filesMissing, Expected expected) {
        this.copy = copy;
        this.filesMissing = filesMissing;
        this.expected = expected;
    }

    /** Says {@code wrong}, {@code detected} or {@code harmless}, and what was found. */
    static String of(Path copy, boolean filesMissing, Expected expected) {
        final Examination examination = new Examination(copy, filesMissing, expected);
        examination.examine();
        if (!examination.wrong.isEmpty()) {
            return "wrong " + examination.wrong + "; detected " + examination.detected;
        }
        return examination.detected.isEmpty() ? "harmless" : "detected " + examination.detected;
    }

    private void examine() {
        compare("requests", read(Contents::ofRequests), expected.requests, true);
        compare("results", read(queues -> Contents.ofResults(queues, false)), expected.results, true);
        compare("named reader", read(queues -> Contents.ofResults(queues, true)), expected.fromPlace, true);
        use("status", QueuePair::backlog);
        final boolean drained = use("gateway", Drain::answerAll);
        compare("answers", read(queues -> Contents.ofResults(queues, false)), expected.complete, drained);
        final boolean appended = use("writer", Examination::append);
        compareAppended("requests after writing", read(Contents::ofRequests), expected.requests, appended);
        final boolean drainedAgain = use("second gateway", Drain::answerAll);
        compareAppended(
                "answers after writing",
                read(queues -> Contents.ofResults(queues, false)),
                expected.complete,
                appended && drainedAgain);
    }

    private static void append(QueuePair queues) {
        try (InputWriter writer = queues.newWriter()) {
            for (int i = 0; i < APPENDED; i++) {
                writer.append(RequestKind.LOOKUP, Map.of(), "echo", MARK, i);
            }
        }
    }

    private boolean use(String who, Consumer<QueuePair> use) {
        try (QueuePair queues = open(copy)) {
            use.accept(queues);
            return true;
        } catch (final RuntimeException | Error e) {
            caught(who, e);
            return false;
        }
    }

    private Contents read(Function<QueuePair, Contents> reader) {
        try (QueuePair queues = open(copy)) {
            return reader.apply(queues);
        } catch (final RuntimeException | Error e) {
            return new Contents(List.of(), Optional.of(e));
        }
    }

    private void caught(String who, Throwable error) {
        if (error instanceof QueueException) {
            detected.add(who + ": " + error.getMessage());
        } else {
            wrong.add(who + ": no clear error: " + error);
        }
    }

    /** @param whole whether there must be all of it, or an error */
    private void compare(String who, Contents contents, List<Message> all, boolean whole) {
        contents.error().ifPresent(error -> caught(who, error));
        final List<Message> given = contents.messages();
        final int from = filesMissing && !given.isEmpty() ? Math.max(0, all.indexOf(given.get(0))) : 0;
        for (int i = 0; i < given.size(); i++) {
            final Message message = given.get(i);
            if (message.unreadable()) {
                detected.add(who + ": " + message);
            } else if (from + i >= all.size()) {
                wrong.add(who + ": one too many: " + message);
                return;
            } else if (!message.equals(all.get(from + i))) {
                wrong.add(who + ": " + message + " in place of " + all.get(from + i));
                return;
            }
            if (from + i < all.size()
                    && !message.position().equals(all.get(from + i).position())) {
                wrong.add(who + ": " + message + " at the place of " + all.get(from + i));
                return;
            }
        }
        if (whole && contents.error().isEmpty() && from + given.size() < all.size()) {
            wrong.add(who + ": " + given.size() + " of " + all.size() + " and no error");
        }
    }

    /** Checks that appended messages come after everything else, all of them or none. */
    private void compareAppended(String who, Contents contents, List<Message> all, boolean whole) {
        final List<Message> before = new ArrayList<>();
        int behind = 0;
        for (final Message message : contents.messages()) {
            if (message.text().contains(MARK)) {
                if (!message.text().contains("[" + MARK + ", " + behind + "]")) {
                    wrong.add(who + ": " + message + " as number " + behind);
                }
                behind++;
            } else {
                if (behind > 0) {
                    wrong.add(who + ": " + message + " behind what was appended");
                }
                before.add(message);
            }
        }
        compare(who, new Contents(before, contents.error()), all, whole || behind > 0);
        if (whole && contents.error().isEmpty() && behind < APPENDED) {
            wrong.add(who + ": " + behind + " of " + APPENDED + " appended and no error");
        }
    }

    private static QueuePair open(Path directory) {
        return QueuePair.open(directory, Original.OPTIONS);
    }
}
