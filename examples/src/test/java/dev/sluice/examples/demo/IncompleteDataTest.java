package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.examples.letters.LettersReport;
import dev.sluice.examples.letters.OneAtATime;
import dev.sluice.examples.letters.SelectEach;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The letters job against a gateway and a database where not everything is as it should be. */
@Tag("long")
@Timeout(120)
class IncompleteDataTest {

    private static final int CONTRACTS = 300;

    @TempDir
    Path temporary;

    @Test
    void shouldLeaveOutTheLetterAndSayWhyWhenACustomerIsMissing() throws Exception {
        final LettersReport report =
                run("DELETE FROM customer WHERE id = (SELECT customer_id FROM contract WHERE id = 7)");
        assertTrue(report.firstFailures().contains("contract 7: no customer"), report::toString);
        assertEquals(CONTRACTS, report.letters() + report.failures());
        assertEquals(-1, Files.mismatch(temporary.resolve("letters"), temporary.resolve("one-at-a-time")));
    }

    @Test
    void shouldLeaveOutTheLetterAndSayWhyWhenAnAddressIsMissing() throws Exception {
        final LettersReport report =
                run("DELETE FROM address WHERE id = (SELECT address_id FROM contract WHERE id = 300)");
        assertTrue(report.firstFailures().contains("contract 300: no address"), report::toString);
        assertEquals(CONTRACTS, report.letters() + report.failures());
        assertEquals(-1, Files.mismatch(temporary.resolve("letters"), temporary.resolve("one-at-a-time")));
    }

    @Test
    void shouldWriteTheLetterAndSayWhyWhenAnUpdateFails() throws Exception {
        final LettersReport report =
                run("ALTER TABLE contract ADD CONSTRAINT no_letter_for_5" + " CHECK (id <> 5 OR last_letter IS NULL)");
        assertEquals(CONTRACTS, report.letters());
        assertEquals(1, report.failures());
        assertTrue(report.firstFailures().get(0).startsWith("last-letter 5: "), report::toString);
        assertTrue(
                report.firstFailures().get(0).toUpperCase(Locale.ROOT).contains("NO_LETTER_FOR_5"), report::toString);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALLBACKS")
    void shouldLeaveOutTheLettersAndSayWhyInEachForm(JobForm form) throws Exception {
        final LettersReport report = run(
                form,
                "DELETE FROM customer WHERE id = (SELECT customer_id FROM contract WHERE id = 7)",
                "DELETE FROM address WHERE id = (SELECT address_id FROM contract WHERE id = 300)",
                "ALTER TABLE contract ADD CONSTRAINT no_letter_for_5 CHECK (id <> 5 OR last_letter IS NULL)");
        assertEquals(CONTRACTS, report.letters() + report.failures());
        final String failures = String.join("\n", report.firstFailures());
        assertTrue(failures.contains("contract 7: no customer"), failures);
        assertTrue(failures.contains("contract 300: no address"), failures);
        assertTrue(failures.contains("contract 5: last-letter: "), failures);
        assertTrue(failures.toUpperCase(Locale.ROOT).contains("NO_LETTER_FOR_5"), failures);
        final String letters = Files.readString(temporary.resolve("letters"));
        assertTrue(letters.contains("contract 6\n"), "contract 6 has no letter");
        assertFalse(letters.contains("contract 5\n"), "contract 5 has a letter, and its update failed");
    }

    /** The job's report on data with that change; afterwards one at a time too, where that does not end with an error. */
    private LettersReport run(String... changes) throws Exception {
        return run(JobForm.CALLBACKS, changes);
    }

    private LettersReport run(JobForm form, String... changes) throws Exception {
        try (DemoDirectory directory = DemoDirectory.open(temporary.resolve("demo"));
                DemoDatabase database = DemoDatabase.open(DatabaseKind.HSQLDB, directory)) {
            new DemoData(CONTRACTS, 1).load(database.dataSource());
            try (Connection connection = database.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                for (final String change : changes) {
                    statement.execute(change);
                }
            }
            GatewayConfigFile.write(
                    directory.gatewayConfig(), directory.queues(), database, Optional.empty(), Optional.empty());
            final LettersReport report = throughGateway(form, directory, database);
            if (form == JobForm.CALLBACKS && report.letters() < CONTRACTS) {
                new OneAtATime(
                                database.dataSource(),
                                () -> SelectEach.open(database.dataSource()),
                                temporary.resolve("one-at-a-time"),
                                DemoData.LETTER_DATE,
                                CONTRACTS)
                        .run();
            }
            return report;
        }
    }

    private LettersReport throughGateway(JobForm form, DemoDirectory directory, DemoDatabase database)
            throws Exception {
        final Thread atWork = Thread.currentThread();
        try (GatewayClient client = form.client(directory.queues());
                GatewayProcess gateway = GatewayProcess.start(directory, atWork::interrupt)) {
            assertTrue(gateway.isAlive());
            return form.job(client, database.dataSource(), temporary.resolve("letters"), DemoData.LETTER_DATE)
                    .run();
        }
    }
}
