package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Notices;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The notices of one kind. They are stored in the control topic. A notice is a small document that a process stores under a name,
 * for other processes to read.
 */
final class KafkaNotices implements Notices {

    private final Control control;
    private final String kind;

    KafkaNotices(Control control, String kind) {
        this.control = control;
        this.kind = kind;
    }

    @Override
    public String place(String name) {
        return control.place(kind, name);
    }

    @Override
    public Optional<String> read(String name) throws IOException {
        try {
            return control.get(kind, name);
        } catch (final QueueException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void write(String name, byte[] content) throws IOException {
        try {
            control.put(kind, name, new String(content, StandardCharsets.UTF_8));
        } catch (final QueueException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        try {
            control.remove(kind, name);
        } catch (final QueueException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
