package dev.sluice.replay;

import dev.sluice.api.QueueException;
import dev.sluice.replay.prove.Audit;
import dev.sluice.replay.prove.Databases;
import dev.sluice.replay.prove.Findings;
import dev.sluice.replay.prove.RowCount;
import dev.sluice.replay.prove.Verifier;
import dev.sluice.transport.Lane;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code verify}: reads all requests and results, and reports each broken promise. */
@Command(
        name = "verify",
        description = {
            "Reads all requests and all results, and proves or disproves that each request has exactly one result,"
                    + " that the results are in order and belong to their requests, and that both queues are as they"
                    + " were written. A gateway and jobs may be running.",
            "Messages that retention deleted are not reported as missing. Requests after the last result are counted"
                    + " as waiting.",
            "",
            "With --config it also checks the checkpoint of each exactly-once database: it must belong to this input"
                    + " queue, and must contain the same updates with the same outcomes. Changes that a running gateway"
                    + " makes meanwhile are not violations. --rows compares the number of rows that updates changed"
                    + " with the result of a query."
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
            description = "Add up the changed rows that the results of update NAME report, and compare the sum with the"
                    + " number that QUERY returns in the update's database; needs --config.")
    private Map<String, String> rows = new LinkedHashMap<>();

    /** The lane as a prefix of a violation's line; empty if there is only one lane. */
    private String lane = "";

    @Override
    int run(PrintWriter out) {
        final Findings findings = new Findings(line -> out.println(lane + line), limit);
        final List<String> lines = new ArrayList<>();
        final List<Lane> open = new ArrayList<>();
        try {
            final List<String> addresses = queues.lanes();
            for (final String lane : addresses) {
                open.add(QueuesOption.open(lane));
            }
            final Map<Lane, Databases> lanes = valid(() -> databases(open, addresses));
            final List<RowCount> counts = new ArrayList<>();
            rows.forEach((name, query) -> counts.add(valid(() -> RowCount.ask(lanes, name, query))));
            verify(open, lanes, findings, lines);
            counts.forEach(count -> lines.add(count.compare(findings)));
        } finally {
            open.forEach(Lane::close);
        }
        if (findings.count() > limit) {
            out.println("and " + (findings.count() - limit) + " more");
        }
        lines.forEach(out::println);
        out.printf(Locale.ROOT, "violations  %,d%n", findings.count());
        return findings.count() == 0 ? 0 : 1;
    }

    /** Verifies each lane, and adds the totals if there are several. */
    private void verify(List<Lane> open, Map<Lane, Databases> lanes, Findings findings, List<String> lines) {
        final long start = System.nanoTime();
        Verifier.Totals sum = Verifier.Totals.NONE;
        for (int number = 0; number < open.size(); number++) {
            final long laneStart = System.nanoTime();
            if (open.size() > 1) {
                lane = "lane " + number + ": ";
                lines.add("lane " + number);
            }
            final Lane pair = open.get(number);
            final Optional<Audit> audit = Optional.ofNullable(lanes.get(pair)).map(its -> Audit.begin(pair, its));
            final Verifier.Totals totals;
            try (ProgressLine progress = progress(count(pair));
                    Verifier verifier = new Verifier(pair, findings)) {
                totals = verifier.run(progress::at);
            }
            final List<String> compared =
                    audit.map(begun -> begun.compare(findings)).orElse(List.of());
            lines.addAll(lines(totals, laneStart));
            lines.addAll(compared);
            sum = sum.plus(totals);
        }
        if (open.size() > 1) {
            lane = "";
            lines.add("all lanes");
            lines.addAll(lines(sum, start));
        }
    }

    private static List<String> lines(Verifier.Totals totals, long start) {
        final List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%,d requests and %,d results read in %.1f s",
                totals.requests(),
                totals.results(),
                (System.nanoTime() - start) / NANOS));
        lines.add(String.format(Locale.ROOT, "failed      %,d", totals.failed()));
        lines.add(String.format(Locale.ROOT, "waiting     %,d", totals.waiting()));
        if (totals.unchecked() > 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "unchecked   %,d results, because their requests are deleted or cannot be read",
                    totals.unchecked()));
        }
        return lines;
    }

    /** Returns the databases that the gateway of each lane uses; an empty map without a configuration. */
    private Map<Lane, Databases> databases(List<Lane> open, List<String> addresses) {
        if (!rows.isEmpty() && !queues.all().equals(queues.address())) {
            throw wrong(
                    "--rows counts what the updates of all lanes changed: give the address of all, " + queues.all());
        }
        final Map<Lane, Databases> lanes = new LinkedHashMap<>();
        for (int lane = 0; lane < open.size(); lane++) {
            final Optional<Databases> read = databases.read(addresses.get(lane));
            if (read.isEmpty() && !rows.isEmpty()) {
                throw wrong("--rows needs the configuration: give it with --config");
            }
            if (read.isPresent()) {
                lanes.put(open.get(lane), read.get());
            }
        }
        return lanes;
    }

    /** Returns the number of requests to read, for the progress line only. */
    private static long count(Lane pair) {
        try {
            return pair.requestCount();
        } catch (final QueueException e) {
            return 0; // the verifier will report the damage with its place
        }
    }
}
