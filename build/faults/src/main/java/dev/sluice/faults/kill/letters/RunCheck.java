package dev.sluice.faults.kill.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.OpenRun;
import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares a run with its model, {@link Letters}: the run's file, its mark (the record of how far it has come), its requests, and
 * the counters of the contracts. For one thread.
 */
final class RunCheck implements RequestReceiver, AutoCloseable {

    private static final int BATCH = 1_000;
    private static final int SHOWN = 10;

    private final Path queuesPath;
    private final RequestReader requests;
    private final Store store;
    private final BrokenPromises findings;
    private final Set<String> calls = new HashSet<>();
    private String run = "";

    RunCheck(Path queuesPath, Lane queues, Store store, BrokenPromises findings) {
        this.queuesPath = queuesPath;
        this.requests = queues.requestsFromStart();
        this.store = store;
        this.findings = findings;
    }

    /** Checks a run that has ended; earlier runs must have been checked before. */
    void checkEnded(Letters letters, Path file) throws IOException, SQLException {
        checkFile(letters, file);
        checkMark(letters);
        checkRequests(letters);
        checkCounters(letters, letters.contracts());
    }

    /** Checks that the file is, byte for byte, the one of a run without kills. */
    private void checkFile(Letters letters, Path file) throws IOException {
        final byte[] expected = letters.all().getBytes(StandardCharsets.UTF_8);
        final byte[] written = Files.readAllBytes(file);
        final int at = Arrays.mismatch(expected, written);
        if (at >= 0) {
            findings.add(
                    Kind.WRONG,
                    file + " of " + letters.runId() + " has " + written.length + " bytes but must have "
                            + expected.length + "; from byte " + at + " on it reads '" + excerpt(written, at)
                            + "' but must read '" + excerpt(expected, at) + "'");
        }
    }

    private static String excerpt(byte[] text, int at) {
        return new String(text, at, Math.min(60, text.length - at), StandardCharsets.UTF_8).replace('\n', '/');
    }

    /** Checks that, according to the run's mark, the run has ended with all letters, and that no run is open. */
    private void checkMark(Letters letters) {
        final List<OpenRun> open = OpenRun.list(queuesPath);
        if (!open.isEmpty()) {
            findings.add(Kind.WRONG, letters.runId() + " has ended, but these runs are open: " + open);
        }
        try (GatewayClient client = GatewayClient.open(queuesPath);
                Job job = client.job(LettersProgram.JOB, letters.runId())) {
            final long handled = job.handledItems();
            if (!job.isEnded() || handled != letters.contracts()) {
                findings.add(
                        Kind.WRONG,
                        letters.runId() + " has ended with " + letters.contracts() + " letters, but its mark says "
                                + handled + (job.isEnded() ? ", ended" : ", not ended"));
            }
        }
    }

    /** Checks that each request of the run is on the queue exactly once, in spite of the kills. */
    private void checkRequests(Letters letters) {
        run = letters.runId();
        calls.clear();
        while (requests.poll(this, BATCH) > 0) {
            continue;
        }
        if (calls.size() != letters.requests()) {
            findings.add(
                    calls.size() < letters.requests() ? Kind.LOST : Kind.WRONG,
                    calls.size() + " calls of " + run + " are on the queue, but must be " + letters.requests());
        }
    }

    @Override
    public void request(long index, long writtenNanos, RequestFrame request) {
        final Map<String, String> headers = request.headers();
        final String call = headers.get(RequestFrame.ITEM) + " " + headers.get(RequestFrame.CALL);
        if (!run.equals(headers.get(RequestFrame.RUN))) {
            findings.add(Kind.WRONG, "while " + run + " was running, another run sent a request: " + headers);
        } else if (!calls.add(call)) {
            findings.add(Kind.DUPLICATED, run + " sent a request again after a kill: " + call + " " + request.name());
        }
    }

    @Override
    public void undecodable(long index, long writtenNanos, String why) {
        findings.add(Kind.WRONG, "a request of " + run + " cannot be read: " + why);
    }

    /**
     * Checks the counters of the contracts while no gateway runs. Each run adds one to each counter. No update of this run may be
     * applied twice, and no update of an earlier run or of a handled letter may be missing.
     *
     * @param handled the number of letters of the run that are certainly handled
     */
    void checkCounters(Letters letters, long handled) throws IOException, SQLException {
        final int number = letters.run();
        try (Connection connection = store.inspect()) {
            report(Kind.APPLIED_TWICE, number, contracts(connection, "letters > ?", number));
            report(Kind.NOT_APPLIED, number, contracts(connection, "letters < ?", number - 1L));
            report(Kind.NOT_APPLIED, number, contracts(connection, "letters < ? AND id <= ?", number, handled));
            report(Kind.WRONG, number, contracts(connection, "last_run <> letters AND letters <= ?", number));
        }
    }

    private void report(Kind kind, int number, List<String> contracts) {
        if (!contracts.isEmpty()) {
            findings.add(
                    kind,
                    contracts.size(),
                    "in run " + number + ", wrong counters of " + contracts.size() + " contracts, as contract=letters: "
                            + contracts.subList(0, Math.min(SHOWN, contracts.size())));
        }
    }

    private static List<String> contracts(Connection connection, String condition, long... arguments)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT id, letters FROM contract WHERE " + condition + " ORDER BY id")) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setLong(i + 1, arguments[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                final List<String> contracts = new ArrayList<>();
                while (rows.next()) {
                    contracts.add(rows.getLong(1) + "=" + rows.getLong(2));
                }
                return contracts;
            }
        }
    }

    @Override
    public void close() {
        requests.close();
    }
}
