package dev.sluice.examples.demo;

import dev.sluice.client.GatewayClient;
import dev.sluice.examples.demo.FinalTable.Baseline;
import dev.sluice.examples.letters.LettersForm;
import dev.sluice.examples.letters.LettersReport;
import dev.sluice.examples.letters.OneAtATime;
import dev.sluice.examples.letters.SelectEach;
import dev.sluice.examples.letters.SingleLookups;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import picocli.CommandLine.ExitCode;

/**
 * The part of the demo after the data is loaded. It runs the letters job through a gateway in a separate JVM, then again without
 * the gateway, with one lookup at a time, and compares the results.
 *
 * @param continued whether this run continues a job that an interrupted run has begun
 */
record DemoRun(
        DemoOptions options,
        Screen screen,
        DemoDirectory directory,
        DemoState state,
        boolean continued,
        DemoDatabase database,
        DemoLanes lanes,
        Optional<LookupServices> services) {

    int run() throws IOException, SQLException, ExecutionException, InterruptedException {
        final Optional<Served> served = options.serve.map(Served::at);
        GatewayConfigFile.write(directory.gatewayConfig(), lanes.address(), state.lanes(), database, services, served);
        screen.line("The gateway's configuration is " + directory.gatewayConfig());
        if (database.fileUrl().isPresent()) {
            GatewayConfigFile.writeForReplay(
                    directory.file("replay.yaml"), database.fileUrl().get(), database.user());
        }
        served.ifPresent(at -> screen.line("The gateway serves " + String.join(", ", at.urls())));
        try (DemoGateway gateway = new DemoGateway(directory)) {
            final int exitCode = compare(throughGateway(gateway, served));
            directory.write(state.at(DemoState.Stage.FINISHED));
            if (served.isPresent()) {
                stayUp(served.get(), gateway);
            }
            return exitCode;
        }
    }

    private GatewayRun throughGateway(DemoGateway gateway, Optional<Served> served)
            throws IOException, SQLException, ExecutionException, InterruptedException {
        final LettersForm job;
        final LettersReport report;
        try (GatewayClient client = state.form().client(lanes.address(), state.lanes())) {
            job = state.form().job(client, database.dataSource(), directory.letters(), DemoData.LETTER_DATE);
            if (services.isPresent() && options.outage.isPresent()) {
                services.get()
                        .goAway(Duration.ofSeconds(options.outage.get()), () -> job.done() > state.contracts() / 3);
            }
            try (Screen.Progress progress = screen.progress(() -> progress(job));
                    Kills kills = new Kills(victims(gateway), job::done, state.contracts(), screen)) {
                if (options.kill) {
                    kills.begin(lanes::fail);
                }
                progress.begin();
                report = job.run();
            } catch (final InterruptedException | RuntimeException e) {
                // The exception may be only a consequence of the interrupt that reports the gateway's end.
                if (!gateway.isAlive()) {
                    throw gateway.death("before the job was done");
                }
                throw e;
            }
        }
        // If an earlier run has written all requests, the gateway need not have written a summary.
        final GatewayRun.Summary summary = summary(gateway, served, job.asking().requests() > 0);
        return new GatewayRun(
                state.form(),
                continued,
                report,
                job.asking(),
                summary,
                DemoData.updated(database.dataSource(), DemoData.LETTER_DATE));
    }

    /** The processes that --kill kills, in this order. */
    private List<Kills.Victim> victims(DemoGateway gateway) {
        return Stream.concat(Stream.<Kills.Victim>of(gateway::killAndStart), lanes.victims().stream())
                .toList();
    }

    private String progress(LettersForm job) {
        return Screen.bar("asked", job.asked(), state.contracts()) + "   "
                + Screen.bar("done", job.done(), state.contracts());
    }

    /** Returns the gateway's summary. Stops the gateway to get it, unless the gateway serves its state over HTTP. */
    private GatewayRun.Summary summary(DemoGateway gateway, Optional<Served> served, boolean needed)
            throws IOException, InterruptedException {
        if (served.isPresent()) {
            return GatewayRun.Summary.of(served.get().summary());
        }
        gateway.close();
        return GatewayRun.Summary.read(directory.gatewaySummary(), needed);
    }

    private int compare(GatewayRun gateway) throws IOException, SQLException, InterruptedException {
        final List<String> counts = services.isPresent() ? services.get().counts() : List.of();
        final List<Optional<String>> differences = new ArrayList<>();
        final List<Baseline> baselines = new ArrayList<>();
        final OptionalLong gets = options.gets(state);
        if (gets.isPresent()) {
            final Path file = directory.file("letters-one-get-each.txt");
            baselines.add(Baseline.gets(
                    oneAtATime("one GET each", services.orElseThrow()::oneAtATime, file, gets.getAsLong())));
            differences.add(difference(file, gets.getAsLong()));
        }
        final OptionalLong selects = options.baseline(state);
        if (selects.isPresent()) {
            final Path file = directory.lettersOneAtATime();
            baselines.add(Baseline.selects(oneAtATime(
                    "one at a time", () -> SelectEach.open(database.dataSource()), file, selects.getAsLong())));
            differences.add(difference(file, selects.getAsLong()));
        }
        FinalTable.lines(gateway, state.rest(), baselines).forEach(screen::line);
        if (options.kill) {
            screen.line("With --kill, the numbers of calls, round trips, chunks and results are those of the gateway's"
                    + " last process.");
        }
        counts.forEach(screen::line);
        final boolean exact = lanes.verify(screen);
        screen.line("The letters are in " + directory.letters());
        final DemoOutcome verdict =
                DemoOutcome.of(gateway.report(), gateway.continued(), gateway.updated(), differences);
        verdict.lines().forEach(screen::line);
        final int judged = state.planted() ? ExitCode.OK : verdict.exitCode();
        return exact ? judged : ExitCode.SOFTWARE;
    }

    private Optional<String> difference(Path file, long contracts) throws IOException {
        return DemoOutcome.difference(directory.letters(), file, contracts == state.contracts());
    }

    private LettersReport oneAtATime(String label, SingleLookups.Source lookups, Path file, long limit)
            throws IOException, SQLException, InterruptedException {
        final OneAtATime job = new OneAtATime(database.dataSource(), lookups, file, DemoData.LETTER_DATE, limit);
        try (Screen.Progress progress = screen.progress(() -> Screen.bar(label, job.done(), limit))) {
            progress.begin();
            return job.run();
        }
    }

    /** Waits for Ctrl-C or for the end of the gateway, both of which interrupt this thread. */
    private void stayUp(Served served, DemoGateway gateway) throws IOException {
        served.urls().forEach(screen::line);
        screen.line("The first URL is the gateway's live page, the second one is the same as text."
                + " \"sluice ctl pause --queues '" + lanes.address() + "'\" pauses the gateway.");
        screen.line("The gateway stays up and serves these URLs until Ctrl-C.");
        try {
            new CountDownLatch(1).await();
        } catch (final InterruptedException ended) {
            if (!gateway.isAlive()) {
                throw gateway.death("while it stayed up");
            }
        }
    }
}
