package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.transport.NumberedWriter;
import dev.sluice.transport.RecordedRequests;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** Writes requests. A request is sent at once, and counts as written when the brokers acknowledge it. */
final class KafkaWriter extends NumberedWriter {

    static final String KIND = "writer";

    /**
     * The state of a named writer, as stored in the control topic.
     *
     * @param id the id of the writer
     * @param written the number of the last request that was sent; this request may be missing in the log
     * @param answered the number up to which all requests of the writer have their results
     * @param acknowledged the number of the last request that the brokers have acknowledged
     * @param from the offset after the last acknowledged request
     */
    record Noted(long id, long written, long answered, long acknowledged, long from) {

        static Noted parse(String text) {
            final String[] numbers = text.split(" ");
            return new Noted(
                    Long.parseLong(numbers[0]),
                    Long.parseLong(numbers[1]),
                    Long.parseLong(numbers[2]),
                    Long.parseLong(numbers[3]),
                    Long.parseLong(numbers[4]));
        }

        @Override
        public String toString() {
            return id + " " + written + " " + answered + " " + acknowledged + " " + from;
        }
    }

    private record Acknowledged(long number, long offset) {}

    private final LaneLogs lane;
    private final KafkaProducer<byte[], byte[]> producer;
    private final @Nullable String name;
    private final long id;
    private @Nullable Future<RecordMetadata> sent;
    private volatile Acknowledged acknowledged;

    private KafkaWriter(LaneLogs lane, @Nullable String name, Noted state) {
        super(state.id(), state.acknowledged(), state.answered(), lane.options().requestLimit());
        this.lane = lane;
        this.producer = lane.requestProducer();
        this.name = name;
        this.id = state.id();
        lane.writes(id);
        this.acknowledged = new Acknowledged(state.acknowledged(), state.from() - 1);
    }

    static KafkaWriter open(LaneLogs lane) {
        return new KafkaWriter(lane, null, new Noted(newId(), 0, 0, 0, 0));
    }

    /** @param name the writer's name, which the caller has reserved in {@link OpenNames} */
    static KafkaWriter open(LaneLogs lane, String name) {
        final Optional<Noted> noted = lane.control().get(KIND, name).map(Noted::parse);
        final Noted state = noted.isPresent()
                ? foundIn(lane, noted.get())
                : new Noted(newId(), 0, 0, 0, lane.requestLog().end());
        lane.control().put(KIND, name, state.toString());
        return new KafkaWriter(lane, name, state);
    }

    /** Finds the last request of a named writer in the log, because its process may have ended before it stored the number. */
    private static Noted foundIn(LaneLogs lane, Noted noted) {
        long last = noted.acknowledged();
        long from = noted.from();
        try (RecordedRequests requests = KafkaScan.requests(lane.requestLog()
                .range(
                        Math.max(noted.from(), lane.requestLog().begin()),
                        lane.requestLog().end()))) {
            while (requests.next()) {
                if (requests.unreadable().isEmpty() && requests.frame().writer() == noted.id()) {
                    last = Math.max(last, requests.frame().sequence());
                    from = requests.index() + 1;
                }
            }
        }
        return new Noted(noted.id(), last, Math.min(noted.answered(), last), last, from);
    }

    @Override
    protected long store(MessageWriter request, long number) {
        lane.checkSent();
        final long now = Stamps.nowNanos();
        final long claim = lane.claim();
        try {
            sent = producer.send(
                    new ProducerRecord<>(
                            lane.requestLog().partition().topic(),
                            lane.requestLog().partition().partition(),
                            now / 1_000_000,
                            null,
                            request.toBytes(),
                            claim == Claims.NONE ? Stamps.of(now) : Stamps.of(now, claim)),
                    (metadata, failed) -> {
                        if (failed == null) {
                            acknowledged = new Acknowledged(number, metadata.offset());
                        } else {
                            lane.unsent(number, failed);
                        }
                    });
        } catch (final InterruptException e) { // the request was not sent, and its number is not used
            throw new QueueException("interrupted while a request was written", e);
        } catch (final KafkaException | IllegalStateException e) {
            lane.unsent(number, e);
            lane.checkSent();
        }
        return number;
    }

    @Override
    protected long index(long stored) {
        try {
            return Objects.requireNonNull(sent).get().offset();
        } catch (final ExecutionException e) {
            lane.checkSent(); // throws if the callback has reported the failure
            throw new QueueException("a request was not written: " + Brokers.reason(e), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueueException("interrupted while a request was written", e);
        }
    }

    @Override
    protected void stored() {
        note();
    }

    @Override
    protected void keepAnswered(long number) {
        note();
    }

    private void note() {
        if (name != null) {
            lane.control().later(KIND, name, this::noted);
        }
    }

    private String noted() {
        final Acknowledged last = acknowledged;
        return new Noted(id, lastSequence(), lastAnswered(), last.number(), last.offset() + 1).toString();
    }

    @Override
    protected void force() {
        producer.flush();
        lane.checkSent();
    }

    private void giveBack(String taken) {
        try {
            lane.control().put(KIND, taken, noted());
        } finally {
            OpenNames.giveBack(lane.inputId(), KIND, taken);
        }
    }

    @Override
    protected void release() {
        try {
            force();
        } finally {
            if (name != null) {
                giveBack(name);
            }
        }
    }
}
