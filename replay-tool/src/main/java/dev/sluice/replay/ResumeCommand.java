package dev.sluice.replay;

import dev.sluice.queue.GatewayLock;
import dev.sluice.queue.QueueException;
import dev.sluice.queue.QueuePair;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code resume}: decides that waiting requests are answered as failed. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Has waiting requests answered as failed instead of being asked, so that a gateway can go on: those for a lookup"
                    + " that is gone, or single ones. No gateway may run meanwhile. What is decided is written down beside"
                    + " the output; the next gateway answers them when it comes to them, in their places, and the same way"
                    + " after a crash.",
            "An update that happens exactly once, and that was committed before its result was lost, is answered as"
                    + " applied all the same."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice replay resume --lookup customer    all that wait for that lookup",
            "  sluice replay resume --lookup '(SQL)'     all SQL of jobs",
            "  sluice replay resume 20414:17             one request",
            "  sluice replay resume 20414:17..20414:99   a range, with both its ends"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:decided; with --dry-run: could be",
            "1:nothing was decided, since part of what is meant does not wait; the output says which",
            "2:wrong command line",
            "3:the queues cannot be read or written, or a gateway runs; the message says which"
        })
final class ResumeCommand implements Callable<Integer> {

    private static final int NOTHING = 1;

    @Parameters(
            arity = "0..*",
            paramLabel = "POSITION",
            description = "A request by its position, cycle:sequence, or a range of them, FROM..TO.")
    private List<String> positions = new ArrayList<>();

    @Option(
            names = "--lookup",
            paramLabel = "NAME",
            description = "All requests that wait for that lookup, statement or endpoint; '(SQL)' for the SQL of jobs.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private QueuesOption queues;

    @Option(names = "--dry-run", description = "Only show which they are; a gateway may run.")
    private boolean dryRun;

    @Option(
            names = "--force",
            description = "Fail updates whose database is not configured any more, too, though some may have been"
                    + " committed.")
    private boolean force;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (positions.isEmpty() && names.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "Say which requests: their positions, or --lookup with a name");
        }
        final PrintWriter out = spec.commandLine().getOut();
        try (QueuePair pair = queues.open()) {
            final Meant meant = meant(pair);
            if (dryRun) {
                final boolean all = meant.show(out);
                out.println("nothing was decided: --dry-run");
                return all ? 0 : NOTHING;
            }
            try (GatewayLock lock = pair.lockForGateway()) {
                return decide(meant, lock, out);
            }
        } catch (final QueueException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return Main.COULD_NOT_READ;
        } finally {
            out.flush();
        }
    }

    private Meant meant(QueuePair pair) {
        try {
            return new Meant(pair, names, positions, spec.commandLine().getErr());
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private int decide(Meant meant, GatewayLock lock, PrintWriter out) {
        assert lock.isHeld();
        if (!meant.show(out)) {
            out.println("nothing was decided");
            return NOTHING;
        }
        meant.decide(force);
        out.println("decided: the next gateway answers " + (meant.count() == 1 ? "it" : "them") + " as failed");
        return 0;
    }
}
