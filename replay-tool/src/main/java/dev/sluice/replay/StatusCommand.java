package dev.sluice.replay;

import dev.sluice.queue.Backlog;
import dev.sluice.queue.QueuePair;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code status}: how far a gateway got, and what waits. */
@Command(name = "status", mixinStandardHelpOptions = true, description = "Shows how far a gateway got, and what waits.")
final class StatusCommand implements Callable<Integer> {

    @Mixin
    private QueuesOption queues;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        final PrintWriter out = spec.commandLine().getOut();
        try (QueuePair pair = queues.open()) {
            final Backlog backlog = pair.backlog();
            out.println("queues         " + pair.path().toAbsolutePath() + ", input " + pair.inputId());
            out.println("last written   "
                    + backlog.lastWritten()
                            .map(index -> pair.inputPosition(index).toString())
                            .orElse("nothing yet"));
            out.println("last answered  "
                    + backlog.lastAnswered()
                            .map(last -> pair.inputPosition(last.requestIndex()) + ", result " + last.resultSequence()
                                    + " of its queue")
                            .orElse("nothing yet"));
            out.println("waiting        " + backlog.waiting() + " requests");
            out.println("disk           " + (Files.getFileStore(pair.path()).getUsableSpace() >> 20) + " MB left");
        }
        out.flush();
        return 0;
    }
}
