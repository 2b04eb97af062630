package dev.sluice.replay.exchange;

/** What of an exchange is printed. */
public enum Side {
    /** Requests, answered or not. */
    requests,
    /** Results; what waits is left out. */
    results,
    /** Requests, each with its result if there is one. */
    both;

    /** Whether an exchange has something of it. */
    public boolean takes(Exchange exchange) {
        return this != results || exchange.answer().isPresent();
    }
}
