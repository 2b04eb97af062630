package dev.sluice.perf.events;

import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.ServerJvm;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The service to which all senders post. It is a separate program. It recognizes repeated events by their idempotency keys, and
 * confirms each event. To leave the CPU to the measured senders, it implements only the part of HTTP/1.1 that the clients of this
 * experiment use, with a thread for each connection. On request it reports its {@link Counts}.
 */
public final class EventSink {

    private static final int BACKLOG = 200;
    private static final int BUFFER = 1 << 16;
    private static final String LENGTH = "content-length:";
    private static final String HEAD =
            "HTTP/1.1 207 Multi-Status\r\nContent-Type: application/json\r\nContent-Length: ";
    private static final String BLANK_LINE = "\r\n\r\n";

    private final Map<String, BitSet> keys = new ConcurrentHashMap<>();
    private Counts counts = new Counts(0, 0, 0);

    private EventSink() {}

    /**
     * The posts and events since the start of the sink.
     *
     * @param calls the number of posts
     * @param items the number of events in these posts
     * @param distinct the number of different events
     */
    record Counts(long calls, long items, long distinct) {

        Counts since(Counts before) {
            return new Counts(calls - before.calls, items - before.items, distinct - before.distinct);
        }
    }

    /** Listens on the loopback address, and reports its port to the parent JVM. */
    public static void main(String[] args) throws Exception {
        final ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        final EventSink sink = new EventSink();
        startDaemon("acceptor", () -> sink.accept(server));
        System.out.println(ServerJvm.LISTENS + server.getLocalPort());
        ChildJvm.answer(String.class, asked -> sink.counts());
    }

    /** Starts a sink in its own JVM. */
    static ServerJvm start(Path directory) throws IOException, InterruptedException {
        return ServerJvm.start("sink", directory, List.of("-Xmx256m"), EventSink.class);
    }

    static Counts counts(ServerJvm sink) throws IOException, InterruptedException {
        return sink.ask("counts", Counts.class);
    }

    private static void startDaemon(String name, Runnable work) {
        final Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept(ServerSocket server) {
        try {
            while (true) {
                final Socket socket = server.accept();
                startDaemon("sink", () -> serve(socket));
            }
        } catch (final IOException e) {
            System.out.println("The sink accepts no more connections: " + e);
        }
    }

    private synchronized Counts counts() {
        return counts;
    }

    private synchronized void count(PostedEvents posted) {
        counts = new Counts(counts.calls + 1, counts.items + posted.items(), counts.distinct + posted.distinct());
    }

    private void serve(Socket socket) {
        final PostedEvents posted = new PostedEvents(keys);
        try (socket) {
            socket.setTcpNoDelay(true);
            final InputStream in = new BufferedInputStream(socket.getInputStream(), BUFFER);
            final OutputStream out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
            for (int length = bodyLength(in); length >= 0; length = bodyLength(in)) {
                final ByteArrayOutputStream response = posted.take(in.readNBytes(length));
                count(posted);
                out.write((HEAD + response.size() + BLANK_LINE).getBytes(StandardCharsets.US_ASCII));
                response.writeTo(out);
                out.flush(); // sends head and body in one packet
            }
        } catch (final IOException | RuntimeException e) {
            System.out.println("A connection ends: " + e);
        }
    }

    /** Reads the head of a request, and returns the length of its body, or -1 at the end of the connection. */
    private static int bodyLength(InputStream in) throws IOException {
        final StringBuilder head = new StringBuilder(256);
        while (head.indexOf(BLANK_LINE, Math.max(0, head.length() - BLANK_LINE.length())) < 0) {
            final int next = in.read();
            if (next < 0 && head.isEmpty()) {
                return -1;
            }
            if (next < 0) {
                throw new EOFException("in the head of a request");
            }
            head.append((char) next);
        }
        final String text = head.toString().toLowerCase(Locale.ROOT);
        final int length = text.indexOf(LENGTH);
        if (length < 0) {
            throw new IOException("a request without a length");
        }
        return Integer.parseInt(text.substring(length + LENGTH.length(), text.indexOf('\r', length))
                .strip());
    }
}
