package dev.sluice.faults.kafka;

import dev.sluice.api.QueueOptions;
import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.bank.WriterProgram;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RequestWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The program of a lane's writer, which runs in a separate process. It writes like {@link WriterProgram}, and reports the
 * requests that the brokers have acknowledged. A second producer sends messages that are not requests.
 */
final class LaneWriterProgram {

    private static final byte[] EMPTY = {};

    private LaneWriterProgram() {}

    /** Arguments: the address of the lanes, the topic of the requests, the brokers, the seed, and the number of the lane. */
    public static void main(String[] args) throws IOException {
        final String topic = args[1];
        final int number = Integer.parseInt(args[4]);
        try (Lane lane = Lanes.at(args[0], QueueOptions.DEFAULTS).openExisting(number);
                RequestWriter writer = lane.newWriter(Queues.NAME);
                KafkaProducer<byte[], byte[]> garbage = producer(args[2])) {
            WriterProgram.write(
                    Long.parseLong(args[3]),
                    number,
                    writer,
                    next -> garbage.send(new ProducerRecord<>(topic, number, null, noRequest(next))),
                    writer::sync);
        }
    }

    private static byte[] noRequest(long next) {
        return next % 2 == 0 ? EMPTY : ("request " + next + " of nobody").getBytes(StandardCharsets.UTF_8);
    }

    private static KafkaProducer<byte[], byte[]> producer(String brokers) {
        return new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }
}
