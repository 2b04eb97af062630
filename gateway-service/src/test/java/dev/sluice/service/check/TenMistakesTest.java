package dev.sluice.service.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** All mistakes of a file are reported in one go, each in its place. */
class TenMistakesTest {

    private static final String FILE = "src/test/resources/ten-mistakes.yaml";

    @Test
    void shouldReportAllTenWithLineAndColumnWhenAFileHasTenMistakes() {
        final Checked checked = Checked.file(Path.of(FILE));

        assertEquals("""
                10 problems in %s:
                  7:3 queues.synk: unknown key, did you mean 'sync'?
                  9:10 chunk.limit: expected a whole number from 1 to 10000, found the text '100'; write it without quotes
                  10:11 chunk.linger: expected a duration from 0ms to 10s, found the text '5 minutes'
                  11:9 pauser: expected one of busy, balanced, sleepy, found the text 'sleepey', did you mean 'sleepy'?
                  16:11 databases.main.user: the environment variable SLUICE_NO_SUCH_VARIABLE is not set; set it or give \
                a default, ${SLUICE_NO_SUCH_VARIABLE:default}
                  17:5 databases.main.user: duplicate key, already in line 16
                  19:10 databases.archive.url: expected a URL that starts with 'jdbc:' and holds no password (there is a \
                key for it), found a text
                  23:15 lookups.customer.database: there is no database 'mian', did you mean 'main'?
                  29:12 lookups.contract.types: the statement has 2 parameters, but types has 1
                  32:3 statements.last-letter.sql: missing: a text that is not empty
                """.formatted(FILE), checked.text());
        assertEquals(1, checked.code());
    }
}
