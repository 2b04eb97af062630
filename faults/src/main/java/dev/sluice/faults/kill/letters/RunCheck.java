package dev.sluice.faults.kill.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.OpenRun;
import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Looks at what a run left that has ended: its file, and whether it is marked as ended. One thread. */
final class RunCheck {

    private final Path queues;
    private final BrokenPromises findings;

    RunCheck(Path queues, BrokenPromises findings) {
        this.queues = queues;
        this.findings = findings;
    }

    /** The file is what it would be if nobody had been killed, byte for byte. */
    void checkFile(Letters run, Path file) throws IOException {
        final byte[] expected = run.all().getBytes(StandardCharsets.UTF_8);
        final byte[] written = Files.readAllBytes(file);
        final int at = Arrays.mismatch(expected, written);
        if (at >= 0) {
            findings.add(
                    Kind.WRONG,
                    file + " of " + run.runId() + " has " + written.length + " bytes and must have " + expected.length
                            + "; from byte " + at + " on it reads '" + excerpt(written, at) + "' and must read '"
                            + excerpt(expected, at) + "'");
        }
    }

    private static String excerpt(byte[] text, int at) {
        return new String(text, at, Math.min(60, text.length - at), StandardCharsets.UTF_8).replace('\n', '/');
    }

    /** The run is known to have ended, and nothing is kept for it. */
    void checkEnded(Letters run) {
        final List<OpenRun> open = OpenRun.list(queues);
        if (!open.isEmpty()) {
            findings.add(Kind.WRONG, run.runId() + " has ended, and these are open: " + open);
        }
        try (GatewayClient client = GatewayClient.open(queues);
                Job job = client.job(LettersProgram.JOB, run.runId())) {
            final long handled = job.handledItems();
            if (!job.isEnded() || handled != run.contracts()) {
                findings.add(
                        Kind.WRONG,
                        run.runId() + " has ended with " + run.contracts() + " letters, and its mark says " + handled
                                + (job.isEnded() ? ", ended" : ", not ended"));
            }
        }
    }
}
