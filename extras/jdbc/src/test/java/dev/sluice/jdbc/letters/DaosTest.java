package dev.sluice.jdbc.letters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.client.job.Sink;
import dev.sluice.jdbc.SluiceDataSource;
import dev.sluice.jdbc.TestGateway;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;

/** DAOs that know nothing of a gateway, in the bodies of a job. */
@Tag("nightly")
class DaosTest {

    @TempDir
    private Path directory;

    private static TestGateway withContracts(Path directory, int contracts) throws SQLException {
        final TestGateway gateway = TestGateway.postgreSql(directory, true);
        gateway.execute(
                "CREATE TABLE customer (id BIGINT PRIMARY KEY, first_name VARCHAR(100), last_name VARCHAR(100))",
                "CREATE TABLE contract (id BIGINT PRIMARY KEY, customer_id BIGINT, product VARCHAR(100),"
                        + " premium DECIMAL(12, 2), last_letter DATE, letters INTEGER)",
                "INSERT INTO customer SELECT i, 'Zoë ' || i, 'Núñez ' || i FROM generate_series(1, " + contracts
                        + ") i",
                "INSERT INTO contract SELECT i, 1 + i * 7 % " + contracts + ", 'glass ' || i, i * 1.25, NULL, 0"
                        + " FROM generate_series(1, " + contracts + ") i");
        return gateway;
    }

    private static List<String> directly(TestGateway gateway, LetterDao.Kind kind, int contracts) throws SQLException {
        final LetterDao dao = kind.over(gateway.direct());
        final List<String> letters = LongStream.rangeClosed(1, contracts)
                .mapToObj(id -> dao.letter(id, DaoLetters.DATE))
                .toList();
        gateway.execute("UPDATE contract SET last_letter = NULL, letters = 0");
        return letters;
    }

    private static void assertUpdatedOnce(TestGateway gateway, int contracts) {
        final JdbcTemplate database = new JdbcTemplate(gateway.direct());
        assertEquals(
                contracts,
                database.queryForObject(
                        "SELECT count(*) FROM contract WHERE last_letter IS NOT NULL AND letters = 1", Integer.class));
    }

    @ParameterizedTest
    @EnumSource
    void shouldWriteTheSameLettersWhenADaoAsksThroughTheGateway(LetterDao.Kind kind) throws Exception {
        final int contracts = 300;
        try (TestGateway gateway = withContracts(directory, contracts)) {
            final List<String> expected = directly(gateway, kind, contracts);
            final Path letters = directory.resolve("letters");
            final JobReport report = DaoLetters.run(gateway.queues(), letters, kind, contracts);
            assertEquals(3 * contracts, report.asked());
            assertEquals(expected, Files.readAllLines(letters));
            assertUpdatedOnce(gateway, contracts);
            final long calls =
                    gateway.counts().calls(Count.READ_CALLS) + gateway.counts().calls(Count.UPDATE_CALLS);
            assertTrue(calls < contracts, calls + " calls for " + report.asked() + " statements: they share none");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"JDBC_TEMPLATE", "JOOQ"})
    void shouldWriteTheSameLettersWhenTheJobIsKilledAndStartedAgain(LetterDao.Kind kind) throws Exception {
        final int contracts = 500;
        try (TestGateway gateway = withContracts(directory, contracts)) {
            final List<String> expected = directly(gateway, kind, contracts);
            final Path letters = directory.resolve("letters");
            killInTheMiddle(gateway, letters, kind, contracts);
            final JobReport report = DaoLetters.run(gateway.queues(), letters, kind, contracts);
            assertTrue(report.fromHistory() + report.handledBefore() > 0, report::toString);
            assertEquals(expected, Files.readAllLines(letters));
            assertUpdatedOnce(gateway, contracts);
        }
    }

    @Test
    void shouldRunOnVirtualThreadsAndPinNoneWhenTheJdkHasThem() throws Exception {
        assumeTrue(
                Runtime.version().feature() >= 21, "Java has virtual threads from 21 on: before, bodies run on a pool");
        final int contracts = 300;
        final Set<String> threads = ConcurrentHashMap.newKeySet();
        try (TestGateway gateway = withContracts(directory, contracts)) {
            final LetterDao.Kind kind = LetterDao.Kind.JDBC_TEMPLATE;
            DaoLetters.run(gateway.queues(), directory.resolve("letters"), kind, contracts); // loads all classes
            try (Recording recording = new Recording();
                    GatewayClient client = GatewayClient.open(gateway.queues());
                    Job job = client.job("letters", "recorded")) {
                recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ZERO);
                recording.start();
                final LetterDao dao = kind.over(SluiceDataSource.of(client));
                job.run(
                        LongStream.rangeClosed(1, contracts).boxed().toList(),
                        id -> Long.toString(id),
                        (id, item) -> {
                            threads.add(Thread.currentThread().getClass().getName());
                            return dao.letter(id, DaoLetters.DATE);
                        },
                        Sink.none());
                recording.stop();
                assertEquals(Set.of("java.lang.VirtualThread"), threads);
                assertEquals(List.of(), pinned(recording));
            }
        }
    }

    /** The events of bodies: the JDK's own threads may be pinned by what it does at their start. */
    private List<RecordedEvent> pinned(Recording recording) throws IOException {
        final Path file = directory.resolve("pinned.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> String.valueOf(event.getStackTrace()).contains("dev.sluice."))
                .toList();
    }

    private void killInTheMiddle(TestGateway gateway, Path letters, LetterDao.Kind kind, int contracts)
            throws IOException, InterruptedException {
        try (Child job = Program.java(DaoLetters.class, gateway.queues(), letters, kind, contracts)
                .stoppingAt("document-open:" + 2 * contracts, directory.resolve("stopped"))
                .start()) {
            job.awaitFaultPoint();
        }
    }

    @Test
    void shouldHaveItsExceptionsTranslatedWhenSpringTranslatesThem() throws Exception {
        try (TestGateway gateway = withContracts(directory, 1);
                SluiceDataSource source = SluiceDataSource.at(gateway.queues())) {
            final JdbcTemplate template = new JdbcTemplate(source);
            assertThrows(
                    DuplicateKeyException.class,
                    () -> template.update("INSERT INTO customer VALUES (?, ?, ?)", 1, "Ada", null));
            assertThrows(BadSqlGrammarException.class, () -> template.queryForList("SELECT nothing FROM customer"));
            assertEquals(
                    List.of(1, 1),
                    List.of(
                            template.update("INSERT INTO customer VALUES (?, ?, ?)", 2, "Ada", null),
                            template.update("DELETE FROM customer WHERE id = ?", 2)));
        }
    }
}
