package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files that are shipped are right, and work with the data that is shipped beside them. */
class ConfigFilesTest {

    private static final Path ROOT = Path.of("..");
    private static final UnaryOperator<String> ENV = name -> name.equals("SLUICE_DB_PASSWORD") ? "secret" : null;

    static Stream<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("config"))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldLoadEveryShippedFileWhenItsVariablesAreSet(Path file) {
        assertDoesNotThrow(() -> GatewayConfig.load(file, ENV, DeclarationReview.NONE));
    }

    static Stream<Path> filesWithDatabases() throws IOException {
        return files().filter(file -> !GatewayConfig.load(file, ENV, DeclarationReview.NONE)
                .databases()
                .isEmpty());
    }

    @ParameterizedTest
    @MethodSource("filesWithDatabases")
    void shouldPrepareEveryDeclarationWhenTheSampleDataIsLoaded(Path file) throws Exception {
        final GatewayConfig config = GatewayConfig.load(file, ENV, DeclarationReview.NONE);
        final List<Declaration> declarations = new ArrayList<>(config.lookups().values());
        declarations.addAll(config.statements().values());
        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:config-files", "SA", "")) {
            runScript(connection, config.databases().get("main").init().orElseThrow());
            for (final Declaration declaration : declarations) {
                connection.prepareStatement(declaration.sql()).close();
            }
            assertEquals(10, count(connection, "customer"));
            assertEquals(10, count(connection, "address"));
            assertEquals(12, count(connection, "contract"));
            execute(connection, "SHUTDOWN");
        }
    }

    @Test
    void shouldDescribeTheDemoWhenTheDefaultFileIsLoaded() {
        final GatewayConfig config =
                GatewayConfig.load(ROOT.resolve("config/gateway.yaml"), name -> null, DeclarationReview.NONE);

        assertEquals("demo", config.name());
        assertEquals(
                List.of("customer", "address", "contract"),
                List.copyOf(config.lookups().keySet()));
        assertEquals(List.of("last-letter"), List.copyOf(config.statements().keySet()));
        assertEquals(Duration.ofSeconds(30), config.databases().get("main").statementTimeout());
    }

    private static void runScript(Connection connection, Path script) throws IOException, SQLException {
        for (final String sql : Files.readString(script).split(";\\s*\n")) {
            execute(connection, sql);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int count(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
