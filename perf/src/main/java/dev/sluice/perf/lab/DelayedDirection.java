package dev.sluice.perf.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** One direction of a connection: one thread takes in what comes, another one gives it out when its time has come. */
public final class DelayedDirection {

    private static final int PIECE_BYTES = 64 * 1024;

    /** Then the sender waits, as it would with a full window. */
    private static final int PIECES = 1024;

    /** By how much a short park is late on Linux: the rest of the time is spun. */
    private static final long PARK_LATE_NANOS = 60_000;

    private final Socket from;
    private final Socket to;
    private final long delayNanos;
    private final BlockingQueue<Piece> underWay = new ArrayBlockingQueue<>(PIECES);

    /** Without bytes: the end. */
    private record Piece(byte[] bytes, long dueNanos) {}

    public DelayedDirection(Socket from, Socket to, long delayNanos) {
        this.from = from;
        this.to = to;
        this.delayNanos = delayNanos;
    }

    public void start() {
        startDaemon("link-in", this::takeIn);
        startDaemon("link-out", this::giveOut);
    }

    public static void startDaemon(String name, Runnable work) {
        final Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void takeIn() {
        final byte[] buffer = new byte[PIECE_BYTES];
        try {
            try {
                final InputStream in = from.getInputStream();
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    underWay.put(new Piece(Arrays.copyOf(buffer, length), System.nanoTime() + delayNanos));
                }
            } catch (final IOException e) {
                close(from); // the other direction ends, too
            }
            underWay.put(new Piece(new byte[0], System.nanoTime() + delayNanos));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void giveOut() {
        try {
            final OutputStream out = to.getOutputStream();
            for (Piece piece = underWay.take(); piece.bytes.length > 0; piece = underWay.take()) {
                awaitNanos(piece.dueNanos);
                out.write(piece.bytes);
            }
        } catch (final IOException e) {
            close(from); // nobody takes it any more
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close(to);
            underWay.clear(); // who waits for room goes on to its end
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

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (final IOException e) {
            return; // closed is all that it is to be
        }
    }
}
