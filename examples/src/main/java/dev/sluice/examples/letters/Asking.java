package dev.sluice.examples.letters;

import java.time.Duration;

/**
 * What one run of a form asked, and what it did not have to ask.
 *
 * @param requests requests that this run wrote
 * @param fromHistory requests of an earlier run that were on the queue already, and whose results this one took
 * @param doneBefore contracts that an earlier run had done, and this one passed over
 * @param questions those of the requests that were written in one go, 0 where asking and handling alternate
 * @param questionsTook how long those took to write
 */
public record Asking(long requests, long fromHistory, long doneBefore, long questions, Duration questionsTook) {

    Asking(long requests, long fromHistory, long doneBefore) {
        this(requests, fromHistory, doneBefore, 0, Duration.ZERO);
    }
}
