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
 * The figures of the letters job through the gateway.
 *
 * @param continued whether this run continued an interrupted one
 * @param asking the requests of this run
 * @param updated the number of contracts whose {@code last_letter} is the letters' date
 */
record GatewayRun(JobForm form, boolean continued, LettersReport report, Asking asking, Summary summary, long updated) {

    /**
     * The counts that the gateway reports for its run.
     *
     * @param readCalls the number of calls for reads
     * @param updateCalls the number of calls for updates
     * @param readQuestions the number of questions in the calls for reads; requests with equal keys in a chunk are one question
     * @param trips the number of round trips to the database and to services
     * @param chunkSizes the number of chunks for each upper bound of the chunk size; a chunk is counted only at the smallest
     *     bound that it does not exceed
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

        /** The summary of a gateway that had no requests to answer, and was stopped before it had started completely. */
        private static final Summary NOTHING = new Summary(0, 0, 0, 0, 0, 0, 0, 0, Map.of());

        /**
         * Reads the summary file of a gateway.
         *
         * @param needed whether the gateway had requests to answer, so that the file must exist
         */
        static Summary read(Path file, boolean needed) throws IOException {
            if (!Files.exists(file)) {
                if (!needed) {
                    return NOTHING;
                }
                throw new DemoException(
                        "the gateway stopped, but did not write " + file + "; its log is in the same directory");
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

        /** Returns an upper bound of the median chunk size, or 0 if there were no chunks. */
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
