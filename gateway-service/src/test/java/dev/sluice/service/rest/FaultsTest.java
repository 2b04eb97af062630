package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A service that answers wrongly as a whole: nothing of that is used, nothing fails, and once it is over all is right. */
@Tag("long")
class FaultsTest {

    private final CapturedLog log = new CapturedLog();

    private static final long KEYS = 7;

    private final AtomicInteger faults = new AtomicInteger();

    @AfterEach
    void printAgain() {
        log.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerRightlyWhenTheServiceDoesSoAgain(Fault fault) throws IOException {
        try (RawServer server = RawServer.start(failingWith(fault));
                RestGateway gateway = settings(server, fault).open()) {
            for (final int times : fault.slow() || fault.ofItems() ? new int[] {1} : new int[] {1, 2, 5}) {
                faults.set(times);
                ask(gateway);
                assertEquals(expected(), gateway.texts(), () -> log.lines().toString());
                assertTrue(faults.get() <= 0, "the fault was not met");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldTheLineAsLongAsTheServiceAnswersSo(Fault fault) throws IOException {
        try (RawServer server = RawServer.start(failingWith(fault));
                RestGateway gateway = settings(server, fault).open()) {
            faults.set(Integer.MAX_VALUE);
            ask(gateway);
            while (server.requests() < (fault.slow() ? 4 : 40)) {
                gateway.turn();
                assertEquals(0, gateway.answered(), () -> log.lines().toString());
            }
            faults.set(0);
            assertEquals(expected(), gateway.texts(), () -> log.lines().toString());
        }
    }

    private RawServer.Handler failingWith(Fault fault) {
        return (request, connection) -> {
            if (faults.getAndDecrement() > 0) {
                return fault.answer(request, connection);
            }
            connection.write(Items.good(request));
            return true;
        };
    }

    private static RestSettings settings(RawServer server, Fault fault) {
        final RestSettings settings = RestSettings.of(server.url());
        return fault.slow() ? settings.timeouts(Duration.ofMillis(50), Duration.ofMillis(150)) : settings;
    }

    /** Of some keys there is nothing, and two are equal. */
    private static void ask(RestGateway gateway) {
        for (long key = 0; key < KEYS; key++) {
            gateway.lookup("customer", key % 3 == 2 ? -key : key);
        }
        gateway.lookup("customer", 1L);
    }

    private static List<String> expected() {
        final List<String> expected = new ArrayList<>();
        for (long key = 0; key < KEYS; key++) {
            expected.add(key % 3 == 2 ? "not found" : "[{name=name" + key + "}]");
        }
        expected.add("[{name=name1}]");
        return expected;
    }
}
