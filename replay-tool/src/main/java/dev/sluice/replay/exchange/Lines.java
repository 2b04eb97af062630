package dev.sluice.replay.exchange;

import java.util.Optional;

/** Exchanges as lines of text. */
public interface Lines {

    /** What of an exchange is printed. */
    enum Side {
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

    /** What is printed above all lines, if anything is. */
    default Optional<String> header() {
        return Optional.empty();
    }

    /** One exchange. */
    String line(Exchange exchange);
}
