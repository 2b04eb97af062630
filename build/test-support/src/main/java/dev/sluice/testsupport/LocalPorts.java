package dev.sluice.testsupport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports for servers that are stopped and started again. */
public final class LocalPorts {

    // These ports are below the range that systems use for the local ports of outgoing connections. A port of that
    // range could be assigned to a client that tries to reach the stopped server. The client would then be connected
    // to itself, and the server could not start again.
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final int ATTEMPTS = 1_000;

    private LocalPorts() {}

    /** Returns a port on which nobody listens. */
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
