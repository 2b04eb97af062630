package dev.sluice.replay.export;

import dev.sluice.queue.RecordedDocument;
import dev.sluice.queue.RecordedRequests;
import dev.sluice.queue.RecordedResults;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.ResultFrame;

/** What is done with documents on their way into a file. */
public interface Treatment {

    /** They go as they are. */
    Treatment NONE = new Treatment() {
        @Override
        public RecordedDocument<RequestFrame> request(RecordedRequests request) {
            return request.recorded();
        }

        @Override
        public RecordedDocument<ResultFrame> result(RecordedRequests request, RecordedResults result) {
            return result.recorded();
        }
    };

    /** A request. */
    RecordedDocument<RequestFrame> request(RecordedRequests request);

    /** A result that stands where one of that request belongs, and as a rule answers it. */
    RecordedDocument<ResultFrame> result(RecordedRequests request, RecordedResults result);
}
