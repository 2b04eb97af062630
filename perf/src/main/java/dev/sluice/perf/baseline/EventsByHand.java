package dev.sluice.perf.baseline;

import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.Event;
import dev.sluice.perf.load.EventSender;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/**
 * Sends each event with its own post. The service in a published measurement did the same before it used batches.
 *
 * <p>The comparison is fair because the connection is reused, and JSON bodies are written and read without building a tree. The
 * sending thread itself waits for each response, so that no further thread has to be woken.
 */
public final class EventsByHand implements EventSender {

    private final Arrivals arrivals;
    private final EventPosts posts;

    public EventsByHand(URI sink, Arrivals arrivals) {
        this.arrivals = arrivals;
        this.posts = new EventPosts(sink);
    }

    @Override
    public void send(long number) throws InterruptedException {
        try {
            posts.post(List.of(Event.of(number)));
            arrivals.of(number);
        } catch (final IOException e) {
            arrivals.failed(e);
        }
    }

    @Override
    public void close() {
        // There are no threads to end.
    }
}
