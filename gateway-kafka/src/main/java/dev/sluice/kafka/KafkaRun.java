package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.RunPlace;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The place of a run in the results. */
final class KafkaRun implements RunPlace {

    static final String KIND = "run";

    private final LaneLogs lane;
    private final String name;
    private final Place begin;
    private final KafkaResultReader results;

    /** @param name taken */
    KafkaRun(LaneLogs lane, String name) {
        this.lane = lane;
        this.name = name;
        this.begin =
                lane.control().get(KIND, name).map(KafkaResultReader::parse).orElseGet(lane::lastPlace);
        lane.control().put(KIND, name, KafkaResultReader.text(begin));
        this.results = KafkaResultReader.after(lane, begin);
    }

    @Override
    public Place begin() {
        return begin;
    }

    @Override
    public RequestReader requestsFromBegin() {
        return lane.requestsFrom(begin.sequence() == 0 ? 0 : answeredAtBegin());
    }

    private long answeredAtBegin() {
        final ConsumerRecord<byte[], byte[]> result = lane.resultLog()
                .firstFrom(begin.index())
                .filter(found -> found.offset() == begin.index())
                .orElseThrow(() -> new QueueException("the result at offset " + begin.index() + " of "
                        + lane.resultLog().partition() + ", after which the run '" + name + "' goes on, is gone"));
        return Stamps.answered(result);
    }

    @Override
    public int poll(ResultReader.Receiver receiver, int limit) {
        return results.poll(receiver, limit);
    }

    @Override
    public Place read() {
        return results.place();
    }

    @Override
    public void moveTo(Place place) {
        lane.control().later(KIND, name, () -> KafkaResultReader.text(place));
    }

    @Override
    public void end() {
        lane.control().remove(KIND, name);
        close();
    }

    @Override
    public void close() {
        try {
            results.close();
            lane.control().flush();
        } finally {
            OpenNames.giveBack(lane.inputId(), KIND, name);
        }
    }
}
