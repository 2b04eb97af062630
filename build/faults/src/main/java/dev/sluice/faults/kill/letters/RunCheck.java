package dev.sluice.faults.kill.letters;

import dev.sluice.api.RequestKind;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.Job.RunEndedException;
import dev.sluice.client.job.OpenRun;
import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Judge;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Judges a run by its model, {@link Letters}: its requests and results, the counters of the contracts, its file, and its mark (the
 * record of how far it has come). For one thread.
 */
final class RunCheck extends Judge {

    private static final int SHOWN = 10;

    private final Path queuesPath;
    private final Store store;
    private final Set<String> calls = new HashSet<>();
    private final Set<Long> updated = new HashSet<>();
    private Letters letters;

    RunCheck(Path queuesPath, Lane queues, Store store, Letters letters, BrokenPromises findings) {
        super(queues, findings);
        this.queuesPath = queuesPath;
        this.store = store;
        this.letters = letters;
    }

    /** Begins to judge the next run; the former one must have been checked. */
    void next(Letters run) {
        letters = run;
        calls.clear();
        updated.clear();
    }

    /** Checks the present run, which has ended. */
    void checkEnded(Path file) throws IOException, SQLException {
        checkFile(file);
        checkMark();
        checkRequests();
        checkCounters(letters.contracts());
    }

    /** Checks that the file is, byte for byte, the one of a run without kills. */
    private void checkFile(Path file) throws IOException {
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

    /** Checks that the run has ended with all letters, that this was reported, and that no run is open. */
    private void checkMark() {
        final List<OpenRun> open = OpenRun.list(queuesPath);
        if (!open.isEmpty()) {
            findings.add(Kind.WRONG, letters.runId() + " has ended, but these runs are open: " + open);
        }
        try (GatewayClient client = GatewayClient.open(queuesPath);
                Job job = client.job(LettersProgram.JOB, letters.runId())) {
            findings.add(
                    Kind.WRONG,
                    letters.runId() + " has ended, but can be started again, " + (job.isEnded() ? "" : "not ")
                            + "ended with " + job.handledItems() + " letters");
        } catch (final RunEndedException e) {
            if (e.items() != letters.contracts()) {
                findings.add(
                        Kind.WRONG,
                        letters.runId() + " has ended with " + letters.contracts() + " letters, but its mark says "
                                + e.items());
            }
        }
    }

    /** Checks that each request of the run is on the queue exactly once and has its result, in spite of the kills. */
    private void checkRequests() {
        drain();
        if (!findings.any()) {
            readAgain();
        }
        if (calls.size() != letters.requests()) {
            findings.add(
                    calls.size() < letters.requests() ? Kind.LOST : Kind.WRONG,
                    calls.size() + " calls of " + letters.runId() + " are answered, but must be " + letters.requests());
        }
    }

    @Override
    protected String answer(String where, long number, RequestFrame request) {
        final Map<String, String> headers = request.headers();
        final String call = headers.get(RequestFrame.ITEM) + " " + headers.get(RequestFrame.CALL);
        final String run = letters.runId();
        if (!run.equals(headers.get(RequestFrame.RUN))) {
            findings.add(Kind.WRONG, where + " is of another run than " + run + ", which is running: " + headers);
        } else if (!calls.add(call)) {
            findings.add(Kind.DUPLICATED, where + " was sent again by " + run + " after a kill: " + call);
        }
        final long contract = LettersProgram.contract(headers.getOrDefault(RequestFrame.ITEM, ""));
        final List<Object> arguments = request.arguments().values();
        final Optional<String> answer = letters.answer(contract, request.name(), arguments);
        if (answer.isEmpty()) {
            findings.add(Kind.WRONG, where + " for contract " + contract + " is " + request.name() + arguments);
        } else if (request.kind() == RequestKind.UPDATE) {
            updated.add(contract);
        }
        return answer.orElse(INVALID);
    }

    @Override
    protected void unreadable(String where, String why) {
        findings.add(Kind.WRONG, where + " of " + letters.runId() + " cannot be read: " + why);
    }

    @Override
    protected void refused(String where, RequestFrame request) {
        findings.add(Kind.WRONG, where + " of " + letters.runId() + " is refused because of its number");
    }

    /**
     * Checks the counters of the contracts while no gateway runs. Each run adds one to each counter. No update of this run may be
     * applied twice, and no update of an earlier run, of a handled letter or with a result may be missing.
     *
     * @param handled the number of letters of the run that are certainly handled
     */
    void checkCounters(long handled) throws IOException, SQLException {
        drain();
        final long run = letters.run();
        try (Connection connection = store.inspect()) {
            report(Kind.APPLIED_TWICE, contracts(connection, "letters > ?", run));
            report(Kind.NOT_APPLIED, contracts(connection, "letters < ?", run - 1));
            final Map<Long, Long> missing = contracts(connection, "letters < ?", run);
            missing.keySet().removeIf(contract -> contract > handled && !updated.contains(contract));
            report(Kind.NOT_APPLIED, missing);
            report(Kind.WRONG, contracts(connection, "last_run <> letters AND letters <= ?", run));
        }
    }

    private void report(Kind kind, Map<Long, Long> contracts) {
        if (!contracts.isEmpty()) {
            findings.add(
                    kind,
                    contracts.size(),
                    "in " + letters.runId() + ", wrong counters of " + contracts.size()
                            + " contracts, as contract=letters: "
                            + contracts.entrySet().stream().limit(SHOWN).toList());
        }
    }

    private static Map<Long, Long> contracts(Connection connection, String condition, long argument)
            throws SQLException {
        return Store.numbers(connection, "SELECT id, letters FROM contract WHERE " + condition, argument);
    }
}
