package dev.sluice.perf.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Simulates a network with latency in front of a server on this machine. The bytes that either side sends arrive in order,
 * delayed by half the latency of a round trip. The delay of each piece of data starts when the link receives the piece. Many
 * pieces can therefore be in flight at once, and the throughput stays that of the loopback. A connection ends when one of its
 * sides closes it, or when this link is closed.
 */
public final class DelayedLink implements AutoCloseable {

    private static final int BACKLOG = 50;
    private static final int PIECE_BYTES = 64 * 1024;
    /** The maximum number of pieces in flight. If it is reached, the sender must wait, as with a full TCP window. */
    private static final int PIECES = 1024;
    /** On Linux, a parked thread wakes up late by about this time. Therefore the thread spins for this last part of the delay. */
    private static final long PARK_LATE_NANOS = 60_000;

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
     * Opens a link to a port of 127.0.0.1.
     *
     * @param latency the latency of a round trip
     */
    public static DelayedLink open(int serverPort, Duration latency) throws IOException {
        final DelayedLink link = new DelayedLink(serverPort, latency);
        startDaemon("link-accept", link::accept);
        return link;
    }

    /** The port of 127.0.0.1 through which clients reach the server over this link. */
    public int port() {
        return listening.getLocalPort();
    }

    private static void startDaemon(String name, Runnable work) {
        final Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                connect(listening.accept());
            } catch (final IOException e) {
                continue; // the link is closed, or only this connection failed, and the client notices the failure
            }
        }
    }

    private void connect(Socket client) throws IOException {
        sockets.add(client);
        try {
            final Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            sockets.add(server);
            relay(client, server);
            relay(server, client);
        } catch (final IOException e) {
            client.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (final Socket socket : sockets) {
            socket.close();
        }
    }

    /** Bytes that were received together. An empty piece marks the end of the stream. */
    private record Piece(byte[] bytes, long dueNanos) {}

    /** Serves one direction of a connection: one thread reads the bytes, and another writes them when they are due. */
    private void relay(Socket from, Socket to) throws IOException {
        to.setTcpNoDelay(true);
        final BlockingQueue<Piece> underWay = new ArrayBlockingQueue<>(PIECES);
        startDaemon("link-in", () -> takeIn(from, underWay));
        startDaemon("link-out", () -> giveOut(from, to, underWay));
    }

    private void takeIn(Socket from, BlockingQueue<Piece> underWay) {
        final byte[] buffer = new byte[PIECE_BYTES];
        try {
            try {
                final InputStream in = from.getInputStream();
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    underWay.put(new Piece(Arrays.copyOf(buffer, length), System.nanoTime() + delayNanos));
                }
            } catch (final IOException e) {
                end(from); // ends the other direction, too
            }
            underWay.put(new Piece(new byte[0], System.nanoTime() + delayNanos));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void giveOut(Socket from, Socket to, BlockingQueue<Piece> underWay) {
        try {
            final OutputStream out = to.getOutputStream();
            for (Piece piece = underWay.take(); piece.bytes.length > 0; piece = underWay.take()) {
                awaitNanos(piece.dueNanos);
                out.write(piece.bytes);
            }
        } catch (final IOException e) {
            end(from); // the receiver is gone
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(to);
            underWay.clear(); // otherwise the reading thread would wait for ever if the queue is full
        }
    }

    private static void awaitNanos(long dueNanos) {
        for (long left = dueNanos - System.nanoTime(); left > 0; left = dueNanos - System.nanoTime()) {
            if (left > PARK_LATE_NANOS) {
                LockSupport.parkNanos(left - PARK_LATE_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (final IOException e) {
            return; // a failure to close changes nothing here
        }
    }
}
