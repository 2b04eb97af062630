package dev.sluice.faults.kafka;

import dev.sluice.testsupport.LocalPorts;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A proxy that simulates the network in front of a server on this machine. The link can be cut, or can hold back the data that is
 * sent over it. When the link is healed, the held-back data arrives in order. A real network behaves like this, too, because TCP
 * repeats packets that a firewall has dropped. Thread-safe.
 */
final class Link implements AutoCloseable {

    private static final int BACKLOG = 50;
    private static final int PIECE_BYTES = 64 * 1024;

    /** A failure of the network. */
    enum Fault {
        NONE,
        /** Existing connections are closed, and new ones are refused. */
        CUT,
        /** Existing connections stay and new ones are accepted, but no data passes in either direction. */
        HALF_OPEN,
        /** Like half-open, but data from clients still reaches the server. */
        NO_ANSWERS
    }

    private final int serverPort;
    private final int port = LocalPorts.free();
    private final Set<Socket> sockets = new HashSet<>();
    private ServerSocket listening;
    private CompletableFuture<Void> accepting = CompletableFuture.completedFuture(null);
    private Fault fault = Fault.NONE;
    private boolean closed;

    private Link(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listening = listen();
    }

    /** Opens a link to a port of 127.0.0.1. */
    static Link open(int serverPort) throws IOException {
        final Link link = new Link(serverPort);
        link.accept();
        return link;
    }

    private ServerSocket listen() throws IOException {
        return new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    }

    /** The port of 127.0.0.1 through which clients reach the server over this link. It stays the same after a cut. */
    int port() {
        return port;
    }

    synchronized boolean isWhole() {
        return fault == Fault.NONE;
    }

    /** Applies a fault until {@link #heal}. */
    synchronized void suffer(Fault one) {
        if (!isWhole()) {
            throw new IllegalStateException("the link has a fault already: " + fault);
        }
        fault = one;
        if (one == Fault.CUT) {
            closeQuietly(listening);
            accepting.join(); // until the accepting thread has ended, it may still accept connections
            endAll();
        }
    }

    /** Ends the fault, so that all data passes again. */
    synchronized void heal() throws IOException {
        if (fault == Fault.CUT) {
            listening = listen();
            accept();
        }
        fault = Fault.NONE;
        notifyAll();
    }

    private synchronized void accept() {
        final ServerSocket clients = listening;
        accepting = CompletableFuture.runAsync(() -> accept(clients), Link::start);
    }

    private void accept(ServerSocket clients) {
        while (!clients.isClosed()) {
            try {
                final Socket client = clients.accept();
                start(() -> connect(client));
            } catch (final IOException e) {
                continue; // the link is cut, or only this connection failed, and the client notices the failure
            }
        }
    }

    private void connect(Socket client) {
        try {
            keep(client);
            awaitPassing(Fault.HALF_OPEN);
            final Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            keep(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            start(() -> pass(server, client, Fault.NO_ANSWERS));
            pass(client, server, Fault.HALF_OPEN);
        } catch (final IOException e) {
            end(client); // for the client this is the same as an unreachable server
        }
    }

    private synchronized void keep(Socket socket) throws IOException {
        if (fault == Fault.CUT || closed) {
            socket.close();
            throw new IOException("the link is cut");
        }
        sockets.add(socket);
    }

    /** Passes on the data of one direction of a connection, until the connection ends. */
    private void pass(Socket from, Socket to, Fault least) {
        final byte[] buffer = new byte[PIECE_BYTES];
        try {
            final InputStream in = from.getInputStream();
            final OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                awaitPassing(least);
                out.write(buffer, 0, length);
            }
            awaitPassing(least);
        } catch (final IOException e) {
            return; // one side is gone, so both are closed
        } finally {
            end(from);
            end(to);
        }
    }

    /** Waits as long as no data may pass in this direction: while the link has the given fault or is half-open. */
    private synchronized void awaitPassing(Fault least) throws InterruptedIOException {
        while (!closed && (fault == least || fault == Fault.HALF_OPEN)) {
            try {
                wait();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while nothing passed");
            }
        }
    }

    private synchronized void end(Socket socket) {
        sockets.remove(socket);
        closeQuietly(socket);
    }

    private static void closeQuietly(Closeable open) {
        try {
            open.close();
        } catch (final IOException e) {
            return; // a failure to close changes nothing here
        }
    }

    private synchronized void endAll() {
        List.copyOf(sockets).forEach(this::end);
    }

    private static void start(Runnable work) {
        final Thread thread = new Thread(work, "link");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public synchronized void close() {
        closed = true;
        closeQuietly(listening);
        endAll();
        notifyAll();
    }
}
