package dev.sluice.service.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.Declaration.Chunking;
import dev.sluice.service.core.TableName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeclaredTablesTest {

    private static final String SQL = "SELECT a FROM t JOIN s.u ON t.id = u.id WHERE t.id = ?";
    private static final String UPDATE = "UPDATE t SET a = (SELECT b FROM u) WHERE id = ?";

    @Test
    void shouldWarnWhenALookupReadsWhatIsNotDeclared() {
        assertEquals(
                List.of("lookups.a.reads: it reads s.u, which is not declared: it may be read before an earlier update"
                        + " of it"),
                lookup(SQL, "t").warnings(Map.of()));
        assertEquals(List.of(), lookup(SQL, "t", "s.u").warnings(Map.of()));
        assertEquals(List.of(), lookup(SQL, "t", "u").warnings(Map.of()));
        assertEquals(List.of(), lookup("SELECT * FROM u", "s.u").warnings(Map.of()));
    }

    @Test
    void shouldWarnOfAViewOnlyWhenItReadsWhatIsNotDeclared() {
        assertEquals(Set.of("s.u"), lookup(SQL, "t").unknown());
        assertEquals(List.of(), lookup(SQL, "t", "x").warnings(view(Optional.of(Set.of(TableName.of("p.x"))))));
        assertEquals(
                List.of("lookups.a.reads: it reads s.u, a view of p.x, and not all of that is declared: it may be read"
                        + " before an earlier update of it"),
                lookup(SQL, "t").warnings(view(Optional.of(Set.of(TableName.of("p.x"))))));
        assertEquals(1, lookup(SQL, "t").warnings(view(Optional.empty())).size());
    }

    private static Map<TableName, Optional<Set<TableName>>> view(Optional<Set<TableName>> tables) {
        return Map.of(TableName.of("s.u"), tables);
    }

    @Test
    void shouldNotWarnWhenNothingIsDeclared() {
        final Declaration undeclared = new Declaration(
                "a",
                true,
                "main",
                "no SQL at all",
                Optional.empty(),
                Optional.empty(),
                Optional.of(Set.of()),
                Chunking.PROVED,
                Set.of(),
                Optional.empty());

        assertEquals(List.of(), DeclaredTables.of("lookups.a", undeclared).warnings(Map.of()));
    }

    @Test
    void shouldWarnWhenTheParserCannotReadIt() {
        assertEquals(
                List.of("lookups.a.sql: the SQL parser cannot read it, so its tables were not compared with those"
                        + " declared"),
                lookup("no SQL at all", "t").warnings(Map.of()));
    }

    @Test
    void shouldWarnWhenAStatementWritesWhatIsNotDeclared() {
        assertEquals(
                List.of(
                        "statements.a.reads: it reads u, which is not declared: it may be read before an earlier update"
                                + " of it",
                        "statements.a.writes: it writes t, which is not declared: later reads of it may not see this"
                                + " update"),
                statement(Set.of("t"), Set.of("v")));
        assertEquals(List.of(), statement(Set.of("u"), Set.of("t")));
        assertEquals(List.of(), statement(Set.of(), Set.of("t", "u")), "what is written is waited for by reads");
    }

    private static DeclaredTables lookup(String sql, String... reads) {
        return DeclaredTables.of(
                "lookups.a",
                new Declaration(
                        "a",
                        true,
                        "main",
                        sql,
                        Optional.empty(),
                        Optional.of(Set.of(reads)),
                        Optional.of(Set.of()),
                        Chunking.PROVED,
                        Set.of(),
                        Optional.empty()));
    }

    private static List<String> statement(Set<String> reads, Set<String> writes) {
        return DeclaredTables.of(
                        "statements.a",
                        new Declaration(
                                "a",
                                false,
                                "main",
                                UPDATE,
                                Optional.empty(),
                                Optional.of(reads),
                                Optional.of(writes),
                                Chunking.PROVED,
                                Set.of(),
                                Optional.empty()))
                .warnings(Map.of());
    }
}
