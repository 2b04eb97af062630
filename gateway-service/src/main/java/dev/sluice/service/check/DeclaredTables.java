package dev.sluice.service.check;

import dev.sluice.service.config.Declaration;
import dev.sluice.service.core.TableName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.merge.Merge;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.upsert.Upsert;
import net.sf.jsqlparser.util.TablesNamesFinder;

/**
 * The tables of a declaration: those it names beside those that a SQL parser sees in it.
 *
 * @param unreadable whether the parser cannot read the statement
 * @param reads seen, and declared neither as read nor as written
 * @param writes seen to be written, and not declared so
 * @param declared those that are declared as read or written
 */
record DeclaredTables(String path, boolean unreadable, Set<String> reads, Set<String> writes, Set<String> declared) {

    /** @param path the declaration's key, as in {@code lookups.customer} */
    static DeclaredTables of(String path, Declaration declaration) {
        final Optional<Set<String>> declaredReads = declaration.reads();
        final Optional<Set<String>> declaredWrites = declaration.writes();
        final boolean lookup = declaration.lookup();
        if (declaredReads.isEmpty() && (lookup || declaredWrites.isEmpty())) {
            return new DeclaredTables(path, false, Set.of(), Set.of(), Set.of()); // everything is covered
        }
        try {
            final TableUse use = TableUse.of(declaration.sql());
            final Set<String> covering = new LinkedHashSet<>(declaredReads.orElse(Set.of()));
            covering.addAll(declaredWrites.orElse(Set.of()));
            return new DeclaredTables(
                    path,
                    false,
                    declaredReads.isEmpty() || declaredWrites.isEmpty() ? Set.of() : missing(use.reads(), covering),
                    declaredWrites.map(writes -> missing(use.writes(), writes)).orElse(Set.of()),
                    covering);
        } catch (final TableUse.UnreadableException e) {
            return new DeclaredTables(path, true, Set.of(), Set.of(), Set.of());
        }
    }

    /** Names that may be views, whose tables count as declared if the user declared them. */
    Set<String> unknown() {
        return reads;
    }

    /** @param views those of {@link #unknown} that are views, with the tables that they read; empty for any */
    List<String> warnings(Map<TableName, Optional<Set<TableName>>> views) {
        final List<String> warnings = new ArrayList<>();
        if (unreadable) {
            warnings.add(
                    path + ".sql: the SQL parser cannot read it, so its tables were not compared with those declared");
        }
        for (final String table : reads) {
            final Optional<Set<TableName>> view = views.get(TableName.of(table));
            if (view == null) {
                warnings.add(path + ".reads: it reads " + table
                        + ", which is not declared: it may be read before an earlier update of it");
            } else if (!view.map(this::covered).orElse(false)) {
                warnings.add(path + ".reads: it reads " + table + ", a view of " + TableName.listed(view)
                        + ", and not all of that is declared: it may be read before an earlier update of it");
            }
        }
        for (final String table : writes) {
            warnings.add(path + ".writes: it writes " + table
                    + ", which is not declared: later reads of it may not see this update");
        }
        return warnings;
    }

    /** Names that may be one table are taken for one, as they are when requests are put in order. */
    private static Set<String> missing(Set<String> seen, Set<String> declared) {
        final Set<String> missing = new TreeSet<>(seen);
        missing.removeIf(name -> declared.stream().map(TableName::of).anyMatch(TableName.of(name)::mayBe));
        return missing;
    }

    private boolean covered(Set<TableName> tables) {
        return tables.stream()
                .allMatch(table -> declared.stream().map(TableName::of).anyMatch(table::mayBe));
    }

    /**
     * The tables that a SQL parser sees in a statement, lower case and without quotes. What views, functions, triggers and
     * cascades touch it cannot see.
     *
     * @param reads those it reads and does not write
     * @param writes those it writes
     */
    record TableUse(Set<String> reads, Set<String> writes) {

        /** The parser cannot tell. */
        static final class UnreadableException extends Exception {

            private static final long serialVersionUID = 1L;

            UnreadableException(Throwable cause) {
                super("the SQL parser cannot read it", cause);
            }
        }

        static TableUse of(String sql) throws UnreadableException {
            try {
                final Tables tables = new Tables();
                final Set<String> reads = new TreeSet<>();
                tables.getTables(CCJSqlParserUtil.parse(sql)).forEach(name -> reads.add(plain(name)));
                final Set<String> writes = tables.written;
                reads.removeAll(writes);
                return new TableUse(reads, writes);
            } catch (final JSQLParserException | RuntimeException e) {
                throw new UnreadableException(e); // it throws on kinds of statements that it knows, too
            }
        }

        /** On PostgreSQL a WITH may write: it is visited as the statements themselves are. */
        private static final class Tables extends TablesNamesFinder<Void> {

            private final Set<String> written = new TreeSet<>();

            @Override
            public <S> Void visit(Insert insert, S context) {
                add(insert.getTable());
                return super.visit(insert, context);
            }

            @Override
            public <S> Void visit(Update update, S context) {
                add(update.getTable());
                return super.visit(update, context);
            }

            @Override
            public <S> Void visit(Delete delete, S context) {
                add(delete.getTable());
                return super.visit(delete, context);
            }

            @Override
            public <S> Void visit(Merge merge, S context) {
                add(merge.getTable());
                return super.visit(merge, context);
            }

            @Override
            public <S> Void visit(Upsert upsert, S context) {
                add(upsert.getTable());
                return super.visit(upsert, context);
            }

            private void add(Table table) {
                if (table != null) {
                    written.add(plain(table.getFullyQualifiedName()));
                }
            }
        }

        private static String plain(String name) {
            return name.replaceAll("[\"`\\[\\]]", "").toLowerCase(Locale.ROOT);
        }
    }
}
