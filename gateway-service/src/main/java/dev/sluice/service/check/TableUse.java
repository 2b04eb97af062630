package dev.sluice.service.check;

import java.util.Locale;
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
