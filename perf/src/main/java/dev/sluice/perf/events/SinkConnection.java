package dev.sluice.perf.events;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** A connection to the sink: as much of HTTP/1.1 as clients of this experiment speak. One thread. */
final class SinkConnection implements Runnable {

    private static final String LENGTH = "content-length:";
    private static final byte[] HEAD =
            PostedEvents.ascii("HTTP/1.1 207 Multi-Status\r\nContent-Type: application/json\r\nContent-Length: ");
    private static final byte[] HEAD_END = PostedEvents.ascii("\r\n\r\n");

    private final Socket socket;
    private final PostedEvents posted;
    private final long latencyNanos;
    private final Counted counted;
    private byte[] in = new byte[1 << 14];
    private int filled;
    private byte[] out = new byte[1 << 13];

    /** Told of each post before it is answered. */
    interface Counted {
        void call(int events, int distinct);
    }

    SinkConnection(Socket socket, PostedEvents posted, long latencyNanos, Counted counted) {
        this.socket = socket;
        this.posted = posted;
        this.latencyNanos = latencyNanos;
        this.counted = counted;
    }

    @Override
    public void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            final InputStream input = socket.getInputStream();
            final OutputStream output = socket.getOutputStream();
            while (true) {
                final int body = headEnd(input);
                if (body < 0) {
                    return;
                }
                answer(input, output, body, length(body));
            }
        } catch (final IOException | RuntimeException e) {
            if (!(e instanceof EOFException)) {
                System.out.println("A connection ends: " + e);
            }
        }
    }

    private void answer(InputStream input, OutputStream output, int from, int length) throws IOException {
        while (filled < from + length) {
            if (in.length < from + length) {
                in = Arrays.copyOf(in, from + length);
            }
            fill(input);
        }
        posted.take(Arrays.copyOfRange(in, from, from + length), length);
        counted.call(posted.items(), posted.distinct());
        final int rest = filled - from - length;
        System.arraycopy(in, from + length, in, 0, rest);
        filled = rest;
        if (latencyNanos > 0) {
            LockSupport.parkNanos(latencyNanos);
        }
        respond(output);
    }

    /** Head and body in one piece, so that they are one packet. */
    private void respond(OutputStream output) throws IOException {
        final byte[] length = PostedEvents.ascii(Integer.toString(posted.size()));
        final int all = HEAD.length + length.length + HEAD_END.length + posted.size();
        if (out.length < all) {
            out = new byte[2 * all];
        }
        int at = put(HEAD, HEAD.length, 0);
        at = put(length, length.length, at);
        at = put(HEAD_END, HEAD_END.length, at);
        put(posted.response(), posted.size(), at);
        output.write(out, 0, all);
    }

    private int put(byte[] from, int count, int at) {
        System.arraycopy(from, 0, out, at, count);
        return at + count;
    }

    /** Where the body begins; -1 at the end of the connection. */
    private int headEnd(InputStream input) throws IOException {
        int seen = 0;
        while (true) {
            for (int i = Math.max(seen, 3); i < filled; i++) {
                if (in[i] == '\n' && in[i - 2] == '\n') {
                    return i + 1;
                }
            }
            seen = filled;
            try {
                fill(input);
            } catch (final EOFException e) {
                if (filled == 0) {
                    return -1;
                }
                throw e;
            }
        }
    }

    private int length(int head) throws IOException {
        for (final String line : new String(in, 0, head, StandardCharsets.US_ASCII).split("\r\n")) {
            if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                return Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        throw new IOException("a request without a length");
    }

    private void fill(InputStream input) throws IOException {
        if (filled == in.length) {
            in = Arrays.copyOf(in, 2 * in.length);
        }
        final int read = input.read(in, filled, in.length - filled);
        if (read < 0) {
            throw new EOFException();
        }
        filled += read;
    }
}
