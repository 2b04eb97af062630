package dev.sluice.service.pending;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.files.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * A file that the gateway keeps beside its output, on disk, as JSON without nulls.
 *
 * @param ifDamaged what to do then; follows what is wrong in the message
 */
record KeptFile<T>(String name, TypeReference<T> type, String ifDamaged) {

    static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .setDefaultSetterInfo(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL));

    /**
     * Returns the content of the file; empty if there is none.
     *
     * @param made makes something of it, and throws an {@link IllegalArgumentException} if that cannot be done with these queues
     * @throws QueueException if the file cannot be read
     */
    <R> Optional<R> read(QueuePair queues, Function<T, R> made) {
        final Path file = queues.gatewayFile(name);
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        try {
            final T content = MAPPER.readValue(SmallFile.text(file, StandardCharsets.UTF_8), type);
            if (content == null) {
                throw new IOException("it holds nothing");
            }
            return Optional.of(made.apply(content));
        } catch (final JsonProcessingException e) {
            throw new QueueException(file + " is damaged: " + e.getOriginalMessage() + ifDamaged, e);
        } catch (final IOException e) {
            throw new QueueException("cannot read " + file + ": " + e.getMessage(), e);
        } catch (final IllegalArgumentException e) {
            throw new QueueException(file + " is of no use here: " + e.getMessage(), e);
        }
    }

    /** Replaces the file. */
    void write(QueuePair queues, T content) {
        final Path file = queues.gatewayFile(name);
        try {
            SmallFile.replace(file, MAPPER.writeValueAsBytes(content));
        } catch (final IOException e) {
            throw new QueueException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
