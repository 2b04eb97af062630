package dev.sluice.service.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.SqlDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keeps the examples of {@code docs/explanation/ordering.md} as {@code sluice explain} prints them. With {@code -Dsluice.docs.update=true}
 * the page is written.
 */
class OrderingManualTest {

    private static final Path PAGE = Path.of("../docs/explanation/ordering.md");
    private static final Pattern EXPLAINED =
            Pattern.compile("```\n(\\$ sluice explain --config gateway\\.yaml (\\S+)\n)[^`]*```");

    @TempDir
    private Path directory;

    @Test
    void shouldShowWhatExplainPrints() throws Exception {
        final String page = Files.readString(PAGE);
        final PostgresServer server = PostgresServer.shared();
        final String url = server.createDatabase("ordering");
        new SqlDatabase(url, server.user()).execute(block(page, "sql"));

        final Path config = Files.writeString(
                directory.resolve("gateway.yaml"),
                "queues: {path: queues}\ndatabases:\n  main: {url: '" + url + "', user: " + server.user() + "}\n"
                        + block(page, "yaml"));
        final String now =
                EXPLAINED.matcher(page).replaceAll(example -> Matcher.quoteReplacement(explain(config, example)));
        if (Boolean.getBoolean("sluice.docs.update")) {
            Files.writeString(PAGE, now);
        }
        assertEquals(now, page);
        assertTrue(page.contains("by row: id") && page.contains("by table: no common column"), page);
    }

    private static String block(String page, String language) {
        final Matcher block = Pattern.compile("```" + language + "\n([^`]*)```").matcher(page);
        assertTrue(block.find(), language);
        return block.group(1);
    }

    private static String explain(Path config, MatchResult example) {
        final Explained explained = Explained.of(config, example.group(2));
        assertEquals(0, explained.code(), explained.text());
        return "```\n" + example.group(1) + explained.text() + "```";
    }
}
