package dev.sluice.perf.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What arrives after the link: everything, in order, not before its time, and the end of a connection. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DelayedLinkTest {

    private static final long SEED = 7;
    private static final int BYTES = 5_000_000;

    @Test
    void shouldGiveEverythingInOrderWhenMuchIsUnderWay() throws Exception {
        final byte[] sent = new byte[BYTES];
        new Random(SEED).nextBytes(sent);
        try (ServerSocket server = server();
                DelayedLink link = DelayedLink.open(server.getLocalPort(), Duration.ofMillis(4));
                Socket client = connect(link);
                Socket accepted = server.accept()) {
            final CompletableFuture<Void> echo = onItsOwnThread(() -> echo(accepted));
            final CompletableFuture<Void> sending = onItsOwnThread(() -> send(client, sent));

            assertArrayEquals(sent, client.getInputStream().readNBytes(BYTES), "seed " + SEED);
            sending.join();
            client.shutdownOutput();
            echo.join();
        }
    }

    @Test
    void shouldHoldBackEachDirectionForHalfOfTheLatency() throws Exception {
        final Duration latency = Duration.ofMillis(40);
        try (ServerSocket server = server();
                DelayedLink link = DelayedLink.open(server.getLocalPort(), latency);
                Socket client = connect(link);
                Socket accepted = server.accept()) {
            final long start = System.nanoTime();
            client.getOutputStream().write(1);
            accepted.getInputStream().read();
            final long there = System.nanoTime();
            accepted.getOutputStream().write(2);
            client.getInputStream().read();
            final long back = System.nanoTime();

            // Never sooner; how much later is up to the machine.
            assertTrue(there - start >= latency.toNanos() / 2, () -> there - start + " ns there");
            assertTrue(back - there >= latency.toNanos() / 2, () -> back - there + " ns back");
        }
    }

    @Test
    void shouldEndTheConnectionWhenTheServerEndsIt() throws Exception {
        try (ServerSocket server = server();
                DelayedLink link = DelayedLink.open(server.getLocalPort(), Duration.ofMillis(2));
                Socket client = connect(link);
                Socket accepted = server.accept()) {
            accepted.getOutputStream().write(5);
            accepted.shutdownOutput();

            assertEquals(5, client.getInputStream().read());
            assertEquals(-1, client.getInputStream().read());
        }
    }

    private static ServerSocket server() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static Socket connect(DelayedLink link) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), link.port());
    }

    private static void echo(Socket accepted) {
        try {
            accepted.getInputStream().transferTo(accepted.getOutputStream());
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void send(Socket client, byte[] bytes) {
        try {
            client.getOutputStream().write(bytes);
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each of them blocks, and the pool that all share may have one thread. */
    private static CompletableFuture<Void> onItsOwnThread(Runnable work) {
        return CompletableFuture.runAsync(work, task -> new Thread(task, "delayed-link-test").start());
    }
}
