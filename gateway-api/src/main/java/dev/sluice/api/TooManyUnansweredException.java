package dev.sluice.api;

import java.util.concurrent.RejectedExecutionException;

/** A request was not asked, because so many others have no result yet: the limit that was chosen, see {@link UnansweredLimit}. */
public final class TooManyUnansweredException extends RejectedExecutionException {

    private static final long serialVersionUID = 1L;

    public TooManyUnansweredException(String message) {
        super(message);
    }
}
