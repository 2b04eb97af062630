package dev.sluice.internal.client.declared;

import dev.sluice.api.FutureRequests;
import dev.sluice.api.InterruptedWaitException;
import dev.sluice.api.NotFoundException;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Shape;
import dev.sluice.internal.client.ReaderThread;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * What a call of one method does.
 *
 * @param name what is asked
 * @param shape what the answer becomes
 * @param waits whether the method gives that, or a future of it
 */
record Call(RequestKind kind, String name, Shape<?> shape, boolean waits) {

    private static final Object[] NO_ARGUMENTS = {};

    /** Asks, and waits if the method does: never on a thread that reads results, where it does not even ask. */
    Object on(FutureRequests requests, Object[] arguments) {
        if (waits) {
            ReaderThread.checkMayWait("for the result of '" + name + "'");
        }
        final CompletableFuture<?> future =
                requests.ask(kind, Map.of(), name, arguments == null ? NO_ARGUMENTS : arguments, shape);
        return waits ? await(future) : future;
    }

    private Object await(CompletableFuture<?> future) {
        try {
            return future.get();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException("interrupted while it waited for the result of '" + name
                    + "'; what was asked stays asked, an update happens");
        } catch (final ExecutionException e) {
            throw asSeenHere(e.getCause());
        }
    }

    /** With the stack of the thread that asked: the other one's says nothing of the job. */
    private RuntimeException asSeenHere(Throwable cause) {
        if (cause instanceof RequestFailedException failed) {
            return new RequestFailedException(failed);
        } else if (cause instanceof NotFoundException nothing) {
            return new NotFoundException(nothing);
        } else if (cause instanceof RuntimeException unchecked) {
            return unchecked;
        } else if (cause instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("'" + name + "' ended with " + cause, cause);
    }
}
