package dev.sluice.faults.corruption;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.internal.queue.InputReader;
import dev.sluice.internal.queue.OutputReader;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The messages that a reader was given, and its end.
 *
 * @param messages what came, in order
 * @param error what the reader threw at the end
 */
record Contents(List<Message> messages, Optional<Throwable> error) {

    /**
     * A request, or the answer to one.
     *
     * @param position of the request
     * @param text all there is to it, or {@link #UNREADABLE}
     */
    record Message(String position, String text) {

        boolean unreadable() {
            return text.equals(UNREADABLE);
        }
    }

    private static final String UNREADABLE = "reported as not readable";

    private static final int BATCH = 64;

    /** Reads once more after the end: a reader that only fell after has the rest then. */
    private static final int EMPTY_POLLS = 3;

    /** A step of a reader. */
    private interface Poll {
        int poll();
    }

    static Contents ofRequests(QueuePair queues) {
        final List<Message> messages = new ArrayList<>();
        final RequestReceiver receiver = new RequestReceiver() {
            @Override
            public void request(long index, long writtenNanos, RequestFrame request) {
                messages.add(new Message(
                        queues.inputPosition(index).toString(),
                        request.kind() + " " + request.writer() + " " + request.sequence() + " " + request.name() + " "
                                + request.arguments().values()));
            }

            @Override
            public void undecodable(long index, long writtenNanos, String why) {
                messages.add(new Message(queues.inputPosition(index).toString(), UNREADABLE));
            }
        };
        Optional<Throwable> error;
        try (InputReader reader = queues.requestsFromStart()) {
            error = readToEnd(() -> reader.poll(receiver, BATCH));
        } catch (final RuntimeException | Error e) {
            error = Optional.of(e);
        }
        return new Contents(messages, error);
    }

    static Contents ofResults(QueuePair queues, boolean named) {
        final List<Message> messages = new ArrayList<>();
        Optional<Throwable> error;
        try (OutputReader reader = named ? queues.results(Original.NAMED) : queues.resultsFromStart()) {
            error = readToEnd(() -> reader.poll(
                    (index, frame) -> messages.add(new Message(
                            queues.inputPosition(frame.request().index()).toString(), text(frame))),
                    BATCH));
        } catch (final RuntimeException | Error e) {
            error = Optional.of(e);
        }
        return new Contents(messages, error);
    }

    private static Optional<Throwable> readToEnd(Poll reader) {
        try {
            int empty = 0;
            while (empty < EMPTY_POLLS) {
                empty = reader.poll() == 0 ? empty + 1 : 0;
            }
            return Optional.empty();
        } catch (final RuntimeException | Error e) {
            return Optional.of(e);
        }
    }

    /** An answer that says only that the request could not be read comes as unreadable. */
    private static String text(ResultFrame frame) {
        final StringBuilder text = new StringBuilder();
        frame.deliver(new Results() {
            @Override
            public void rows(RequestRef request, Rows rows) {
                text.append("result " + frame.sequence() + " to " + request.writer() + " " + request.sequence() + " "
                        + rows);
            }

            @Override
            public void notFound(RequestRef request) {
                text.append("not found");
            }

            @Override
            public void updated(RequestRef request, long count) {
                text.append("updated");
            }

            @Override
            public void failed(RequestRef request, Failure failure) {
                final boolean unreadable = failure.message().startsWith("The request cannot be read");
                text.append(unreadable ? UNREADABLE : failure.message());
            }
        });
        return text.toString();
    }
}
