package dev.sluice.replay;

import dev.sluice.client.job.OpenRun;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jobs}: shows the runs that have not ended. Only {@code --give-up} writes. */
@Command(
        name = "jobs",
        description = {
            "Shows the runs of jobs that have not ended. The gateway's retention keeps the requests and results of"
                    + " such runs.",
            "--give-up ends a run that nobody will continue: its requests stay on the queue, and the next job that"
                    + " starts a run of that name begins with the first item."
        },
        footer = {"  sluice jobs -q data/demo/queues", "  sluice jobs -q data/demo/queues --give-up letters@2026-11-22"
        },
        exitCodeList = {
            "0:done",
            "1:there is no such run",
            "2:wrong command line",
            "3:a process is executing the run, or the queues cannot be read; the message says which"
        })
final class JobsCommand extends QueueCommand {

    @Mixin
    private QueuesOption queues;

    @Option(names = "--give-up", paramLabel = "JOB@RUN", description = "End this run, such as letters@2026-11-22.")
    private String givenUp;

    @Override
    int run(PrintWriter out) {
        QueuesOption.open(queues.lanes().get(0)).close(); // fails without queues, which the calls below would create
        final String all = queues.all();
        if (givenUp != null) {
            return giveUp(all, out) ? 0 : 1;
        }
        final List<OpenRun> runs = OpenRun.list(all);
        if (runs.isEmpty()) {
            out.println("no run is open");
        }
        for (final OpenRun run : runs) {
            out.println(run.name() + "  " + run.handled() + " items handled, " + run.failed() + " of them failed"
                    + (run.handled() == 0 ? "" : ", the last one " + run.lastKey()));
        }
        return 0;
    }

    private boolean giveUp(String all, PrintWriter out) {
        try {
            if (OpenRun.giveUp(all, givenUp)) {
                out.println("gave up " + givenUp);
                return true;
            }
            screen().println("no run " + givenUp + " is open in " + queues.place());
        } catch (final IllegalArgumentException e) {
            screen().println(e.getMessage());
        }
        return false;
    }
}
