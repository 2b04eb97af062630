package dev.sluice.examples.demo;

import dev.sluice.client.GatewayClient;
import dev.sluice.examples.letters.LettersForm;
import dev.sluice.examples.letters.LettersReport;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/**
 * The letters job through a gateway in a JVM of its own, which is stopped after it, unless it serves what is seen of it.
 *
 * @param continued whether an interrupted run has begun it
 * @param outage how many seconds the customer service is to be away in the middle
 * @param served where the gateway serves what is seen of it, if it does and is to stay up
 */
record ThroughGateway(
        DemoDirectory directory,
        DemoState state,
        boolean continued,
        DemoDatabase database,
        Optional<LookupServices> services,
        Optional<Integer> outage,
        Optional<Served> served,
        Screen screen) {

    GatewayRun run(GatewayProcess gateway) throws IOException, SQLException, ExecutionException, InterruptedException {
        final LettersForm job;
        final LettersReport report;
        try (GatewayClient client = state.form().client(directory.queues())) {
            job = state.form().job(client, database.dataSource(), directory.letters(), DemoData.LETTER_DATE);
            if (services.isPresent() && outage.isPresent()) {
                services.get().goAway(Duration.ofSeconds(outage.get()), () -> job.done() > state.contracts() / 3);
            }
            try (Screen.Progress progress = screen.progress(() -> progress(job))) {
                progress.begin();
                report = job.run();
            } catch (final InterruptedException | RuntimeException e) {
                // The interrupt may have met the job anywhere, in writing its file too.
                if (!gateway.isAlive()) {
                    throw gateway.death("before the job was done");
                }
                throw e;
            }
        }
        // An earlier run may have asked all there was.
        final GatewaySummary summary = summary(gateway, job.asking().requests() > 0);
        return new GatewayRun(state.form(), continued, report, job.asking(), summary, updatedContracts());
    }

    private String progress(LettersForm job) {
        return Screen.bar("asked", job.asked(), state.contracts()) + "   "
                + Screen.bar("done", job.done(), state.contracts());
    }

    private GatewaySummary summary(GatewayProcess gateway, boolean needed) throws IOException, InterruptedException {
        if (served.isPresent()) {
            return GatewaySummary.of(served.get().summary());
        }
        gateway.close();
        return GatewaySummary.read(directory.gatewaySummary(), needed);
    }

    private long updatedContracts() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement count =
                        connection.prepareStatement("SELECT COUNT(*) FROM contract WHERE last_letter = ?")) {
            count.setObject(1, DemoData.LETTER_DATE);
            try (ResultSet rows = count.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}
