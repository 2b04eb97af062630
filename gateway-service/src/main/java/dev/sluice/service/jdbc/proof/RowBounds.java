package dev.sluice.service.jdbc.proof;

import dev.sluice.api.ValueType;
import dev.sluice.service.core.footprint.Bound;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Column.Kind;
import dev.sluice.service.jdbc.proof.Conditions.Key;
import dev.sluice.service.jdbc.proof.Conditions.Literal;
import dev.sluice.service.jdbc.proof.Conditions.Name;
import dev.sluice.service.jdbc.proof.Conditions.Operand;
import dev.sluice.service.jdbc.proof.Conditions.Parameter;
import dev.sluice.service.jdbc.proof.Footprint.Rows;
import dev.sluice.service.jdbc.proof.ParsedText.Inserted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds which rows a statement touches in the tables that its text names: the rows in which some columns equal arguments of the
 * statement. The result holds for arguments of one signature (their types). A read depends on no other row. An update finds its
 * rows by these columns and does not change these columns.
 *
 * @param columns the columns of each table in the text, in their order; none if they are unknown
 */
record RowBounds(ParsedText text, Signature signature, List<List<Column>> columns) {

    /** Returns the rows of each table in the text. */
    List<Rows> find() {
        final Optional<String> whole = text.whole().or(this::doubt).or(this::unknownSet);
        final List<Rows> rows = new ArrayList<>();
        for (int source = 0; source < columns.size(); source++) {
            final int number = source;
            rows.add(whole.map(Rows::whole).orElseGet(() -> rows(number)));
        }
        return rows;
    }

    /** Returns a reason if a condition may raise an error on a row outside the bounds. */
    private Optional<String> doubt() {
        if (text.conditions().doubt().isPresent()) {
            return text.conditions().doubt().map(condition -> "it may be tried on other rows, and fail: " + condition);
        }
        for (final List<Operand> operands : text.conditions().comparisons()) {
            final Optional<Kind> first = kind(operands.isEmpty() ? new Literal(Kind.OTHER) : operands.get(0));
            for (final Operand operand : operands) {
                final Optional<Kind> other = kind(operand);
                if (first.isEmpty()
                        || other.isEmpty()
                        || operands.size() > 1 && !first.get().comparesWith(other.get())) {
                    return Optional.of("it may be tried on other rows, and fail: a comparison with " + words(operands));
                }
            }
        }
        return Optional.empty();
    }

    private static String words(List<Operand> operands) {
        for (final Operand operand : operands) {
            if (operand instanceof Name name) {
                return name.column();
            }
        }
        return "values";
    }

    private Optional<Kind> kind(Operand operand) {
        if (operand instanceof Literal literal) {
            return Optional.of(literal.kind());
        }
        if (operand instanceof Parameter parameter) {
            return Optional.of(Kind.of(type(parameter)));
        }
        return find((Name) operand)
                .filter(found -> found.column().changes().isEmpty())
                .map(found -> found.column().kind());
    }

    private ValueType type(Parameter parameter) {
        return parameter.number() < signature.count()
                ? signature.parameters().get(parameter.number()).value()
                : ValueType.NULL;
    }

    private record Found(int source, Column column) {}

    /** Returns the only column with this name; empty if there is none, or if the name may refer to something else. */
    private Optional<Found> find(Name name) {
        final List<Found> found = new ArrayList<>();
        for (int source = 0; source < columns.size(); source++) {
            if (name.table().isEmpty()
                    || text.sources().get(source).isCalled(name.table().get())) {
                if (columns.get(source).isEmpty()) {
                    return Optional.empty();
                }
                for (final Column column : columns.get(source)) {
                    if (column.name().equalsIgnoreCase(name.column())) {
                        found.add(new Found(source, column));
                    }
                }
            }
        }
        final boolean alias =
                name.table().isEmpty() && text.aliases().stream().anyMatch(name.column()::equalsIgnoreCase);
        return found.size() == 1 && !alias ? Optional.of(found.get(0)) : Optional.empty();
    }

    /**
     * Returns a reason if SET assigns a name that is not in the catalog. Such a name may refer to any column, as H2's _ROWID_
     * does.
     */
    private Optional<String> unknownSet() {
        return text.set().stream()
                .filter(name -> find(new Name(Optional.empty(), name)).isEmpty())
                .findFirst()
                .map(name -> "it sets " + name + ", which is not found in the catalog");
    }

    private Rows rows(int source) {
        final Set<Bound> bounds = new HashSet<>();
        Optional<String> whole = Optional.empty();
        for (final Key key : text.conditions().keys()) {
            final Optional<Found> found = find(key.name()).filter(one -> one.source() == source);
            if (found.isPresent()) {
                final Column column = found.get().column();
                final Optional<String> no = none(column, key.parameter()).or(() -> changed(column));
                no.ifPresentOrElse(any -> {}, () -> bounds.add(bound(column, key.parameter())));
                whole = whole.or(() -> no);
            }
        }
        for (final Inserted value : text.inserted()) {
            final Optional<Column> column = column(value);
            final Optional<String> no = column.map(one -> none(one, value.parameter())
                            .or(() -> reason(one.cuts(), one))
                            .or(() -> notArbiter(one)))
                    .orElse(Optional.of("INSERT without a column list"));
            no.ifPresentOrElse(any -> {}, () -> bounds.add(bound(column.get(), value.parameter())));
            whole = whole.or(() -> no);
        }
        final String otherwise = whole.or(() -> text.conditions().instead()).orElse("no column = ? on it");
        return bounds.isEmpty() ? Rows.whole(otherwise) : new Rows(bounds, Optional.empty());
    }

    private static Bound bound(Column column, Parameter parameter) {
        return new Bound(column.name(), parameter.number());
    }

    /** Returns the column that stores a value. Without a list of columns, an INSERT must have a value for each column. */
    private Optional<Column> column(Inserted value) {
        final List<Column> all = columns.get(0);
        if (value.column().isPresent()) {
            return find(new Name(Optional.empty(), value.column().get())).map(Found::column);
        }
        return text.values() == all.size() ? Optional.of(all.get(value.place())) : Optional.empty();
    }

    /** Returns the reason why an argument does not bound the rows by this column; empty if it bounds them. */
    private Optional<String> none(Column column, Parameter parameter) {
        if (!column.noKey().isEmpty()) {
            return reason(column.noKey(), column);
        }
        return column.kind().key().equals(Optional.of(type(parameter)))
                ? Optional.empty()
                : Optional.of("an argument of another type for " + column.name());
    }

    private Optional<String> changed(Column column) {
        return text.set().stream().anyMatch(column.name()::equalsIgnoreCase)
                ? Optional.of("it sets " + column.name())
                : reason(column.changes(), column);
    }

    /**
     * Returns a reason if the row that ON CONFLICT updates may have another value in this column, because the row is found by
     * other columns.
     */
    private Optional<String> notArbiter(Column column) {
        if (text.arbiter().isEmpty()) {
            return Optional.empty();
        }
        return text.arbiter().get().stream().anyMatch(column.name()::equalsIgnoreCase)
                ? changed(column)
                : Optional.of("ON CONFLICT finds a row by other columns than " + column.name());
    }

    private static Optional<String> reason(String words, Column column) {
        return words.isEmpty() ? Optional.empty() : Optional.of(column.name() + " " + words);
    }
}
