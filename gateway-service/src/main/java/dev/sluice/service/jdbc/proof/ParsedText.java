package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.proof.Conditions.Name;
import dev.sluice.service.jdbc.proof.Conditions.Parameter;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlSyntax.Trait;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.insert.ConflictActionType;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;

/**
 * The information that the text of a statement gives about the rows that the statement touches. Only a single SELECT from tables
 * and a change of one table are understood. The parser receives the text without comments and with placeholders for strings,
 * because databases differ in their syntax.
 */
final class ParsedText {

    /** Longer or deeper texts are not parsed, because the parser's time grows with the number of tokens and with their depth. */
    private static final int TOKENS = 2_000;

    private static final int DEPTH = 8;

    /**
     * A table in the text.
     *
     * @param name the name as written
     */
    record Source(TableName name, Optional<String> alias) {

        boolean isCalled(String qualifier) {
            return alias.orElse(name.table()).equalsIgnoreCase(qualifier);
        }
    }

    /** An argument that an INSERT stores in a column. The column is given by its name, or else by its place, counted from 0. */
    record Inserted(Optional<String> column, int place, Parameter parameter) {}

    private final List<Source> sources = new ArrayList<>();
    private final Conditions conditions = new Conditions();
    private final List<Inserted> inserted = new ArrayList<>();
    private final List<String> set = new ArrayList<>();
    private final List<String> aliases = new ArrayList<>();
    private final Map<String, Integer> names = new HashMap<>();
    private Optional<List<String>> arbiter = Optional.empty();
    private int values;
    private Optional<String> whole = Optional.empty();

    private ParsedText() {}

    /** Returns the reason why all rows of the tables count as touched; empty if the text may show which rows are touched. */
    Optional<String> whole() {
        return whole;
    }

    List<Source> sources() {
        return sources;
    }

    Conditions conditions() {
        return conditions;
    }

    /** Returns the arguments that an INSERT stores in columns. */
    List<Inserted> inserted() {
        return inserted;
    }

    /** Returns the number of values in a row of an INSERT. */
    int values() {
        return values;
    }

    /** Returns the columns that SET assigns. */
    List<String> set() {
        return set;
    }

    /** Returns the columns of ON CONFLICT, by which an INSERT finds the row to update instead; empty if it never updates. */
    Optional<List<String>> arbiter() {
        return arbiter;
    }

    /** Returns the aliases of result columns. */
    List<String> aliases() {
        return aliases;
    }

    static ParsedText of(SqlText text, SqlSyntax syntax) {
        final ParsedText parsed = new ParsedText();
        parsed.count(text.tokens());
        if (text.tokens().size() > TOKENS || text.tokens().stream().anyMatch(token -> token.depth() > DEPTH)) {
            parsed.because("its text is too long");
            return parsed;
        }
        final String plain = plain(text, syntax);
        try {
            parsed.read(CCJSqlParserUtil.newParser(plain).Statement());
        } catch (final ParseException | RuntimeException e) { // the parser cannot read every valid statement
            parsed.because("the SQL parser cannot read it");
        }
        return parsed;
    }

    private void count(List<Token> tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).named()
                    && (i + 1 == tokens.size() || !tokens.get(i + 1).is('.'))) {
                names.merge(TableName.of(tokens.get(i).text()).table(), 1, Integer::sum);
            }
        }
    }

    /** Whether the text contains a table's name exactly once, not counting its use as a column's qualifier. */
    boolean once(TableName table) {
        return names.getOrDefault(table.table(), 0) == 1;
    }

    /** Returns the text with numbered parameters, {@code 's'} for every string, and double quotes around every quoted name. */
    private static String plain(SqlText text, SqlSyntax syntax) {
        final StringBuilder plain = new StringBuilder();
        int parameters = 0;
        int end = 0;
        for (final Token token : text.tokens()) {
            plain.append(token.start() > end ? " " : "");
            end = token.end();
            final boolean quotes = token.type() == Token.Type.NAME
                    || token.type() == Token.Type.LITERAL
                            && !Character.isDigit(token.text().charAt(0));
            if (token.type() == Token.Type.PARAMETER) {
                plain.append(":p").append(parameters++);
            } else if (!quotes) {
                plain.append(token.text());
            } else if (token.type() == Token.Type.LITERAL
                    || syntax.has(Trait.QUOTED_STRINGS) && token.text().startsWith("\"")) {
                plain.append("'s'");
            } else {
                plain.append('"')
                        .append(token.unquoted().replaceAll("[\"`]", "?"))
                        .append('"');
            }
        }
        return plain.toString();
    }

    private void because(String reason) {
        whole = whole.or(() -> Optional.of(reason));
    }

    private void read(Statement statement) {
        if (statement instanceof PlainSelect select) {
            select(select);
        } else if (statement instanceof Update update) {
            update(update);
        } else if (statement instanceof Delete delete) {
            delete(delete);
        } else if (statement instanceof Insert insert) {
            insert(insert);
        } else {
            because(
                    statement instanceof SetOperationList list
                            ? list.getOperations().get(0).toString()
                            : "neither SELECT, INSERT, UPDATE nor DELETE");
        }
    }

    private void select(PlainSelect select) {
        with(select.getWithItemsList());
        source(select.getFromItem());
        joins(select.getJoins());
        if (select.getOracleHierarchical() != null
                || select.getPreWhere() != null
                || select.getLateralViews() != null) {
            because("a clause other than WHERE that selects rows");
        }
        select.getSelectItems().forEach(item -> alias(item.getAlias()));
        conditions(select.getWhere());
    }

    private void alias(Alias alias) {
        if (alias != null) {
            aliases.add(Name.plain(alias.getName()));
        }
    }

    private void update(Update update) {
        with(update.getWithItemsList());
        source(update.getTable());
        if (update.getFromItem() != null || update.getForPortionClause() != null) {
            because("FROM in an UPDATE");
        }
        joins(update.getStartJoins());
        changeOfOne(update.getJoins());
        set(update.getUpdateSets());
        conditions(update.getWhere());
    }

    private void delete(Delete delete) {
        with(delete.getWithItemsList());
        source(delete.getTable());
        final List<?> using = delete.getUsingFromItemList();
        if (using != null && !using.isEmpty() || delete.getForPortionClause() != null) {
            because("USING in a DELETE");
        }
        changeOfOne(delete.getJoins());
        conditions(delete.getWhere());
    }

    private void changeOfOne(List<Join> joins) {
        if (joins != null && !joins.isEmpty() || sources.size() != 1) {
            because("a join in an update");
        }
    }

    private void insert(Insert insert) {
        with(insert.getWithItemsList());
        source(insert.getTable());
        if (insert.isOverriding() || insert.isModifierIgnore() || insert.isOverwrite()) {
            because("OVERRIDING, IGNORE or OVERWRITE, which may store other values");
        }
        if (insert.getDuplicateUpdateSets() != null || insert.getDuplicateAction() != null) {
            because("ON DUPLICATE KEY");
        }
        if (insert.getSelect() instanceof Values rows && !insert.isOnlyDefaultValues()) {
            values(insert.getColumns(), rows.getExpressions());
        } else {
            because("INSERT without VALUES");
        }
        if (insert.getConflictAction() != null
                && insert.getConflictAction().getConflictActionType() != ConflictActionType.DO_NOTHING) {
            set(insert.getConflictAction().getUpdateSets());
            final boolean columns = insert.getConflictTarget() != null
                    && insert.getConflictTarget().getIndexExpression() == null
                    && insert.getConflictTarget().getConstraintName() == null;
            arbiter = Optional.of(
                    columns
                            ? insert.getConflictTarget().getIndexColumnNames().stream()
                                    .map(Name::plain)
                                    .toList()
                            : List.of());
        }
    }

    private void values(ExpressionList<Column> columns, ExpressionList<?> row) {
        if (!(row instanceof ParenthesedExpressionList<?>)
                || row.stream().anyMatch(value -> value instanceof ExpressionList<?> list && list.size() != 1)
                || columns != null && columns.size() != row.size()) {
            because("several rows of VALUES");
            return;
        }
        values = row.size();
        for (int i = 0; i < values; i++) {
            if (Conditions.operand(row.get(i)).orElse(null) instanceof Parameter parameter) {
                final Optional<String> name = columns == null
                        ? Optional.empty()
                        : Optional.of(Name.plain(columns.get(i).getColumnName()));
                inserted.add(new Inserted(name, i, parameter));
            }
        }
    }

    private void set(List<UpdateSet> sets) {
        Stream.ofNullable(sets)
                .flatMap(List::stream)
                .flatMap(one -> one.getColumns().stream())
                .forEach(column -> set.add(Name.plain(column.getColumnName())));
    }

    private void with(List<?> items) {
        if (items != null && !items.isEmpty()) {
            because("WITH");
        }
    }

    private void joins(List<Join> joins) {
        for (final Join join : joins == null ? List.<Join>of() : joins) {
            if (join.isApply() || join.isSemi() || join.isAsOf() || join.isWindowJoin() || join.isArray()) {
                because("a special join: APPLY, SEMI, ASOF, WINDOW or ARRAY");
            }
            source(join.getFromItem());
            join.getOnExpressions().forEach(conditions::some);
        }
    }

    private void source(FromItem item) {
        if (!(item instanceof Table table)) {
            if (item != null) {
                because("a subquery or a function in FROM");
            }
            return;
        }
        if (table.getSampleClause() != null || table.getPivot() != null || table.getUnPivot() != null) {
            because("a sample of a table");
        }
        final Optional<Alias> alias = Optional.ofNullable(table.getAlias());
        if (alias.isPresent() && alias.get().getAliasColumns() != null) {
            because("an alias that renames the columns of " + table.getName());
        }
        // a name that WITH defines may hide a table
        if (whole.equals(Optional.of("WITH"))) {
            return;
        }
        sources.add(new Source(
                TableName.of(table.getFullyQualifiedName()),
                alias.map(Alias::getName).map(Name::plain)));
    }

    private void conditions(Expression where) {
        if (where != null) {
            conditions.all(where);
        }
    }
}
