package dev.sluice.perf.coalesce;

/**
 * What is asked.
 *
 * @param requests how many, in turns for each of the keys
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

    Load withKeys(int others) {
        return new Load(requests, others, delay);
    }

    Load with(Delay other) {
        return new Load(requests, keys, other);
    }

    /** The key of each request, from a first one on. */
    long[] keysFrom(long first) {
        final long[] asked = new long[requests];
        for (int i = 0; i < requests; i++) {
            asked[i] = first + i % keys;
        }
        return asked;
    }
}
