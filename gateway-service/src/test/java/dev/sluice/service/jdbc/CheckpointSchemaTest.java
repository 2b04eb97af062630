package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.update.CheckpointSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CheckpointSchemaTest extends JdbcTest {

    @ParameterizedTest
    @EnumSource
    void shouldDefineTheTablesAsTheScriptDoes(TestDatabase kind) throws Exception {
        final String script = Files.readString(
                Path.of("../config/sql/checkpoint-" + kind.name().toLowerCase(Locale.ROOT) + ".sql"));
        final Dialect dialect = Dialects.of(database(kind).connect());
        assertEquals(CheckpointSchema.statements(dialect), SqlText.split(script, dialect.syntax()));
    }
}
