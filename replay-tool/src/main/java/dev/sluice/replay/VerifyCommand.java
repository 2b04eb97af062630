package dev.sluice.replay;

import dev.sluice.api.QueueException;
import dev.sluice.replay.prove.Audit;
import dev.sluice.replay.prove.Databases;
import dev.sluice.replay.prove.Findings;
import dev.sluice.replay.prove.Verifier;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Recording;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code verify}: reads everything, and says what is not as promised. */
@Command(
        name = "verify",
        description = {
            "Reads all requests and all results, and proves or disproves that each request has one result, in order, about"
                    + " itself, and that both queues are as they were written. A gateway and jobs may be running.",
            "For a file that export made it proves the same, and that the file is whole and unchanged.",
            "Messages that retention deleted are not missed. Requests after the last result wait, and are counted.",
            "",
            "With --config it compares the queues with the checkpoint of each exactly-once database, too: the same input, no"
                    + " update that only one side knows, the same outcomes. What a running gateway does meanwhile is no"
                    + " violation. --rows compares the number of rows that updates changed with what a query counts."
        },
        footer = {
            "  sluice replay verify -q data/demo/queues",
            "  sluice replay verify -q data/demo/queues --limit 5 || echo 'to ops'",
            "  sluice replay verify -q data/demo/queues -c data/demo/gateway.yaml \\",
            "      --database main=jdbc:hsqldb:file:data/demo/database/letters \\",
            "      --rows last-letter='SELECT COUNT(last_letter) FROM contract'"
        },
        exitCodeList = {
            "0:every promise is kept",
            "1:a promise is broken; the first violations are printed with their positions",
            "2:wrong command line",
            "3:there are no queues, or they, the configuration or a database cannot be read"
        })
final class VerifyCommand extends QueueCommand {

    private static final double NANOS = 1e9;

    @Mixin
    private QueuesOption queues;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "The most violations to print; all are counted (default: ${DEFAULT-VALUE}).")
    private long limit;

    @Mixin
    private DatabasesOption databases;

    @Option(
            names = "--rows",
            paramLabel = "NAME=QUERY",
            description =
                    "Compare the rows that all updates of that name say they changed with the number that this query"
                            + " gives in their database; needs --config.")
    private Map<String, String> rows = new LinkedHashMap<>();

    @Override
    int run(PrintWriter out) {
        final long start = System.nanoTime();
        final Verifier.Totals totals;
        final Findings findings = new Findings(out::println, limit);
        List<String> compared = List.of();
        try (Recording pair = queues.openRecording()) {
            final Optional<Audit> audit = valid(() -> audit(pair));
            try (ProgressLine progress = progress(count(pair));
                    Verifier verifier = new Verifier(pair, findings)) {
                totals = verifier.run(progress::at);
            }
            if (audit.isPresent()) {
                compared = audit.get().compare(findings);
            }
        }
        if (findings.count() > limit) {
            out.println("and " + (findings.count() - limit) + " more");
        }
        out.printf(
                "%,d requests and %,d results read in %.1f s%n",
                totals.requests(), totals.results(), (System.nanoTime() - start) / NANOS);
        out.printf("failed      %,d%n", totals.failed());
        out.printf("waiting     %,d%n", totals.waiting());
        if (totals.unchecked() > 0) {
            out.printf(
                    "unchecked   %,d results, whose requests are deleted or cannot be reached%n", totals.unchecked());
        }
        compared.forEach(out::println);
        out.printf("violations  %,d%n", findings.count());
        return findings.count() == 0 ? 0 : 1;
    }

    private Optional<Audit> audit(Recording recording) {
        final Optional<Databases> read = databases.read();
        if (read.isEmpty() && !rows.isEmpty()) {
            throw wrong("--rows needs the configuration: give it with --config");
        }
        if (read.isPresent() && !(recording instanceof Lane)) {
            throw wrong("--config needs the queues: " + queues.path() + " is a file, and says nothing of checkpoints");
        }
        return read.map(its -> Audit.begin((Lane) recording, its, rows));
    }

    /** How much there is to read, for the progress only. */
    private static long count(Recording pair) {
        try {
            return pair.requestCount();
        } catch (final QueueException e) {
            return 0; // the verifier finds the fault in its place
        }
    }
}
