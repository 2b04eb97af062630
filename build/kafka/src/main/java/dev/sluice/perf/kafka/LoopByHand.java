package dev.sluice.perf.kafka;

import dev.sluice.perf.kafka.ByHand.Commits;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Opened;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.LongSerializer;

/**
 * The hand-written loop {@link ByHand} in a separate JVM. The requests are written by a plain producer, and the results are read
 * by a plain consumer.
 */
final class LoopByHand implements LookupWorker {

    private static final String READY = "ready";
    private static final long START_SECONDS = 60;

    private final Opened opened = new Opened();
    private final String requests;
    private final ChildJvm worker;
    private final KafkaProducer<byte[], Long> producer;
    private final CommittedResults results;
    private long[] asked = {};
    private long firstOffset;
    private List<byte[]> answers = List.of();

    LoopByHand(Commits commits, Cluster cluster, Database database, Path directory, List<String> options)
            throws IOException, ExecutionException, InterruptedException {
        final String name = commits.name().toLowerCase(Locale.ROOT);
        this.requests = name + ".requests";
        cluster.create(requests, name + ".results");
        try {
            this.worker = opened.add(ChildJvm.start(
                    name,
                    directory,
                    options,
                    Program.class,
                    commits,
                    cluster.bootstrap(),
                    name,
                    database.url(),
                    database.user()));
            this.producer = opened.add(producer(cluster.bootstrap()));
            this.results = opened.add(new CommittedResults(cluster.bootstrap(), name + ".results"));
            results.begin();
            worker.hear(String.class, START_SECONDS);
        } catch (final IOException | InterruptedException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Returns a producer with the settings of Sluice's client. */
    private static KafkaProducer<byte[], Long> producer(String bootstrap) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        true,
                        ProducerConfig.LINGER_MS_CONFIG,
                        0,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        ByHand.BATCH_BYTES),
                new ByteArraySerializer(),
                new LongSerializer());
    }

    @Override
    public ChildJvm worker() {
        return worker;
    }

    @Override
    public void ask(long[] ids) throws ExecutionException, InterruptedException {
        results.forget();
        asked = ids;
        for (int i = 0; i < ids.length - 1; i++) {
            producer.send(request(ids[i]));
        }
        final long last = producer.send(request(ids[ids.length - 1])).get().offset();
        producer.flush();
        firstOffset = last + 1 - ids.length;
    }

    private ProducerRecord<byte[], Long> request(long id) {
        return new ProducerRecord<>(requests, 0, null, id);
    }

    @Override
    public void await() {
        answers = results.await(asked.length, worker);
    }

    @Override
    public void check() {
        if (answers.size() != asked.length) {
            throw new IllegalStateException(asked.length + " requests, but " + answers.size() + " answers");
        }
        for (int i = 0; i < asked.length; i++) {
            final long request = ByHand.answered(answers.get(i));
            if (request != firstOffset + i) {
                throw new IllegalStateException("The result of request " + request + " of " + requests
                        + " came instead of the result of request " + (firstOffset + i));
            }
            ByHand.decode(answers.get(i)).checkIs(asked[i], "The result of request " + request + " of " + requests);
        }
    }

    @Override
    public Account ask(long id) {
        results.forget();
        producer.send(request(id));
        return ByHand.decode(results.await(1, worker).get(0));
    }

    @Override
    public void close() {
        opened.close();
    }

    /** The main program of the worker's JVM. */
    static final class Program {

        private Program() {}

        /** Arguments: the kind of commits, the brokers, the prefix of the topics, the database's URL, and its user. */
        public static void main(String[] args) throws Exception {
            try (ByHand loop = new ByHand(Commits.valueOf(args[0]), args[1], args[2], new Database(args[3], args[4]))) {
                ChildJvm.say(READY);
                loop.work();
            }
        }
    }
}
