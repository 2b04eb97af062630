package dev.sluice.replay.export;

import dev.sluice.internal.queue.scan.RecordedDocument;
import dev.sluice.internal.queue.scan.RecordedRequests;
import dev.sluice.internal.queue.scan.RecordedResults;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;

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
