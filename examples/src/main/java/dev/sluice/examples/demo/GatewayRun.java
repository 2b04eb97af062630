package dev.sluice.examples.demo;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.examples.letters.LettersForm.Asking;
import dev.sluice.examples.letters.LettersReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The letters job through the gateway, measured.
 *
 * @param continued whether this run went on with an interrupted one
 * @param asking what this run asked
 * @param updated the contracts whose {@code last_letter} is the letters' date
 */
record GatewayRun(JobForm form, boolean continued, LettersReport report, Asking asking, Summary summary, long updated) {

    /**
     * The gateway's own account of its run.
     *
     * @param readCalls the calls that asked
     * @param updateCalls the runs of updates
     * @param readQuestions the questions of the calls that asked: equal keys of a chunk are asked once
     * @param trips round trips to the database and to services
     * @param chunkSizes how many chunks had at most so many requests, and more than the next smaller number
     */
    record Summary(
            long results,
            long chunks,
            long largestChunk,
            long readCalls,
            long updateCalls,
            long readQuestions,
            long updateQuestions,
            long trips,
            Map<Long, Long> chunkSizes) {

        private static final JsonMapper JSON = JsonMapper.builder()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();

        /** A gateway that nobody needed was stopped while it started, and did nothing. */
        private static final Summary NOTHING = new Summary(0, 0, 0, 0, 0, 0, 0, 0, Map.of());

        /**
         * Reads the summary that a gateway left.
         *
         * @param needed whether the gateway had something to do, and must have left one
         */
        static Summary read(Path file, boolean needed) throws IOException {
            if (!Files.exists(file)) {
                if (!needed) {
                    return NOTHING;
                }
                throw new DemoException("the gateway was stopped and left no " + file + "; its log is beside it");
            }
            return of(Files.readString(file));
        }

        static Summary of(String json) throws IOException {
            return JSON.readValue(json, Summary.class);
        }

        long calls() {
            return readCalls + updateCalls;
        }

        long questions() {
            return readQuestions + updateQuestions;
        }

        /** Returns the median size of a chunk, as an upper bound; 0 when there were none. */
        long medianChunk() {
            long seen = 0;
            for (final Map.Entry<Long, Long> size : chunkSizes.entrySet()) {
                seen += size.getValue();
                if (2 * seen >= chunks) {
                    return Math.min(size.getKey(), largestChunk);
                }
            }
            return 0;
        }
    }
}
