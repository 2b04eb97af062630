package dev.sluice.examples.manual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.sluice.service.init.InitCommand;
import dev.sluice.testsupport.SqlDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import picocli.CommandLine;

/** The test that {@code sluice init} writes passes. {@link TutorialTest} lets Maven build such a project. */
@Tag("long")
class InitProjectTest {

    private static final String COLUMNS =
            "a BOOLEAN%1$s, b INT%1$s, c DOUBLE%1$s, d DECIMAL(9, 2)%1$s, e VARCHAR(9)%1$s,"
                    + " f VARBINARY(9)%1$s, g DATE%1$s, h TIME%1$s, i TIMESTAMP%1$s, j TIMESTAMP WITH TIME ZONE%1$s, k UUID%1$s";

    @TempDir
    private Path directory;

    @Test
    void shouldPassWhenATableHasColumnsOfAllTypes() throws Exception {
        final SqlDatabase database =
                new SqlDatabase("jdbc:hsqldb:file:" + directory.resolve("db") + ";shutdown=true", "SA");
        database.execute(
                "CREATE TABLE keyed (" + COLUMNS.formatted(" NOT NULL")
                        + ", PRIMARY KEY (a, b, c, d, e, f, g, h, i, j, k))",
                "CREATE TABLE nullable (id VARBINARY(9) PRIMARY KEY, doubles DOUBLE ARRAY, " + COLUMNS.formatted("")
                        + ")",
                "CREATE TABLE present (id VARCHAR(9) PRIMARY KEY, doubles DOUBLE ARRAY NOT NULL, "
                        + COLUMNS.formatted(" NOT NULL") + ")");
        for (final String table : List.of("keyed", "nullable", "present")) {
            passes(database, table);
        }
    }

    private void passes(SqlDatabase database, String table) throws Exception {
        final Path project = directory.resolve(table);
        final StringWriter said = new StringWriter();
        final int code = new CommandLine(new InitCommand())
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute("--url", database.url(), "--user", "SA", "--table", table, "--dir", project.toString());
        assertEquals(0, code, said::toString);
        final List<String> arguments = new ArrayList<>(List.of("-proc:none", "-Werror", "-Xlint:all,-path"));
        arguments.addAll(List.of("-d", project.resolve("classes").toString()));
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
        try (Stream<Path> sources = Files.walk(project.resolve("src"))) {
            sources.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
        }
        final PrintWriter printed = new PrintWriter(said);
        final int compiled =
                ToolProvider.findFirst("javac").orElseThrow().run(printed, printed, arguments.toArray(String[]::new));
        assertEquals(0, compiled, said::toString);
        final String test =
                "com.example.batch." + table.substring(0, 1).toUpperCase(Locale.ROOT) + table.substring(1) + "JobTest";
        final SummaryGeneratingListener summary = new SummaryGeneratingListener();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {project.resolve("classes").toUri().toURL()})) {
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(loader.loadClass(test)))
                                    .build(),
                            summary);
        }
        final StringWriter failures = new StringWriter();
        summary.getSummary().printFailuresTo(new PrintWriter(failures));
        assertEquals(2, summary.getSummary().getTestsSucceededCount(), failures::toString);
    }
}
