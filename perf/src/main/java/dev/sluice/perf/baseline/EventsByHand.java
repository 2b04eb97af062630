package dev.sluice.perf.baseline;

import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.Event;
import dev.sluice.perf.load.EventSender;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/**
 * Events sent with one post each, as the document's service did before it had batches.
 *
 * <p>Fair: the connection is kept, bodies are written and responses read without a tree, and the sending thread waits for
 * each response, so that no thread has to be woken for it but the client's.
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
        // Nothing runs when nothing is sent.
    }
}
