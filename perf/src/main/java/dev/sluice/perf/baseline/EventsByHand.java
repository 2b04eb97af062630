package dev.sluice.perf.baseline;

import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.Event;
import dev.sluice.perf.load.EventSender;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Events sent with one post each, as the document's service did before it had batches.
 *
 * <p>Fair: connections are kept, so many posts may be under way at a time, and bodies are written and responses read
 * without a tree. With one under way the sending thread waits for each response, and no thread has to be woken for it but
 * the client's.
 *
 * <p>To tune: the posts under way.
 */
public final class EventsByHand implements EventSender {

    private final Arrivals arrivals;
    private final int inFlight;
    private final Semaphore free;
    private final EventPosts posts;

    public EventsByHand(URI sink, int inFlight, Arrivals arrivals) {
        this.arrivals = arrivals;
        this.inFlight = inFlight;
        this.free = new Semaphore(inFlight);
        this.posts = new EventPosts(sink);
    }

    @Override
    public void send(Event event) throws InterruptedException {
        if (inFlight == 1) {
            sendAndWait(event);
            return;
        }
        free.acquire();
        posts.postAsync(List.of(event)).whenComplete((taken, error) -> {
            free.release();
            if (error == null) {
                arrivals.of(event.number());
            } else {
                arrivals.failed(error);
            }
        });
    }

    private void sendAndWait(Event event) throws InterruptedException {
        try {
            posts.post(List.of(event));
            arrivals.of(event.number());
        } catch (final IOException e) {
            arrivals.failed(e);
        }
    }

    @Override
    public void close() {
        // Nothing runs when nothing is sent.
    }
}
