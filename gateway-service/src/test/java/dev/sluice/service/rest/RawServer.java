package dev.sluice.service.rest;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLServerSocketFactory;

/**
 * Speaks HTTP over a plain socket, so that it can speak it wrongly. A thread for each connection; may be stopped and
 * started again on its port.
 */
final class RawServer implements AutoCloseable {

    /** Answers a request on a connection that is closed when it throws, or returns false. */
    interface Handler {
        boolean answer(Http request, Connection connection) throws IOException, InterruptedException;
    }

    /** Where the answer goes. */
    record Connection(Socket socket) {

        void write(byte[] bytes) throws IOException {
            final OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        }

        /** Ends the connection so that the other side sees a reset. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Waits until the other side has closed the connection. */
        void awaitEnd() throws IOException {
            while (socket.getInputStream().read() >= 0) {
                // whatever still comes
            }
        }

        /** Waits for that for so long at most; whether it is so. */
        boolean ends(int millis) throws IOException {
            socket.setSoTimeout(millis);
            try {
                awaitEnd();
                return true;
            } catch (final SocketTimeoutException open) {
                return false;
            }
        }
    }

    private final Handler handler;
    private final int port;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile ServerSocket listening;

    private final ServerSocketFactory sockets;

    private RawServer(Handler handler, int port, ServerSocketFactory sockets) {
        this.handler = handler;
        this.port = port;
        this.sockets = sockets;
    }

    /** One that does not listen yet. */
    static RawServer stopped(Handler handler) {
        return stopped(handler, ServerSocketFactory.getDefault());
    }

    /** One that does not listen yet, on sockets of a kind. */
    static RawServer stopped(Handler handler, ServerSocketFactory sockets) {
        return new RawServer(handler, freePort(), sockets);
    }

    /**
     * Below the ports that systems give to outgoing connections: a client that asks a stopped server there again and
     * again could be connected to itself.
     */
    private static int freePort() {
        while (true) {
            final int port = ThreadLocalRandom.current().nextInt(15_000, 32_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (final IOException taken) {
                // another one
            }
        }
    }

    void start() throws IOException {
        final ServerSocket socket = sockets.createServerSocket();
        if (socket instanceof SSLServerSocket tls) {
            tls.setNeedClientAuth(true);
        }
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        listening = socket;
        thread(() -> {
            while (!socket.isClosed()) {
                final Socket connection = accept(socket);
                if (connection != null) {
                    open.add(connection);
                    connections.incrementAndGet();
                    thread(() -> serve(connection));
                }
            }
        });
    }

    /** Listens no more, and ends every connection. */
    void stop() throws IOException {
        listening.close();
        for (final Socket connection : open) {
            connection.close();
        }
        open.clear();
    }

    String url() {
        return (sockets instanceof SSLServerSocketFactory ? "https://" : "http://")
                + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port;
    }

    /** The requests so far. */
    int requests() {
        return requests.get();
    }

    /** The connections so far. */
    int connections() {
        return connections.get();
    }

    private static Socket accept(ServerSocket socket) {
        try {
            final Socket connection = socket.accept();
            connection.setTcpNoDelay(true);
            return connection;
        } catch (final IOException closed) {
            return null;
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            final InputStream in = new BufferedInputStream(socket.getInputStream());
            for (Http request = Http.read(in); request != null; request = Http.read(in)) {
                requests.incrementAndGet();
                if (!handler.answer(request, new Connection(socket))) {
                    return;
                }
            }
        } catch (final IOException | InterruptedException gone) {
            // the other side is, or this one was stopped
        } finally {
            open.remove(socket);
        }
    }

    private static void thread(Runnable work) {
        final Thread thread = new Thread(work, "raw server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        if (listening != null) {
            stop();
        }
    }
}
