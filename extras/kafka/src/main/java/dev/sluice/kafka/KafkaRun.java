package dev.sluice.kafka;

import dev.sluice.api.FailureKind;
import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.RunPlace;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The position of a run in the results. The constructor writes a claim of the run, see {@link Claims}. After that, new requests
 * and values of an earlier process of the run have no effect.
 */
final class KafkaRun implements RunPlace {

    /**
     * A position, as stored in the control topic.
     *
     * @param place the position
     * @param claim the offset of the run's claim that precedes the first request whose result comes after the position; {@link
     *     Claims#NONE} if there is none
     */
    record Noted(Place place, long claim) {

        static Noted parse(String text) {
            final int space = text.lastIndexOf(' ');
            return new Noted(
                    KafkaResultReader.parse(text.substring(0, space)), Long.parseLong(text.substring(space + 1)));
        }

        @Override
        public String toString() {
            return KafkaResultReader.text(place) + " " + claim;
        }
    }

    private final LaneLogs lane;
    private final RunKeys places;
    private final String name;
    private final Noted begin;
    private final long claim;
    private final KafkaResultReader results;
    /**
     * The number of the last result for a request before this process's claim; {@link Long#MAX_VALUE} until this number is known.
     */
    private volatile long lastBeforeClaim = Long.MAX_VALUE;

    /** @param name the run's name, which the caller has reserved in {@link OpenNames} */
    KafkaRun(LaneLogs lane, String name) {
        this.lane = lane;
        this.places = new RunKeys(lane, RunKeys.PLACE);
        this.name = name;
        this.claim = lane.claim(name);
        this.begin = places.read(name).map(Noted::parse).orElseGet(() -> new Noted(lane.lastPlace(), Claims.NONE));
        this.results = KafkaResultReader.after(lane, begin.place());
        places.write(name, begin.toString().getBytes(StandardCharsets.UTF_8));
        lane.opened(name);
    }

    @Override
    public Place begin() {
        return begin.place();
    }

    @Override
    public RequestReader requestsFromBegin() {
        return lane.requestsFrom(begin().sequence() == 0 ? 0 : answeredAtBegin(), Claims.from(name, begin.claim()));
    }

    private long answeredAtBegin() {
        final long offset = begin().index();
        final ConsumerRecord<byte[], byte[]> result = lane.resultLog()
                .firstFrom(offset)
                .filter(found -> found.offset() == offset)
                .orElseThrow(() -> new QueueException("the result at offset " + offset + " of "
                        + lane.resultLog().partition() + ", after which the run '" + name + "' continues, is gone"));
        return Stamps.answered(result);
    }

    /** @throws QueueException if a request of this process was refused because another process has opened the run since */
    @Override
    public int poll(ResultReader.Receiver receiver, int limit) {
        return results.poll(
                (index, result) -> {
                    check(result);
                    receiver.result(index, result);
                    if (lastBeforeClaim == Long.MAX_VALUE && result.request().index() > claim) {
                        lastBeforeClaim = result.sequence() - 1;
                    }
                },
                limit);
    }

    private void check(ResultFrame result) {
        if (result.body() instanceof ResultFrame.Failed failed
                && failed.failure().kind() == FailureKind.NOT_ALLOWED
                && failed.failure().message().endsWith(FOLLOWED)
                && lane.hasWritten(result.request().writer())) {
            throw lane.followed(name);
        }
    }

    @Override
    public Place read() {
        return results.place();
    }

    @Override
    public void moveTo(Place place) {
        final Noted noted = new Noted(place, place.sequence() >= lastBeforeClaim ? claim : begin.claim());
        lane.control().later(RunKeys.PLACE, RunKeys.name(name, claim), noted::toString);
    }

    @Override
    public void checkHeld() {
        places.checkHeld(name);
    }

    @Override
    public void end() {
        lane.endClaim(name, claim);
        places.delete(name, claim);
        close();
    }

    @Override
    public void close() {
        try {
            results.close();
            lane.control().flush();
        } finally {
            lane.leave(claim);
            OpenNames.giveBack(lane.inputId(), RunKeys.PLACE, name);
        }
    }
}
