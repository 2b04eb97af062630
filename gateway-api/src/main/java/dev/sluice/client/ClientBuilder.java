package dev.sluice.client;

import dev.sluice.api.QueueOptions;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Collects the settings of a client, and opens the client. Created by {@link GatewayClient#builder}. For one thread. */
public final class ClientBuilder {

    private final String address;
    private QueueOptions options = QueueOptions.DEFAULTS;
    private @Nullable String name;

    ClientBuilder(String address) {
        this.address = address;
    }

    /** Sets the name under which the client resumes after a restart. Only one process at a time may use a name. */
    public ClientBuilder name(String newName) {
        name = newName;
        return this;
    }

    /** Sets the size in bytes, as encoded, of the largest request. */
    public ClientBuilder requestLimit(int bytes) {
        options = options.withRequestLimit(bytes);
        return this;
    }

    /** Sets the bytes that must stay free on the disk; requests are refused when less is free. */
    public ClientBuilder diskReserve(long bytes) {
        options = options.withDiskReserve(bytes);
        return this;
    }

    /** Sets all options of the queues, including the limits that the other methods set. */
    public ClientBuilder options(QueueOptions newOptions) {
        options = newOptions;
        return this;
    }

    /**
     * Opens the client, and creates the queues if they are missing.
     *
     * @throws dev.sluice.api.QueueException if the queues cannot be opened; the message says what to do
     */
    public GatewayClient open() {
        final Lanes lanes = Lanes.at(address, options);
        final int home = home(lanes);
        return client(lanes, home, lanes.open(home));
    }

    /**
     * Opens the client on existing queues, and creates nothing.
     *
     * @throws dev.sluice.api.QueueException if there are no queues, or if they cannot be opened
     */
    public GatewayClient openExisting() {
        final Lanes lanes = Lanes.existing(address, options);
        final int home = home(lanes);
        return client(lanes, home, lanes.openExisting(home));
    }

    private int home(Lanes lanes) {
        return name == null ? ThreadLocalRandom.current().nextInt(lanes.count()) : lanes.of(name);
    }

    private GatewayClient client(Lanes lanes, int home, Lane queues) {
        try {
            return new GatewayClient(lanes, home, queues, name);
        } catch (final Throwable e) {
            queues.close();
            throw e;
        }
    }
}
