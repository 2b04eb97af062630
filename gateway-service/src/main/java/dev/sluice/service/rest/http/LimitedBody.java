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
 * Collects a body up to a limit, and closes the connection when the limit is reached, so that an endless body does not exhaust
 * memory. The HTTP client calls the methods, on one thread at a time.
 */
final class LimitedBody implements BodySubscriber<LimitedBody.Content> {

    private static final int FIRST_SIZE = 4 << 10;

    private final long limit;
    private final Consumer<Content> taker;
    private final CompletableFuture<Content> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(FIRST_SIZE);
    private Flow.Subscription subscription;

    /**
     * The bytes that were received.
     *
     * @param cut whether the body exceeded the limit and was cut off
     */
    record Content(byte[] bytes, boolean cut) {}

    /**
     * @param limit the maximum number of bytes to collect
     * @param taker called once with the received bytes when the body is complete or cut off; not if the connection is lost
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
