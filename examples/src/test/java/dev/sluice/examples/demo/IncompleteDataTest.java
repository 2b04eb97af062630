package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.examples.letters.LettersReport;
import dev.sluice.examples.letters.OneAtATime;
import dev.sluice.examples.letters.SelectEach;
import dev.sluice.testsupport.Child;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The letters job in each form against a gateway and a database where not everything is as it should be. */
@Tag("nightly")
@Timeout(120)
class IncompleteDataTest {

    private static final int CONTRACTS = 300;

    @TempDir
    static Path temporary;

    private static DemoDirectory directory;
    private static DemoDatabase database;
    private static Child gateway;

    @BeforeAll
    static void start() throws Exception {
        directory = DemoDirectory.open(temporary.resolve("demo"));
        database = DatabaseKind.HSQLDB.open(directory.database());
        new DemoData(CONTRACTS, 1).load(database.dataSource());
        execute("DELETE FROM customer WHERE id = (SELECT customer_id FROM contract WHERE id = 7)");
        execute("DELETE FROM address WHERE id = (SELECT address_id FROM contract WHERE id = 300)");
        new OneAtATime(
                        database.dataSource(),
                        () -> SelectEach.open(database.dataSource()),
                        temporary.resolve("one-at-a-time"),
                        DemoData.LETTER_DATE,
                        CONTRACTS)
                .run();
        execute("UPDATE contract SET last_letter = NULL");
        execute("ALTER TABLE contract ADD CONSTRAINT no_letter_for_5 CHECK (id <> 5 OR last_letter IS NULL)");
        GatewayConfigFile.write(
                directory.gatewayConfig(),
                directory.queues().toString(),
                1,
                database,
                Optional.empty(),
                Optional.empty());
        gateway = DemoGateway.start(directory);
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.stop();
        database.close();
        directory.close();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Callbacks write a letter before its update is answered. */
    @Test
    void shouldLeaveOutLettersWithoutDataAndKeepThatOfAFailedUpdateInCallbacks() throws Exception {
        final LettersReport report = run(JobForm.CALLBACKS);
        final String failures = String.join("\n", report.firstFailures());
        assertTrue(failures.contains("contract 7: no customer"), failures);
        assertTrue(failures.contains("contract 300: no address"), failures);
        assertTrue(failures.contains("last-letter 5: "), failures);
        assertTrue(failures.toUpperCase(Locale.ROOT).contains("NO_LETTER_FOR_5"), failures);
        assertEquals(CONTRACTS + 1, report.letters() + report.failures());
        assertEquals(-1, Files.mismatch(letters(JobForm.CALLBACKS), temporary.resolve("one-at-a-time")));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALLBACKS")
    void shouldLeaveOutTheLettersAndSayWhyInEachForm(JobForm form) throws Exception {
        final LettersReport report = run(form);
        assertEquals(CONTRACTS, report.letters() + report.failures());
        final String failures = String.join("\n", report.firstFailures());
        assertTrue(failures.contains("contract 7: no customer"), failures);
        assertTrue(failures.contains("contract 300: no address"), failures);
        assertTrue(failures.contains("contract 5: last-letter: "), failures);
        assertTrue(failures.toUpperCase(Locale.ROOT).contains("NO_LETTER_FOR_5"), failures);
        final String letters = Files.readString(letters(form));
        assertTrue(letters.contains("contract 6\n"), "contract 6 has no letter");
        assertFalse(letters.contains("contract 5\n"), "contract 5 has a letter, and its update failed");
    }

    /** Each form has a day of its own: jobs of one day would go on with each other's run. */
    private static LettersReport run(JobForm form) throws Exception {
        assertTrue(gateway.isAlive());
        final LocalDate day =
                form == JobForm.CALLBACKS ? DemoData.LETTER_DATE : DemoData.LETTER_DATE.plusDays(form.ordinal());
        try (GatewayClient client = form.client(directory.queues().toString(), 1)) {
            return form.job(client, database.dataSource(), letters(form), day).run();
        }
    }

    private static Path letters(JobForm form) {
        return temporary.resolve(form + ".txt");
    }
}
