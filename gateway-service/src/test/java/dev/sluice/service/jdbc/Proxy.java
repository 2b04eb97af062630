package dev.sluice.service.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes bytes on to a server on this machine, until the client's side is cut: the server does not notice at once. */
final class Proxy implements AutoCloseable {

    private final int serverPort;
    private final ServerSocket listening;
    private final List<Socket> clients = new CopyOnWriteArrayList<>();
    private final List<Socket> servers = new CopyOnWriteArrayList<>();
    private final Queue<String> cuts = new ConcurrentLinkedQueue<>();

    Proxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Breaks every connection for the client; the server's sides stay open. */
    void cutClients() throws IOException {
        for (final Socket client : clients) {
            client.close();
        }
        clients.clear();
    }

    /** Breaks the first connection on which a client sends this text, instead of passing it on. */
    void cutAt(String text) {
        cuts.add(text);
    }

    /** Whether each text to cut at was met. */
    boolean hasCutAll() {
        return cuts.isEmpty();
    }

    private void accept() {
        try {
            while (true) {
                final Socket client = listening.accept();
                final Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                clients.add(client);
                servers.add(server);
                start(() -> pass(client, server, true));
                start(() -> pass(server, client, false));
            }
        } catch (final IOException e) {
            if (!listening.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void pass(Socket from, Socket to, boolean mayBeCut) {
        try {
            final InputStream in = from.getInputStream();
            final OutputStream out = to.getOutputStream();
            final byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (mayBeCut && cuts(new String(buffer, 0, read, StandardCharsets.ISO_8859_1))) {
                    from.close();
                    break;
                }
                out.write(buffer, 0, read);
            }
            to.close();
        } catch (final IOException e) {
            if (servers.contains(from)) {
                close(to); // the server is gone, or nobody listens any more
            }
        }
    }

    private boolean cuts(String sent) {
        final String text = cuts.peek();
        return text != null && sent.contains(text) && cuts.remove(text);
    }

    private static void start(Runnable work) {
        final Thread thread = new Thread(work, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cutClients();
        servers.forEach(Proxy::close);
    }
}
