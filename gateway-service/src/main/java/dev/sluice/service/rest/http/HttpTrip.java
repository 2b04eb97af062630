package dev.sluice.service.rest.http;

import dev.sluice.service.config.Credentials.Header;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A request, sent with the credential of the moment; once more with another credential if the service does not know the
 * first one. Any thread; waits for nothing.
 */
public final class HttpTrip {

    private static final int UNAUTHORIZED = 401;

    private final Credential credential;
    private final Sender sender;
    private final Consumer<HttpReply> taker;
    private int sent;
    private boolean cancelled;
    private GivesUp cancel = () -> 0;

    /** Gives a request up. */
    public interface GivesUp {

        /** Returns the status of a response that began; 0 if none did. */
        int giveUp();
    }

    /** Sends the request. */
    public interface Sender {

        /**
         * Sends the request; never waits.
         *
         * @param replied takes what came of it, perhaps before this method returns
         * @return gives the request up
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

    /** Nothing was sent: the service counts as away, and no request fails. */
    private static HttpReply noToken(Throwable error) {
        final Throwable cause = error.getCause() == null ? error : error.getCause();
        return cause instanceof Error ? new HttpReply.Fault(cause) : new HttpReply.NotReached(cause.getMessage());
    }

    private synchronized void send(Optional<Header> who, boolean againIfUnknown) {
        if (!cancelled) {
            final int its = ++sent;
            final GivesUp givesUp = sender.send(who, reply -> took(reply, who, againIfUnknown));
            if (its == sent) { // otherwise its reply is there, and what it was sent again for is what can be given up
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

    /** Gives up what was sent last; nothing is sent any more. Returns the status of a response that began; 0 if none did. */
    public synchronized int cancel() {
        cancelled = true;
        return cancel.giveUp();
    }
}
