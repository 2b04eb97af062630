package dev.sluice.replay;

import dev.sluice.queue.QueueException;
import dev.sluice.queue.QueuePair;
import dev.sluice.replay.verify.Totals;
import dev.sluice.replay.verify.Verifier;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code verify}: reads everything, and says what is not as promised. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Reads all requests and all results, and proves or disproves that each request has one result, in order, about"
                    + " itself, and that both queues are as they were written. A gateway and jobs may be running.",
            "What was deleted by retention is not missed. Requests behind the last result wait, and are counted."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice replay verify --queues data/demo/queues",
            "  sluice replay verify --queues data/demo/queues --limit 5 || mail -s 'sluice: verify' ops < /dev/null"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything is as promised",
            "1:something is not; the first violations are printed with their positions",
            "2:wrong command line",
            "3:there are no queues, or they cannot be opened"
        })
final class VerifyCommand implements Callable<Integer> {

    private static final double NANOS = 1e9;

    @Mixin
    private QueuesOption queues;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "The most violations to print; all are counted (default: ${DEFAULT-VALUE}).")
    private long limit;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        final long start = System.nanoTime();
        final Totals totals;
        try (QueuePair pair = queues.open();
                ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), count(pair));
                Verifier verifier = new Verifier(pair, violation -> out.println(violation), limit)) {
            totals = verifier.run(progress::at);
        }
        if (totals.violations() > limit) {
            out.println("and " + (totals.violations() - limit) + " more");
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
        out.printf("violations  %,d%n", totals.violations());
        out.flush();
        return totals.violations() == 0 ? 0 : 1;
    }

    /** How much there is to read, for the progress only. */
    private static long count(QueuePair pair) {
        try {
            return pair.requestCount();
        } catch (final QueueException e) {
            return 0; // what is wrong is found in its place
        }
    }
}
