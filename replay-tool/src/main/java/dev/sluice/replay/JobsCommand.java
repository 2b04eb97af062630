package dev.sluice.replay;

import dev.sluice.client.job.OpenRun;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code jobs}: runs that have not ended. Giving one up writes; nothing else does. */
@Command(
        name = "jobs",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the runs of jobs that have not ended: for these the gateway's retention keeps requests and results.",
            "With --give-up one is ended that nobody will continue: what it asked stays asked, its name is free, and"
                    + " started again it begins anew."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  sluice jobs -q data/demo/queues", "  sluice jobs -q data/demo/queues --give-up letters@2026-11-22"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:there is no such run",
            "2:wrong command line",
            "3:a process runs it, or the queues cannot be read; the message says which"
        })
final class JobsCommand implements Callable<Integer> {

    @Mixin
    private QueuesOption queues;

    @Option(names = "--give-up", paramLabel = "JOB@RUN", description = "End this run, such as letters@2026-11-22.")
    private String givenUp;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        queues.open().close(); // makes none
        final PrintWriter out = spec.commandLine().getOut();
        final boolean done = givenUp == null ? list(out) : giveUp(out);
        out.flush();
        return done ? 0 : 1;
    }

    private boolean list(PrintWriter out) {
        final List<OpenRun> runs = OpenRun.list(queues.path());
        if (runs.isEmpty()) {
            out.println("no run is open");
        }
        for (final OpenRun run : runs) {
            out.println(run.name() + "  " + run.handled() + " items handled, " + run.failed() + " of them failed"
                    + (run.handled() == 0 ? "" : ", the last one " + run.lastKey()));
        }
        return true;
    }

    private boolean giveUp(PrintWriter out) {
        try {
            if (OpenRun.giveUp(queues.path(), givenUp)) {
                out.println("gave up " + givenUp);
                return true;
            }
        } catch (final IllegalArgumentException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return false;
        }
        spec.commandLine()
                .getErr()
                .println("no run " + givenUp + " is open in " + queues.path().toAbsolutePath());
        return false;
    }
}
