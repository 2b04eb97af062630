package dev.sluice.perf.load;

/**
 * An event to be sent.
 *
 * @param number of this sender, from 0
 * @param payload a JSON document
 */
public record Event(long number, String payload) {

    /** The event of that number: some 60 bytes of JSON. */
    public static Event of(long number) {
        return new Event(
                number,
                "{\"order\":" + number + ",\"customer\":" + number % 1000
                        + ",\"amount\":\"12.50\",\"currency\":\"EUR\"}");
    }
}
