package dev.sluice.replay;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.queue.QueuePair;
import dev.sluice.queue.RequestReader;
import dev.sluice.queue.ResultReader;
import dev.sluice.wire.RequestFrame;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cat}: prints requests or results, a line each, with their positions. */
@Command(
        name = "cat",
        mixinStandardHelpOptions = true,
        description = "Prints the requests or the results of a pair of queues, a line each.")
final class CatCommand implements Callable<Integer> {

    /** What is printed. */
    enum What {
        requests,
        results
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "requests|results",
            defaultValue = "results",
            description = "What to print.")
    private What what;

    @Mixin
    private QueuesOption queues;

    @Option(names = "--limit", paramLabel = "N", description = "The most lines to print (default: all).")
    private long limit = Long.MAX_VALUE;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        try (QueuePair pair = queues.open()) {
            if (what == What.requests) {
                printRequests(pair, out);
            } else {
                printResults(pair, out);
            }
        }
        out.flush();
        return 0;
    }

    private void printRequests(QueuePair pair, PrintWriter out) {
        final RequestReader.Receiver printer = new RequestReader.Receiver() {
            @Override
            public void request(long index, long writtenNanos, RequestFrame request) {
                out.println(pair.inputPosition(index) + " " + request.kind().event() + " '" + request.name() + "' "
                        + request.arguments());
            }

            @Override
            public void undecodable(long index, long writtenNanos, String why) {
                out.println(pair.inputPosition(index) + " cannot be read: " + why);
            }
        };
        try (RequestReader reader = pair.requestsFromStart()) {
            for (long printed = 0; printed < limit && reader.poll(printer, 1) > 0; printed++) {
                if (out.checkError()) {
                    return;
                }
            }
        }
    }

    private void printResults(QueuePair pair, PrintWriter out) {
        final Results printer = new Results() {
            @Override
            public void rows(RequestRef request, Rows rows) {
                print(request, "rows " + rows);
            }

            @Override
            public void notFound(RequestRef request) {
                print(request, "not found");
            }

            @Override
            public void updated(RequestRef request, long count) {
                print(request, "updated " + count);
            }

            @Override
            public void failed(RequestRef request, Failure failure) {
                print(request, "failed " + failure.kind() + " " + failure.code() + " " + failure.message());
            }

            private void print(RequestRef request, String what) {
                out.println(pair.inputPosition(request.index()) + " '" + request.name() + "' " + what);
            }
        };
        try (ResultReader reader = pair.resultsFromStart()) {
            for (long printed = 0; printed < limit && reader.poll(printer, 1) > 0; printed++) {
                if (out.checkError()) {
                    return;
                }
            }
        }
    }
}
