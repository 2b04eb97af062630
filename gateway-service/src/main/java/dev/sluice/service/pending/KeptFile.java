package dev.sluice.service.pending;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.sluice.api.QueueException;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/**
 * A JSON file without nulls that the gateway stores on disk beside its output.
 *
 * @param ifDamaged the end of the error message about a damaged file: what the operator should do
 */
record KeptFile<T>(String name, TypeReference<T> type, String ifDamaged) {

    static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .setDefaultSetterInfo(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL));

    /**
     * Returns the content of the file; empty if there is no file.
     *
     * @param made converts the content; throws an {@link IllegalArgumentException} if the content does not fit these queues
     * @throws QueueException if the file cannot be read
     */
    <R> Optional<R> read(Lane queues, Function<T, R> made) {
        final String file = queues.gatewayNotices().place(name);
        try {
            final Optional<String> text = queues.gatewayNotices().read(name);
            if (text.isEmpty()) {
                return Optional.empty();
            }
            final T content = MAPPER.readValue(text.get(), type);
            if (content == null) {
                throw new IOException("it is empty");
            }
            return Optional.of(made.apply(content));
        } catch (final JsonProcessingException e) {
            throw new QueueException(file + " is damaged: " + e.getOriginalMessage() + ifDamaged, e);
        } catch (final IOException e) {
            throw new QueueException("cannot read " + file + ": " + e.getMessage(), e);
        } catch (final IllegalArgumentException e) {
            throw new QueueException(file + " does not fit these queues: " + e.getMessage(), e);
        }
    }

    /** Replaces the file. */
    void write(Lane queues, T content) {
        try {
            queues.gatewayNotices().write(name, MAPPER.writeValueAsBytes(content));
        } catch (final IOException e) {
            throw new QueueException("cannot write " + queues.gatewayNotices().place(name) + ": " + e.getMessage(), e);
        }
    }
}
