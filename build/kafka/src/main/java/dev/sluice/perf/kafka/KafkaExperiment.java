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
 * Compares a gateway on Kafka with hand-written loops and with a gateway on Chronicle's queues. It measures many requests that
 * are already waiting, and single requests.
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

    /** Returns the command line of {@code sluice perf} with only this experiment. */
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
                kafka: brokers and clients %s; %d brokers, each message stored on all of them; topics with one partition; a
                  broker's JVM uses only the first compiler (-XX:TieredStopAtLevel=1) and has 256 MB of heap
                database: %s, a table of %,d accounts with an index on its primary key, queried by key
                processes: brokers, gateways and loops each run in a separate JVM; the job, which writes requests and reads
                  results, runs in this JVM
                sizes: %,d waiting requests, after %d rounds that are not counted and in which the JVMs compile their code;
                  %,d lone requests; at most %d requests in a chunk or poll
                throughput: a worker that is connected and warmed up is suspended (SIGSTOP) while requests are written, and
                  then resumed; the time ends when the last result is read: on Kafka by a plain consumer of committed
                  results, the same for all variants, and from Chronicle's queues by the gateway's client
                by hand: acks=all, idempotent, linger.ms=%d, batch.size=%d, with transactions retry.backoff.ms=5 and at most 20;
                  one SELECT ... = ANY(?) for each poll on one connection; a transaction contains the polls of %d ms, or one
                gateway: default settings, for example two calls in flight on two connections
                lone: through the gateway, its client with a declared interface; for the loop by hand, a producer with
                  linger.ms=0 and a plain consumer of committed results
                checked: in each measurement the value, the order and the number of all answers
                not equal: a gateway answers a failing request without affecting others, executes any statement, and
                  continues after a transaction that the brokers have ended; the loop by hand ends then, or with at least
                  once may write results twice
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
