package dev.sluice.service.rest.http;

import dev.sluice.service.config.Credentials.Header;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A request that is sent with the current credential. If the service rejects the credential, the request is sent once more
 * with another credential. Any thread may call the methods; none of them blocks.
 */
public final class HttpTrip {

    private static final int UNAUTHORIZED = 401;

    private final Credential credential;
    private final Sender sender;
    private final Consumer<HttpReply> taker;
    private int sent;
    private boolean cancelled;
    private GivesUp cancel = () -> 0;

    /** Cancels a request. */
    public interface GivesUp {

        /** Cancels the request. Returns the status of the response if the response has begun, otherwise 0. */
        int giveUp();
    }

    /** Sends the request. */
    public interface Sender {

        /**
         * Sends the request without blocking.
         *
         * @param replied called with the reply, perhaps before this method returns
         * @return a handle that cancels the request
         */
        GivesUp send(Optional<Header> who, Consumer<HttpReply> replied);
    }

    public HttpTrip(Credential credential, Sender sender, Consumer<HttpReply> taker) {
        this.credential = credential;
        this.sender = sender;
        this.taker = taker;
    }

    public void begin() {
        send(credential.header(), true);
    }

    private void send(CompletableFuture<Optional<Header>> who, boolean againIfUnknown) {
        if (who.isDone() && !who.isCompletedExceptionally()) {
            send(who.join(), againIfUnknown);
            return;
        }
        who.whenComplete((header, error) -> {
            if (error != null) {
                taker.accept(noToken(error));
            } else {
                try {
                    send(header, againIfUnknown);
                } catch (final RuntimeException e) {
                    taker.accept(new HttpReply.Fault(e));
                }
            }
        });
    }

    /**
     * Returns the reply if no token could be fetched. Nothing was sent, so the service counts as unavailable and no request
     * fails.
     */
    private static HttpReply noToken(Throwable error) {
        final Throwable cause = error.getCause() == null ? error : error.getCause();
        return cause instanceof Error ? new HttpReply.Fault(cause) : new HttpReply.NotReached(cause.getMessage());
    }

    private synchronized void send(Optional<Header> who, boolean againIfUnknown) {
        if (!cancelled) {
            final int its = ++sent;
            final GivesUp givesUp = sender.send(who, reply -> took(reply, who, againIfUnknown));
            if (its == sent) { // if not, the request was sent again meanwhile, and cancel must end the later attempt
                cancel = givesUp;
            }
        }
    }

    private void took(HttpReply reply, Optional<Header> who, boolean againIfUnknown) {
        if (!againIfUnknown || !isUnknown(reply)) {
            taker.accept(reply);
            return;
        }
        final CompletableFuture<Optional<Header>> other = credential.otherThan(who);
        if (other.isDone() && !other.isCompletedExceptionally() && other.join().equals(who)) {
            taker.accept(reply);
        } else {
            send(other, false);
        }
    }

    private static boolean isUnknown(HttpReply reply) {
        return reply instanceof HttpReply.Response response && response.status() == UNAUTHORIZED;
    }

    /**
     * Cancels the last request; no further request is sent. Returns the status of the response if the response has begun,
     * otherwise 0.
     */
    public synchronized int cancel() {
        cancelled = true;
        return cancel.giveUp();
    }
}
