package dev.sluice.service.rest.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * Takes a body up to a limit, and hangs up when it is reached: an endless one costs no more memory than that. The
 * HTTP client calls it, on one thread at a time.
 */
final class LimitedBody implements BodySubscriber<LimitedBody.Content> {

    private static final int FIRST_SIZE = 4 << 10;

    private final long limit;
    private final Consumer<Content> taker;
    private final CompletableFuture<Content> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(FIRST_SIZE);
    private Flow.Subscription subscription;

    /**
     * The bytes that have come.
     *
     * @param cut whether there was more than the limit
     */
    record Content(byte[] bytes, boolean cut) {}

    /**
     * @param limit the most bytes
     * @param taker takes what has come when nothing more will, once; not if the connection is lost before
     */
    LimitedBody(long limit, Consumer<Content> taker) {
        this.limit = limit;
        this.taker = taker;
    }

    @Override
    public CompletionStage<Content> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription its) {
        subscription = its;
        its.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (final ByteBuffer buffer : buffers) {
            final int size = (int) Math.min(buffer.remaining(), limit - bytes.size());
            final boolean over = size < buffer.remaining();
            final byte[] part = new byte[size];
            buffer.get(part);
            bytes.writeBytes(part);
            if (over) {
                subscription.cancel();
                end(true);
                return;
            }
        }
        subscription.request(1);
    }

    @Override
    public void onError(Throwable error) {
        whole.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        end(false);
    }

    private void end(boolean cut) {
        final Content content = new Content(bytes.toByteArray(), cut);
        whole.complete(content);
        taker.accept(content);
    }
}
