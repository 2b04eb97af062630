package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.jdbc.FormCases.Case;
import dev.sluice.service.jdbc.dialect.ChunkForm;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.FormCheck;
import dev.sluice.service.jdbc.dialect.ReadForms;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every form of a statement answers every item as its single form does, on the real databases. */
class FormsTest {

    private static final Map<TestDatabase, Connection> CONNECTIONS = new EnumMap<>(TestDatabase.class);

    @BeforeAll
    static void open() throws SQLException {
        for (final TestDatabase database : TestDatabase.values()) {
            CONNECTIONS.put(database, database.open());
        }
    }

    @AfterAll
    static void close() throws SQLException {
        for (final Connection connection : CONNECTIONS.values()) {
            connection.close();
        }
    }

    static Stream<org.junit.jupiter.params.provider.Arguments> casesOnDatabases() {
        return FormCases.all()
                .flatMap(c -> Stream.of(TestDatabase.values())
                        .filter(database ->
                                !c.forms().split(" ")[database.ordinal()].equals("x"))
                        .map(database -> org.junit.jupiter.params.provider.Arguments.of(database, c)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("casesOnDatabases")
    void shouldAnswerAsSingleFormDoes(TestDatabase database, Case c) throws SQLException {
        final boolean ordered = c.sql().endsWith("#");
        final Connection connection = CONNECTIONS.get(database);
        final Dialect dialect = Dialects.of(connection);
        final SqlText query =
                SqlText.parse(ordered ? c.sql().substring(0, c.sql().length() - 1) : c.sql(), dialect.syntax());
        final Signature signature = signature(c, dialect);
        final Asking asking = new Asking(connection, dialect, signature);

        final ReadForms accepted = new FormCheck(dialect, connection, signature).accepted(query);
        final List<List<List<Object>>> singles = new ArrayList<>();
        for (final Arguments item : c.items()) {
            final Asking.Answer answer = asking.single(accepted.single(), item);
            assertEquals(answer.columns(), accepted.columns());
            singles.add(sorted(answer.rows(), ordered));
        }
        assertFalse(singles.stream().allMatch(List::isEmpty), "A case without any row shows nothing");

        final String expected = c.forms().split(" ")[database.ordinal()];
        assertEquals(
                expected.equals("-") ? List.of() : List.of(expected.split("\\+")),
                accepted.chunked().stream().map(ChunkForm::name).toList(),
                () -> database + ": " + c);
        for (final ChunkForm form : accepted.chunked()) {
            assertEquals(singles, chunk(asking, form, c.items(), ordered), form.sql(form.room(2)));
        }
    }

    private static List<List<List<Object>>> chunk(Asking asking, ChunkForm form, List<Arguments> items, boolean ordered)
            throws SQLException {
        return asking.chunk(form, items).stream()
                .map(rows -> sorted(rows, ordered))
                .toList();
    }

    private static List<List<Object>> sorted(List<List<Object>> rows, boolean ordered) {
        return ordered
                ? rows
                : rows.stream().sorted(Comparator.comparing(Object::toString)).toList();
    }

    /** That of the item without nulls stands for what is declared. */
    private static Signature signature(Case c, Dialect dialect) {
        final List<Signature> signatures = c.items().stream()
                .map(item -> dialect.signature(item, List.of()))
                .toList();
        return signatures.stream().filter(s -> !s.untyped()).findFirst().orElseThrow();
    }
}
