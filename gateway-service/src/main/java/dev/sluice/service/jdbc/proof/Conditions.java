package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.proof.Column.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;

/**
 * The conditions of a parsed statement: each condition {@code column = ?} that all touched rows meet, and all comparisons. A
 * database may evaluate conditions in any order. So if a condition raises an error on some row, the outcome depends on that row,
 * even if {@code column = ?} excludes the row.
 */
final class Conditions {

    /** Keywords and functions. Such a name, unquoted and without a table, is never a column, even if a column has that name. */
    private static final Pattern NO_COLUMN = Pattern.compile(
            "(?i)(current|session|system)_\\w+|localtime\\w*|sys\\w+|user|today|now|rownum|value|default");

    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", ">", "<=", ">=");

    /** A side of a comparison. */
    sealed interface Operand {}

    /**
     * A column.
     *
     * @param table the table's name or alias before the dot
     */
    record Name(Optional<String> table, String column) implements Operand {

        static Name of(net.sf.jsqlparser.schema.Column column) {
            return new Name(
                    Optional.ofNullable(column.getTable())
                            .map(table -> table.getName())
                            .map(Name::plain),
                    plain(column.getColumnName()));
        }

        /**
         * Removes the quotes from a name. No quotes are needed, because column names are compared without regard to case here.
         */
        static String plain(String name) {
            return name.replace("\"", "");
        }
    }

    /** @param number the number of the parameter, from 0 */
    record Parameter(int number) implements Operand {}

    record Literal(Kind kind) implements Operand {}

    /** A condition {@code column = ?}. */
    record Key(Name name, Parameter parameter) {}

    private final List<Key> keys = new ArrayList<>();
    private final List<List<Operand>> comparisons = new ArrayList<>();
    private Optional<String> doubt = Optional.empty();
    private Optional<String> instead = Optional.empty();

    /** Returns the conditions {@code column = ?} that all rows meet. */
    List<Key> keys() {
        return keys;
    }

    /** Returns the operands of each comparison. */
    List<List<Operand>> comparisons() {
        return comparisons;
    }

    /** Returns a condition, as written, that may raise an error on some row; empty if there is none. */
    Optional<String> doubt() {
        return doubt;
    }

    /** Returns the keyword OR, IN or NOT if a condition uses that keyword and not {@code column = ?}; otherwise empty. */
    Optional<String> instead() {
        return instead;
    }

    /** Adds a condition that all touched rows meet. */
    void all(Expression condition) {
        if (condition instanceof AndExpression and && !and.isUseOperator()) {
            all(and.getLeftExpression());
            all(and.getRightExpression());
        } else if (condition instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            all(list.get(0));
        } else {
            if (condition instanceof EqualsTo equal) {
                key(equal.getLeftExpression(), equal.getRightExpression());
                key(equal.getRightExpression(), equal.getLeftExpression());
            }
            if (condition instanceof OrExpression) {
                instead = Optional.of("OR");
            } else if (condition instanceof InExpression) {
                instead = Optional.of("IN");
            } else if (condition instanceof NotExpression) {
                instead = Optional.of("NOT");
            }
            some(condition);
        }
    }

    private void key(Expression column, Expression value) {
        if (operand(column).orElse(null) instanceof Name name
                && operand(value).orElse(null) instanceof Parameter parameter) {
            keys.add(new Key(name, parameter));
        }
    }

    /** Adds a condition that a touched row need not meet, for example one side of an OR. */
    void some(Expression condition) {
        if (condition instanceof AndExpression and && !and.isUseOperator()) {
            some(and.getLeftExpression());
            some(and.getRightExpression());
        } else if (condition instanceof OrExpression or) {
            some(or.getLeftExpression());
            some(or.getRightExpression());
        } else if (condition instanceof NotExpression not) {
            some(not.getExpression());
        } else if (condition instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            some(list.get(0));
        } else if (condition instanceof ComparisonOperator comparison
                && COMPARISONS.contains(comparison.getStringExpression())
                && comparison.getOldOracleJoinSyntax() == 0) {
            compared(condition, comparison.getLeftExpression(), comparison.getRightExpression());
        } else if (condition instanceof Between between) {
            compared(
                    condition,
                    between.getLeftExpression(),
                    between.getBetweenExpressionStart(),
                    between.getBetweenExpressionEnd());
        } else if (condition instanceof InExpression in
                && in.getRightExpression() instanceof ParenthesedExpressionList<?> list) {
            final List<Expression> all = new ArrayList<>(list);
            all.add(in.getLeftExpression());
            compared(condition, all.toArray(Expression[]::new));
        } else if (condition instanceof IsNullExpression is) {
            compared(condition, is.getLeftExpression());
        } else if (operand(condition).orElse(null) instanceof Name name) {
            comparisons.add(List.of(name, new Literal(Kind.BOOLEAN)));
        } else {
            fails(condition);
        }
    }

    private void compared(Expression condition, Expression... expressions) {
        final List<Operand> operands = new ArrayList<>();
        for (final Expression expression : expressions) {
            operand(expression).ifPresentOrElse(operands::add, () -> fails(condition));
        }
        comparisons.add(operands);
    }

    private void fails(Expression condition) {
        doubt = doubt.or(() -> Optional.of(condition.toString().replaceAll(":p\\d+", "?")));
    }

    /** Returns an expression, with or without parentheses, as an operand; empty if the expression computes a value. */
    static Optional<Operand> operand(Expression expression) {
        if (expression instanceof ExpressionList<?> list && list.size() == 1) {
            return list instanceof ParenthesedExpressionList<?> ? operand(list.get(0)) : Optional.empty();
        }
        if (expression instanceof net.sf.jsqlparser.schema.Column column) {
            final boolean plain = column.getArrayConstructor() == null
                    && column.getOldOracleJoinSyntax() == 0
                    && (column.getTable() != null
                            || !NO_COLUMN.matcher(column.getColumnName()).matches());
            return plain ? Optional.of(Name.of(column)) : Optional.empty();
        }
        if (expression instanceof JdbcNamedParameter parameter) {
            return Optional.of(
                    new Parameter(Integer.parseInt(parameter.getName().substring(1))));
        }
        return literal(expression).map(Literal::new);
    }

    private static Optional<Kind> literal(Expression expression) {
        if (expression instanceof LongValue || expression instanceof DoubleValue) {
            return Optional.of(Kind.NUMBER);
        }
        if (expression instanceof StringValue) {
            return Optional.of(Kind.TEXT);
        }
        if (expression instanceof BooleanValue) {
            return Optional.of(Kind.BOOLEAN);
        }
        if (expression instanceof NullValue) {
            return Optional.of(Kind.ANY);
        }
        if (expression instanceof TimeKeyExpression key) {
            final String name = key.getStringValue().toUpperCase(Locale.ROOT);
            return name.equals("CURRENT_TIMESTAMP") ? Optional.of(Kind.TIMESTAMP) : Optional.empty();
        }
        return expression instanceof DateTimeLiteralExpression date
                ? switch (date.getType()) {
                    case DATE -> Optional.of(Kind.DATE);
                    case TIMESTAMP -> Optional.of(Kind.TIMESTAMP);
                    default -> Optional.empty();
                }
                : Optional.empty();
    }
}
