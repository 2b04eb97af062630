package dev.sluice.client;

import dev.sluice.queue.QueueOptions;
import dev.sluice.queue.QueuePair;
import java.nio.file.Path;

/** Settings of a client, from {@link GatewayClient#builder}. One thread. */
public final class ClientBuilder {

    private final Path path;
    private QueueOptions options = QueueOptions.DEFAULTS;
    private String name;

    ClientBuilder(Path path) {
        this.path = path;
    }

    /** The name under which the client resumes after a restart; one process at a time. */
    public ClientBuilder name(String newName) {
        name = newName;
        return this;
    }

    /** The largest request in bytes, as encoded. */
    public ClientBuilder requestLimit(int bytes) {
        options = options.withRequestLimit(bytes);
        return this;
    }

    /** Bytes that stay free on the disk: below, requests are refused. */
    public ClientBuilder diskReserve(long bytes) {
        options = options.withDiskReserve(bytes);
        return this;
    }

    /** Everything else about the queues; replaces the limits set before. */
    public ClientBuilder options(QueueOptions newOptions) {
        options = newOptions;
        return this;
    }

    /**
     * Opens the client.
     *
     * @throws dev.sluice.queue.QueueException if the queues cannot be opened; the message says what to do
     */
    public GatewayClient open() {
        final QueuePair queues = QueuePair.open(path, options);
        boolean opened = false;
        try {
            final GatewayClient client = new GatewayClient(queues, name);
            opened = true;
            return client;
        } finally {
            if (!opened) {
                queues.close();
            }
        }
    }
}
