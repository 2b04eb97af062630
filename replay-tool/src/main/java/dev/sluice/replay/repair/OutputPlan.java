package dev.sluice.replay.repair;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.replay.repair.SalvagedFile.Condition;
import dev.sluice.transport.NumberedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.openhft.chronicle.wire.BinaryWireCode;

/**
 * Plans the repair of an output's files. Requests are answered in order. Therefore, if readable results come after lost ones,
 * each lost result is replaced by a failure that reports the loss. If lost results are at the end, and nobody has read them, they
 * are cut off. The gateway then answers their requests again.
 */
final class OutputPlan {

    /**
     * Consecutive lost results and their requests. These requests lie between the request of the last result before the lost ones
     * and the request of the first result after them. There are as many requests as lost results.
     *
     * @param first the number of results before the first lost one
     * @param count the number of lost results
     * @param firstNumber the running number of the first lost result
     * @param firstRequest the number of requests before the request of the first lost result
     */
    private record Lost(long first, long count, long firstNumber, long firstRequest) {}

    private static final int HISTORY = 3 + 3 + 2 + Integer.BYTES + Long.BYTES + 1 + 3 * Long.BYTES;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final DamagedQueue queue;
    private final Layout requests;
    private final Layout results;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Lost> replaced = new ArrayList<>();
    private Optional<SalvagedDocument> last = Optional.empty();
    private long afterLast;
    private String obstacle = "";

    /** @param requests the input as it will be after the repair */
    OutputPlan(DamagedQueue queue, List<SalvagedFile> found, Layout requests, List<DamagedState> states) {
        this.queue = queue;
        this.requests = requests;
        this.results = new Layout(queue, withoutUnknown(found));
        if (results.files().stream().anyMatch(file -> file.lost() > 0 || file.condition() == Condition.EMPTY)) {
            findLost();
            keepWhatWasRead(states);
        }
        for (int i = 0; i < results.files().size(); i++) {
            plan(i);
        }
        states.stream().filter(DamagedState::isPlace).forEach(this::checkPlace);
    }

    List<Finding> findings() {
        return findings;
    }

    /**
     * Returns the files that remain in the plan. Plans to record the oldest files as deleted if their number of results is
     * unknown, and to set aside files that never held a message.
     */
    private List<SalvagedFile> withoutUnknown(List<SalvagedFile> found) {
        final List<SalvagedFile> files = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            final SalvagedFile file = found.get(i);
            final boolean later = found.subList(i + 1, found.size()).stream().anyMatch(other -> other.count() > 0);
            if (file.condition() == Condition.EMPTY && file.count() == 0 && files.isEmpty() && later) {
                findings.add(Finding.repair(
                        queue.where(file.path()),
                        file.said("result"),
                        "note it as deleted: older files are deleted, so its number of results is unknown; its"
                                + " requests are answered",
                        List.of("out " + file.cycle() + ":0.."),
                        work -> work.noteDeleted(queue, file)));
            } else if (file.condition() == Condition.NONE) {
                findings.add(Finding.setAside(queue, file, "result"));
            } else {
                files.add(file);
            }
        }
        return files;
    }

    private void findLost() {
        long ordinal = 0;
        long lost = 0;
        try (SalvagedDocuments walk = results.walk(0)) {
            while (walk.next()) {
                final Optional<SalvagedDocument> document = walk.document();
                if (document.isPresent()) {
                    if (lost > 0) {
                        answered(ordinal - lost, lost, document.get());
                        lost = 0;
                    }
                    last = document;
                    afterLast = ordinal + 1;
                } else {
                    lost++;
                }
                ordinal++;
            }
        }
    }

    /** Returns the number of requests up to the request of the last readable result. */
    private long nextRequest() {
        return last.map(result -> requests.ordinal(result.request())).orElse(-1L) + 1;
    }

    private long nextNumber() {
        return last.map(SalvagedDocument::number).orElse(0L) + 1;
    }

    /** Plans the replacement of the lost results between the last readable result before them and {@code next}. */
    private void answered(long first, long count, SalvagedDocument next) {
        final long request = requests.ordinal(next.request()) - count;
        final boolean known = last.isPresent() || queue.isFromFirst();
        if (request < 0 || known && (request != nextRequest() || next.number() - count != nextNumber())) {
            obstacle = SalvagedFile.count(count, "result") + " before the one of "
                    + requests.queue().position(next.request()) + " cannot be matched to requests: there are not just "
                    + SalvagedFile.count(count, "request");
            return;
        }
        replaced.add(new Lost(first, count, next.number() - count, request));
    }

    /**
     * Cuts off the lost results at the end. Keeps, for replacement by failures, the results that a named reader or a run of a job
     * has already read.
     */
    private void keepWhatWasRead(List<DamagedState> states) {
        long end = afterLast;
        for (final DamagedState state : states) {
            final long read = state.isPlace() && state.index() > 0 ? results.ordinal(state.index()) + 1 : 0;
            final boolean fits = state.sequence() == nextNumber() + read - 1 - afterLast
                    && nextRequest() + read - afterLast <= requests.count();
            if (read > end && fits) {
                end = read;
            }
        }
        if (end > afterLast) {
            replaced.add(new Lost(afterLast, end - afterLast, nextNumber(), nextRequest()));
        }
        long before = 0;
        for (int i = 0; i < results.files().size(); i++) {
            final SalvagedFile cut = results.files().get(i).cutTo(Math.max(0, end - before));
            results.files().set(i, cut);
            before += cut.count();
        }
    }

    private void plan(int place) {
        final SalvagedFile file = results.files().get(place);
        final String where = queue.where(file.path());
        if (file.condition() == Condition.WHOLE) {
            return;
        }
        if (!obstacle.isEmpty()) {
            findings.add(Finding.of(
                    Finding.Kind.REFUSED,
                    where,
                    file.said("result") + "; " + obstacle,
                    "bring the file back from a copy; if there is none, rebuild the output with the gateway's"
                            + " configuration: sluice replay resume --rebuild-output --queues "
                            + queue.directory().path().getParent() + " --config FILE",
                    queue.lost(file)));
            return;
        }
        if (file.count() == 0) {
            findings.add(Finding.repair(
                    where,
                    file.said("result"),
                    "remove it: none of its results can be read, and no result follows; the gateway sends the requests"
                            + " again",
                    List.of("out " + file.cycle() + ":0.."),
                    work -> takeOut(file, work)));
            return;
        }
        final boolean ended = results.files().subList(place + 1, results.files().size()).stream()
                .anyMatch(later -> later.count() > 0);
        findings.add(Finding.repair(
                where,
                file.said("result"),
                "rewrite it from its readable results; "
                        + (file.lost() > 0
                                ? "each lost result is replaced by a failure that says so"
                                : ended
                                        ? "nothing is lost"
                                        : "if results after them are missing, their requests are sent" + " again"),
                queue.lost(file),
                work -> rewrite(file, ended, work)));
    }

    private void takeOut(SalvagedFile file, Work work) throws IOException {
        work.keep(queue.log());
        work.remove(queue.table());
        work.keep(file.path());
        queue.forgetFile(file.cycle());
        work.remove(file.path());
    }

    private void rewrite(SalvagedFile file, boolean ended, Work work) throws IOException {
        final long before = results.ordinal(queue.index(file.cycle(), 0));
        try (Failures failures = new Failures()) {
            work.rewrite(queue, file, ended, number -> failures.of(before + number));
        }
    }

    /**
     * Creates the failures that replace lost results. Keeps an iterator over the requests open, because the requests of lost
     * results are mostly consecutive.
     */
    private final class Failures implements AutoCloseable {
        private Optional<SalvagedDocuments> walk = Optional.empty();
        private long next = -1;

        byte[] of(long result) {
            final Lost lost = replaced.stream()
                    .filter(some -> some.first <= result && result < some.first + some.count)
                    .findFirst()
                    .orElseThrow();
            final long request = lost.firstRequest + result - lost.first;
            if (request != next) {
                close();
                walk = Optional.of(requests.walk(request));
            }
            final SalvagedDocuments at = walk.orElseThrow();
            if (!at.next()) {
                throw new IllegalStateException("no request " + request);
            }
            next = request + 1;
            final Optional<SalvagedDocument> asked = at.document().filter(document -> !document.lost());
            final RequestRef ref = asked.map(document ->
                            new RequestRef(at.index(), document.writer(), document.sequence(), document.name()))
                    .orElseGet(() -> new RequestRef(at.index(), 0, 0, ""));
            final long written = asked.map(SalvagedDocument::writtenNanos).orElse(0L);
            return failure(lost.firstNumber + result - lost.first, ref, written);
        }

        @Override
        public void close() {
            walk.ifPresent(SalvagedDocuments::close);
        }
    }

    /** @param writtenNanos when the request was written, in nanoseconds since 1970; 0 if unknown */
    private static byte[] failure(long number, RequestRef request, long writtenNanos) {
        final MessageWriter message = new MessageWriter();
        ResultFrame.begin(message, ResultKind.FAILED, request.name());
        ResultFrame.failed(
                message,
                Failure.of(
                        FailureKind.INTERNAL,
                        "The result was lost when the queue was damaged, and a repair put this failure in its place."
                                + " The request was answered before: an update or event may have happened"));
        ResultFrame.end(message, NumberedWriter.newId(), number, request, 0, 0, 0);
        final ByteBuffer bytes = ByteBuffer.allocate(HISTORY + message.size()).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) BinaryWireCode.FIELD_NUMBER).put((byte) 0x80).put((byte) 0);
        bytes.put((byte) BinaryWireCode.BYTES_LENGTH16).putShort((short) (HISTORY - 6));
        bytes.put((byte) BinaryWireCode.HISTORY_MESSAGE);
        bytes.put((byte) 1).putInt(Documents.INPUT).putLong(request.index());
        final long now = System.currentTimeMillis() * NANOS_PER_MILLI;
        bytes.put((byte) 3).putLong(writtenNanos).putLong(now).putLong(now);
        bytes.put(message.buffer(), 0, message.size());
        return bytes.array();
    }

    private void checkPlace(DamagedState state) {
        final int cycle = queue.cycle(state.index());
        final boolean deleted = results.files().stream().noneMatch(file -> file.cycle() <= cycle);
        final boolean there = results.files().stream()
                .anyMatch(file -> file.cycle() == cycle && queue.number(state.index()) < file.count());
        if (state.index() > 0 && !deleted && !there) {
            findings.add(Finding.operator(
                    queue.where(state.path()),
                    "the " + state.role() + " '" + state.name() + "' was at " + queue.position(state.index())
                            + ", after the last result that can be read",
                    state.role().equals("run")
                            ? "start the run anew, after 'sluice jobs --give-up " + state.name() + "'"
                            : "let the gateway answer everything, then delete the file: the reader then begins at the"
                                    + " end, so print with sluice cat the results that it may not have read"));
        }
    }
}
