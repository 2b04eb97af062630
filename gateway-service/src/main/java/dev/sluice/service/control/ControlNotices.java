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

/**
 * The two control notices of a lane, small JSON documents that are stored with the lane: the command of an operator, and the
 * answer of the gateway. Any thread or process may use this class.
 */
public final class ControlNotices {

    /** The name of the notice with the command. */
    public static final String WANTED = "wanted.json";
    /** The name of the notice with the answer of the gateway. */
    public static final String DONE = "done.json";

    private static final String FORMER_ORDERS = "orders.json";

    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS);

    /** Thrown if a notice exists but cannot be understood. The message names the notice and says what to do. */
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

    /** Uses notices in the given store. */
    public ControlNotices(Notices notices) {
        this.notices = notices;
    }

    /**
     * Refuses a lane with orders, the operator's commands in the format of an earlier version. This version would ignore a pause
     * in such orders without a message.
     *
     * @throws QueueException if the lane has orders
     */
    public static void checkNoFormerOrders(Lane lane) {
        final String place = lane.gatewayNotices().place(FORMER_ORDERS);
        try {
            if (lane.gatewayNotices().read(FORMER_ORDERS).orElse("").contains("{")) {
                throw new QueueException(place
                        + " has orders of an earlier version, which are no longer obeyed: use sluice ctl pause for a pause"
                        + " or a hold, and sluice replay resume for a quarantine; then delete the file");
            }
        } catch (final IOException e) {
            throw new QueueException("cannot read " + place + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the last command; empty if there never was one.
     *
     * @throws IOException if the notice cannot be read
     * @throws UnclearNoticeException if the notice cannot be understood; the gateway then reads no requests
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
                    "paused: the last command cannot be understood: " + SafeText.of(e.getOriginalMessage()) + " in "
                            + notices.place(WANTED) + "; send a new one with sluice ctl pause or resume");
        }
    }

    /** Writes a command, replacing the previous one. */
    public void want(Wanted wanted) throws IOException {
        notices.write(WANTED, MAPPER.writeValueAsBytes(wanted));
    }

    /** Returns the last answer of the gateway; empty if there is none or it cannot be understood. */
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
            throw new JsonMappingException(null, "the notice is empty");
        }
        return read;
    }

    /**
     * Returns a text that says which command holds requests up; empty if none does.
     *
     * @param served whether a gateway serves the lane
     * @throws IOException if a notice cannot be read
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
                return Optional.empty(); // a gateway that starts later does not drain
            }
            return Optional.of(wanted.get().words()
                    + (pause && served && done.filter(Done::isDone).isEmpty() ? "; not done yet" : ""));
        } catch (final UnclearNoticeException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** Writes the answer of the gateway, replacing the previous one. Only the gateway calls this. */
    public void done(Done done) throws IOException {
        notices.write(DONE, MAPPER.writeValueAsBytes(done));
    }
}
