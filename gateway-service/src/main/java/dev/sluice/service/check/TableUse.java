package dev.sluice.service.check;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.ParenthesedStatement;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.delete.ParenthesedDelete;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.insert.ParenthesedInsert;
import net.sf.jsqlparser.statement.merge.Merge;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.WithItem;
import net.sf.jsqlparser.statement.update.ParenthesedUpdate;
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
            final Statement statement = CCJSqlParserUtil.parse(sql);
            final Set<String> writes = new TreeSet<>();
            written(statement, writes);
            final Set<String> reads = new TreeSet<>();
            new TablesNamesFinder<Void>().getTables(statement).forEach(name -> reads.add(plain(name)));
            reads.removeAll(writes);
            return new TableUse(reads, writes);
        } catch (final JSQLParserException | RuntimeException e) {
            throw new UnreadableException(e); // it throws on kinds of statements that it knows, too
        }
    }

    private static void written(Statement statement, Set<String> into) {
        if (statement instanceof Insert insert) {
            add(insert.getTable(), into);
            with(insert.getWithItemsList(), into);
        } else if (statement instanceof Update update) {
            add(update.getTable(), into);
            with(update.getWithItemsList(), into);
        } else if (statement instanceof Delete delete) {
            add(delete.getTable(), into);
            with(delete.getWithItemsList(), into);
        } else if (statement instanceof Merge merge) {
            add(merge.getTable(), into);
            with(merge.getWithItemsList(), into);
        } else if (statement instanceof Upsert upsert) {
            add(upsert.getTable(), into);
        } else if (statement instanceof Select select) {
            with(select.getWithItemsList(), into);
        }
    }

    /** On PostgreSQL a WITH may write. */
    private static void with(List<WithItem<?>> items, Set<String> into) {
        for (final WithItem<?> item : items == null ? List.<WithItem<?>>of() : items) {
            written(inner(item.getParenthesedStatement()), into);
        }
    }

    private static Statement inner(ParenthesedStatement in) {
        if (in instanceof ParenthesedInsert insert) {
            return insert.getInsert();
        }
        if (in instanceof ParenthesedUpdate update) {
            return update.getUpdate();
        }
        return in instanceof ParenthesedDelete delete ? delete.getDelete() : in;
    }

    private static void add(Table table, Set<String> into) {
        if (table != null) {
            into.add(plain(table.getFullyQualifiedName()));
        }
    }

    private static String plain(String name) {
        return name.replaceAll("[\"`\\[\\]]", "").toLowerCase(Locale.ROOT);
    }
}
