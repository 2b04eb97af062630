package dev.sluice.faults.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kafka.Link.Fault;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A link passes bytes, loses none that it held up, and refuses when it is cut. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LinkTest {

    private static final int SOON_MILLIS = 200;
    private static final int LATE_MILLIS = 30_000;

    private ServerSocket server;
    private Link link;
    private Socket client;
    private Socket accepted;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        link = Link.open(server.getLocalPort());
        client = newClient();
        accepted = server.accept();
        assertPasses(client, accepted, 1);
        assertPasses(accepted, client, 2);
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        accepted.close();
        link.close();
        server.close();
    }

    private Socket newClient() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), link.port());
    }

    @Test
    void shouldEndConnectionsAndRefuseNewOnesWhenCut() throws IOException {
        link.suffer(Fault.CUT);
        assertFalse(link.isWhole());
        assertEquals(-1, client.getInputStream().read());
        assertEquals(-1, accepted.getInputStream().read());
        assertThrows(ConnectException.class, this::newClient);

        link.heal();
        assertTrue(link.isWhole());
        try (Socket again = newClient();
                Socket acceptedAgain = server.accept()) {
            assertPasses(again, acceptedAgain, 3);
        }
    }

    @Test
    void shouldPassNothingEitherWayWhenHalfOpenAndAllOfItInOrderLater() throws IOException {
        link.suffer(Fault.HALF_OPEN);
        try (Socket late = newClient()) {
            send(client, 3, 4);
            send(accepted, 5, 6);
            send(late, 7);
            assertSilent(accepted);
            assertSilent(client);
            server.setSoTimeout(SOON_MILLIS);
            assertThrows(SocketTimeoutException.class, server::accept);

            link.heal();
            assertComes(accepted, 3, 4);
            assertComes(client, 5, 6);
            server.setSoTimeout(LATE_MILLIS);
            try (Socket acceptedLate = server.accept()) {
                assertComes(acceptedLate, 7);
            }
        }
    }

    @Test
    void shouldPassWhatClientsSendWhenThereAreNoAnswers() throws IOException {
        link.suffer(Fault.NO_ANSWERS);
        assertPasses(client, accepted, 3);
        send(accepted, 4);
        assertSilent(client);

        link.heal();
        assertComes(client, 4);
    }

    @Test
    void shouldPassAnEndLaterWhenHalfOpen() throws IOException {
        link.suffer(Fault.HALF_OPEN);
        send(client, 3);
        client.close();
        assertSilent(accepted);

        link.heal();
        assertComes(accepted, 3);
        assertEquals(-1, accepted.getInputStream().read());
    }

    private static void send(Socket from, int... bytes) throws IOException {
        for (final int each : bytes) {
            from.getOutputStream().write(each);
        }
    }

    private static void assertPasses(Socket from, Socket to, int each) throws IOException {
        send(from, each);
        assertComes(to, each);
    }

    private static void assertComes(Socket to, int... bytes) throws IOException {
        to.setSoTimeout(LATE_MILLIS);
        for (final int each : bytes) {
            assertEquals(each, to.getInputStream().read());
        }
    }

    private static void assertSilent(Socket to) throws IOException {
        to.setSoTimeout(SOON_MILLIS);
        assertThrows(SocketTimeoutException.class, () -> to.getInputStream().read());
    }
}
