package dev.sluice.perf.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A network with a latency, before a server on this machine: what either side sends arrives in order, half the latency
 * later. The time is that of each piece as it came in, so any number of them are under way at once, and the throughput is
 * that of the loopback. Its connections end when one of their sides does, or with this.
 */
public final class DelayedLink implements AutoCloseable {

    private static final int BACKLOG = 50;

    private final int serverPort;
    private final long delayNanos;
    private final ServerSocket listening;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    private DelayedLink(int serverPort, Duration latency) throws IOException {
        this.serverPort = serverPort;
        this.delayNanos = latency.toNanos() / 2;
        this.listening = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    }

    /**
     * Opens one to a port of 127.0.0.1.
     *
     * @param latency of a round trip
     */
    public static DelayedLink open(int serverPort, Duration latency) throws IOException {
        final DelayedLink link = new DelayedLink(serverPort, latency);
        DelayedDirection.startDaemon("link-accept", link::accept);
        return link;
    }

    /** The port of 127.0.0.1 that is the server's, seen from here. */
    public int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                connect(listening.accept());
            } catch (final IOException e) {
                continue; // this is closed, or this one connection came to nothing, which its client notices
            }
        }
    }

    private void connect(Socket client) throws IOException {
        sockets.add(client);
        final Socket server;
        try {
            server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        } catch (final IOException e) {
            client.close();
            throw e;
        }
        sockets.add(server);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        new DelayedDirection(client, server, delayNanos).start();
        new DelayedDirection(server, client, delayNanos).start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (final Socket socket : sockets) {
            socket.close();
        }
    }
}
