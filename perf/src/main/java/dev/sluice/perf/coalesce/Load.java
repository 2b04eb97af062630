package dev.sluice.perf.coalesce;

/**
 * The requests of a measurement.
 *
 * @param requests their number, in turns for each of the keys
 * @param keys how many different ones
 * @param delay how long a call takes
 */
record Load(int requests, int keys, Delay delay) {

    Load {
        if (keys < 1 || requests < keys) {
            throw new IllegalArgumentException(requests + " requests for " + keys + " keys: at least one for each");
        }
    }

    Load withRequests(int others) {
        return new Load(Math.max(keys, others), keys, delay);
    }

    /** The key of each request, from a first one on. */
    long[] keysFrom(long first) {
        final long[] asked = new long[requests];
        for (int i = 0; i < requests; i++) {
            asked[i] = first + i % keys;
        }
        return asked;
    }

    /**
     * How long a call takes: anything between the two with equal chance.
     *
     * @param leastMicros in microseconds
     * @param mostMicros in microseconds
     */
    record Delay(long leastMicros, long mostMicros) {

        Delay {
            if (leastMicros < 0 || mostMicros < leastMicros) {
                throw new IllegalArgumentException(
                        "A call cannot take " + leastMicros + " to " + mostMicros + " us: at least 0, the less first");
            }
        }

        /** Two numbers of milliseconds. */
        static Delay parse(String text) {
            if (!text.matches("[0-9]{1,5}-[0-9]{1,5}")) {
                throw new IllegalArgumentException("'" + text + "' is no time of a call: 10-30 is, in milliseconds");
            }
            final String[] both = text.split("-");
            return new Delay(1_000 * Long.parseLong(both[0]), 1_000 * Long.parseLong(both[1]));
        }

        @Override
        public String toString() {
            return leastMicros / 1e3 + " to " + mostMicros / 1e3 + " ms";
        }
    }
}
