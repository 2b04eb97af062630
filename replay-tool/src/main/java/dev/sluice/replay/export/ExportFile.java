package dev.sluice.replay.export;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.transport.Recording;
import dev.sluice.transport.Recording.RecordedRequests;
import dev.sluice.transport.Recording.RecordedResults;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * An export file, to be read like the queues that it was made of: from its beginning each time, as it is packed. Thread-safe;
 * what it makes is not.
 */
public final class ExportFile implements Recording {

    private final Path path;
    private final Header header;

    private ExportFile(Path path, Header header) {
        this.path = path;
        this.header = header;
    }

    /**
     * Opens one; whether it is whole shows when it is read to its end.
     *
     * @throws QueueException if it is no export file, or of a later format
     */
    public static ExportFile open(Path path) {
        try (ExportLines lines = new ExportLines(path)) {
            return new ExportFile(path, lines.header());
        }
    }

    @Override
    public UUID inputId() {
        return header.input();
    }

    @Override
    public Optional<UUID> answeredInput() {
        return Optional.ofNullable(header.answers());
    }

    @Override
    public String rollCycle() {
        return header.rollCycle();
    }

    @Override
    public Position inputPosition(long index) {
        return header.inputNumbering().position(index);
    }

    @Override
    public Position outputPosition(long index) {
        return header.outputNumbering().position(index);
    }

    @Override
    public long inputIndex(Position position) {
        return header.inputNumbering().index(position);
    }

    @Override
    public long lastIndexNow() {
        return Long.MAX_VALUE;
    }

    /** Its end says it, and that is packed. */
    @Override
    public long requestCount() {
        return 0;
    }

    @Override
    public boolean hasDeletedRequests() {
        return !header.contents().firstRequest();
    }

    @Override
    public boolean hasDeletedResults() {
        return !header.contents().firstResult();
    }

    @Override
    public boolean isComplete() {
        return header.contents().complete();
    }

    @Override
    public OptionalLong firstRequestSince(long nanos) {
        try (RecordedRequests requests = scanRequests()) {
            while (requests.next()) {
                if (requests.writtenNanos() >= nanos) {
                    return OptionalLong.of(requests.index());
                }
            }
        }
        return OptionalLong.empty();
    }

    @Override
    public OptionalLong firstRequestFrom(long index) {
        return OptionalLong.of(index);
    }

    @Override
    public RecordedRequests scanRequests() {
        return new FileScan.Requests(path, OptionalLong.empty());
    }

    @Override
    public RecordedRequests scanRequests(long from) {
        return new FileScan.Requests(path, OptionalLong.of(from));
    }

    @Override
    public RecordedResults scanResults() {
        return new FileScan.Results(path, OptionalLong.empty());
    }

    @Override
    public RecordedResults scanResults(long ofRequest) {
        return new FileScan.Results(path, OptionalLong.of(ofRequest));
    }

    /** Holds nothing open. */
    @Override
    public void close() {
        // each scan has the file open for itself
    }
}
