package dev.sluice.perf.load;

/**
 * An event to be sent.
 *
 * @param number the number of the event; the first event of each sender has the number 0
 * @param payload a JSON document
 */
public record Event(long number, String payload) {

    /** Returns the event with the given number. Its payload is about 60 bytes of JSON. */
    public static Event of(long number) {
        return new Event(
                number,
                "{\"order\":" + number + ",\"customer\":" + number % 1000
                        + ",\"amount\":\"12.50\",\"currency\":\"EUR\"}");
    }
}
