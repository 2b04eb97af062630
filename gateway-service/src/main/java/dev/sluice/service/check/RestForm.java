package dev.sluice.service.check;

import dev.sluice.service.config.ContractConfig.Ask;

/** How what a service answers will be asked, for people. */
final class RestForm {

    private RestForm() {}

    /** A chunk is never larger than that, so no call is. */
    private static String cut(int limit) {
        return ": that is chunk.limit, though request.limit is " + limit;
    }

    /** @param chunkLimit the most requests of a chunk */
    static String of(Ask ask, boolean chunk, int chunkLimit) {
        final int items = Math.min(ask.limit(), chunkLimit);
        final String call = ask.method() + " " + ask.path();
        if (!chunk) {
            return call + ", single: chunk: false";
        }
        if (items > 1) {
            return call + ", up to " + items + (ask.limit() > chunkLimit ? cut(ask.limit()) : "");
        }
        return call + ", single: "
                + (ask.limit() == 1 ? "a call can ask only one item, or request.limit is 1" : "chunk.limit is 1");
    }
}
