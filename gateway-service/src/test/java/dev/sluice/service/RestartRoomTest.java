package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Outcomes kept by a former run do not keep updates out of the next one. */
class RestartRoomTest {

    @RegisterExtension
    private final ServedQueues served =
            ServedQueues.declaring("""
                    chunk: {limit: 1000}
                    statements:
                      add: {sql: 'INSERT INTO t VALUES (?)', types: [long]}
                    """).having("CREATE TABLE t (id BIGINT)").database("transaction: each");

    @ParameterizedTest
    @ValueSource(strings = {"none", "chunk"})
    void shouldRunUpdatesAfterACleanRestart(String sync) {
        served.queues("sync: " + sync).start();
        for (long i = 0; i < 300; i++) {
            served.client().requests().executeUpdate("add", i);
        }
        served.results();
        served.stop();
        served.start();
        Awaitility.await()
                .until(() -> served.database().rows("SELECT epoch FROM sluice_checkpoint"), List.of("2")::equals);
        served.client().requests().executeUpdate("add", 300L);
        assertEquals(List.of("add: updated 1"), served.results());
    }
}
