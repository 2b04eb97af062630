package dev.sluice.perf.kafka;

import dev.sluice.perf.kafka.KafkaSizes.Part;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.ExperimentCommand;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Program;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.report.Findings;
import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.utils.AppInfoParser;
import picocli.CommandLine;

/**
 * A gateway on Kafka beside loops by hand: requests that wait, and a lone one. Beside the gateway on Chronicle's queues, too.
 */
public final class KafkaExperiment {

    private final Run run;
    private final Findings findings;
    private final Set<Part> parts;

    private KafkaExperiment(Run run, Findings findings) {
        this.run = run;
        this.findings = findings;
        this.parts = run.of(KafkaSizes.ONLY);
    }

    /** The command line of {@code sluice perf} with this experiment alone. */
    public static CommandLine commandLine() {
        return Program.of(List.of(ExperimentCommand.of(new Experiment(
                "kafka",
                "a gateway on Apache Kafka, loops over Kafka's clients by hand, and a gateway on Chronicle's queues",
                KafkaSizes.ALL,
                (run, findings) -> new KafkaExperiment(run, findings).measure()))));
    }

    private void measure() throws Exception {
        try (Opened opened = new Opened()) {
            run.progress().stage("kafka: starting database and brokers");
            final PostgresServer server = opened.add(PostgresServer.open(PostgresOptions.fast()));
            final Database database = new Database(server.createDatabase("accounts"), server.user());
            Account.makeAll(database);
            final Cluster cluster = opened.add(Cluster.start(run.newDirectory("brokers"), run.of(KafkaSizes.BROKERS)));
            conditions(database);
            final LookupWorkers ways = opened.add(LookupWorkers.open(run, cluster, database));
            if (parts.contains(Part.THROUGHPUT)) {
                new Throughput(run, ways, cluster).measure(findings);
            }
            if (parts.contains(Part.LONE)) {
                new LoneRequests(run, ways).measure(findings);
            }
        }
    }

    private void conditions(Database database) throws Exception {
        findings.conditions(
                """
                kafka: brokers and clients %s; %d brokers, each message on as many; topics of one partition; a broker's JVM
                  compiles once (-XX:TieredStopAtLevel=1), with 256 MB of heap
                database: %s, a table of %,d accounts with an index of its primary key, asked by key
                processes: brokers, each gateway and each loop are JVMs of their own; the job, which writes requests and
                  reads results, is this one
                sizes: %,d requests that wait, %d rounds before they count, in which the JVMs compile what they run; %,d lone
                  requests; chunks and polls of %d at most
                throughput: a worker that is connected and has worked before is stopped (SIGSTOP) while requests are
                  written, and continued; measured until the last result is read by a plain consumer of committed ones, the
                  same for all on Kafka; from Chronicle's queues, by the gateway's client
                by hand: acks=all, idempotent, linger.ms=%d, batch.size=%d, retry.backoff.ms=5 and 20 at most with transactions;
                  one SELECT ... = ANY(?) a poll on one connection; a transaction takes polls of %d ms, or one
                gateway: with the settings that it has by default, such as two calls in flight, on two connections
                lone: the gateway's client with a declared interface; a producer with linger.ms=0 and a plain consumer of
                  committed results around the loop by hand
                checked: in each measurement: every answer, by value, order and number
                not equal: a gateway answers each request's failure by itself, takes any statement, and goes on by itself
                  after a transaction that the brokers ended; the loop by hand ends there, and at least once doubles
                """,
                AppInfoParser.getVersion(),
                run.of(KafkaSizes.BROKERS),
                database.described(),
                Account.ROWS,
                run.of(KafkaSizes.REQUESTS),
                run.of(KafkaSizes.WARM_UPS),
                run.of(KafkaSizes.LONE),
                ByHand.POLL,
                ByHand.LINGER_MILLIS,
                ByHand.BATCH_BYTES,
                ByHand.LONGEST.toMillis());
    }
}
