package dev.sluice.testsupport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for servers that stop and come back. */
public final class LocalPorts {

    // Below the ports that systems give to outgoing connections: a client that retries a stopped server's port from
    // that range can be given this very port, be connected to itself, and keep the server from coming back.
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final int ATTEMPTS = 1_000;

    private LocalPorts() {}

    /** A port that nobody listens at. */
    public static int free() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            final int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException(
                "No free port between " + FIRST + " and " + LAST + " in " + ATTEMPTS + " attempts");
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (final IOException taken) {
            return false;
        }
    }
}
