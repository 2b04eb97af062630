package dev.sluice.service.control;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.QueueException;
import dev.sluice.internal.text.SafeText;
import dev.sluice.service.control.Done.State;
import dev.sluice.service.control.Wanted.Act;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Notices;
import java.io.IOException;
import java.util.Optional;

/** The two notices of a lane: what is wanted of its gateway, and what that has done. Any thread and process. */
public final class ControlNotices {

    /** What is wanted. */
    public static final String WANTED = "wanted.json";
    /** What is done. */
    public static final String DONE = "done.json";

    private static final String FORMER_ORDERS = "orders.json";

    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS);

    /** A notice that is there says nothing that can be understood; the message names it, and says what to do. */
    public static final class UnclearNoticeException extends Exception {

        private static final long serialVersionUID = 1L;

        private UnclearNoticeException(String message) {
            super(message);
        }
    }

    private final Notices notices;

    public ControlNotices(Lane lane) {
        this(lane.controlNotices());
    }

    /** Over notices that are kept somewhere else. */
    public ControlNotices(Notices notices) {
        this.notices = notices;
    }

    /**
     * A pause that is not followed any more must not be forgotten in silence.
     *
     * @throws QueueException if a former version left orders
     */
    public static void checkNoFormerOrders(Lane lane) {
        final String place = lane.gatewayNotices().place(FORMER_ORDERS);
        try {
            if (lane.gatewayNotices().read(FORMER_ORDERS).orElse("").contains("{")) {
                throw new QueueException(place
                        + " has orders of a former version, which are not followed any more: use sluice ctl pause for a pause"
                        + " or a hold, and sluice replay resume for a quarantine; then delete it");
            }
        } catch (final IOException e) {
            throw new QueueException("cannot read " + place + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns what is wanted; empty if nothing ever was.
     *
     * @throws IOException if it cannot be read
     * @throws UnclearNoticeException if it cannot be understood: then no request is read
     */
    public Optional<Wanted> wanted() throws IOException, UnclearNoticeException {
        final Optional<String> text = notices.read(WANTED);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(parsed(text.get(), Wanted.class));
        } catch (final JsonProcessingException e) {
            throw new UnclearNoticeException(
                    "paused: what is wanted cannot be understood, " + SafeText.of(e.getOriginalMessage()) + " in "
                            + notices.place(WANTED) + "; sluice ctl pause or resume says it anew");
        }
    }

    /** Replaces what is wanted. */
    public void want(Wanted wanted) throws IOException {
        notices.write(WANTED, MAPPER.writeValueAsBytes(wanted));
    }

    /** Returns what was done last; empty if nothing was, or it cannot be understood. */
    public Optional<Done> done() throws IOException {
        final Optional<String> text = notices.read(DONE);
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(parsed(text.get(), Done.class));
        } catch (final JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static <T> T parsed(String text, Class<T> type) throws JsonProcessingException {
        final T read = MAPPER.readValue(text, type);
        if (read == null) {
            throw new JsonMappingException(null, "there is nothing");
        }
        return read;
    }

    /**
     * Says in words what holds requests up, as far as the notices tell; empty if nothing does.
     *
     * @param served whether a gateway serves the lane
     * @throws IOException if that cannot be read
     */
    public Optional<String> holdsUp(boolean served) throws IOException {
        try {
            final Optional<Wanted> wanted = wanted();
            if (wanted.isEmpty() || wanted.get().act() == Act.RESUME) {
                return Optional.empty();
            }
            final boolean pause = wanted.get().act() == Act.PAUSE;
            final Optional<Done> done =
                    done().filter(its -> its.id().equals(wanted.get().id()));
            if (!pause
                    && (!served
                            || done.filter(its -> its.state() == State.PASSED).isPresent())) {
                return Optional.empty(); // a drain is over with its process
            }
            return Optional.of(wanted.get().words()
                    + (pause && served && done.filter(Done::isDone).isEmpty() ? "; not done yet" : ""));
        } catch (final UnclearNoticeException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** Replaces what is done. The gateway alone. */
    public void done(Done done) throws IOException {
        notices.write(DONE, MAPPER.writeValueAsBytes(done));
    }
}
