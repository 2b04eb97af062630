package dev.sluice.service.generated;

import dev.sluice.api.ValueType;
import dev.sluice.service.generated.Relation.Column;
import dev.sluice.service.generated.Step.Role;
import dev.sluice.service.generated.Step.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Draws programs whose statements find rows by key, and touch the same few rows one after the other. So most of their conflicts
 * are conflicts by row, and a read that a gateway moves before an update of its row finds something else.
 */
final class RowPrograms {

    private static final List<Relation> KNOWN = List.of(
            known("customer", new Column("id", Templates.ID, true), new Column("small", Templates.SMALL, true)),
            known("contract", new Column("id", Templates.ID, true), new Column("divisor", Templates.DIVISOR, true)),
            known(
                    "contract",
                    new Column("customer_id", Templates.ID, true),
                    new Column("divisor", Templates.DIVISOR, true)),
            known("shape", new Column("id", Templates.ID, true), new Column("a", Templates.SMALL, true)),
            known("counter", new Column("name", Templates.KEY, true), new Column("n", Templates.SMALL, true)));

    private final Draw draw;
    private final String table;
    private final Column key;
    private final Column number;
    private final String columns;

    private RowPrograms(Relation relation, Draw draw) {
        this.draw = draw;
        this.table = relation.name();
        this.key = relation.key();
        this.number = relation.columns().get(1);
        this.columns = relation.columns().stream().map(Column::name).collect(Collectors.joining(", "));
    }

    private static Relation known(String name, Column key, Column number) {
        return new Relation(name, List.of(key, number), "", true);
    }

    static RowPrograms of(Schema schema, boolean known, Draw draw) {
        return new RowPrograms(known ? draw.of(KNOWN) : drawn(schema.relations(), draw), draw);
    }

    /** Mostly a table whose keys are numbers: of other keys a database may find some equal that are not, or the reverse. */
    private static Relation drawn(List<Relation> relations, Draw draw) {
        final List<Relation> numbered = relations.stream()
                .filter(relation -> relation.key().kind().argument() == ValueType.LONG)
                .toList();
        return draw.often(numbered.isEmpty() || draw.oneIn(4) ? relations : numbered);
    }

    /** Draws statements; the key is the last parameter of each. */
    List<Shape> shapes() {
        final String where = " WHERE " + key.name() + " = " + key.kind().parameter();
        final String a = number.name();
        final String value = number.kind().parameter();
        final List<Shape> shapes = new ArrayList<>();
        for (int i = 1 + draw.below(2); i > 0; i--) {
            final String found = draw.of(columns, columns, a, a, "COUNT(*) AS n, SUM(" + a + ") AS total");
            final Role role = draw.of(Role.LOOKUP, Role.STATEMENT, Role.AD_HOC);
            shapes.add(shape(shapes, role, "SELECT " + found + " FROM " + table + where, List.of()));
        }
        shapes.add(update(
                shapes,
                "INSERT INTO " + table + " (" + a + ", " + key.name() + ") VALUES (" + value + ", "
                        + key.kind().parameter() + ")",
                List.of(number.kind())));
        for (int i = 2 + draw.below(2); i > 0; i--) {
            final String set = draw.of(a + " = " + a + " + 1", a + " = " + a + " * 2", a + " = " + value);
            final List<Kind> first = set.endsWith(value) ? List.of(number.kind()) : List.of();
            shapes.add(update(shapes, "UPDATE " + table + " SET " + set + where, first));
        }
        if (draw.oneIn(3)) {
            shapes.add(update(shapes, "DELETE FROM " + table + where, List.of()));
        }
        return shapes;
    }

    private Shape update(List<Shape> before, String sql, List<Kind> first) {
        return shape(before, draw.of(Role.STATEMENT, Role.STATEMENT, Role.AD_HOC), sql, first);
    }

    private Shape shape(List<Shape> before, Role role, String sql, List<Kind> first) {
        final List<Kind> kinds = new ArrayList<>(first);
        kinds.add(key.kind());
        final boolean update = !sql.startsWith("SELECT");
        return new Shape(before.size(), role, update, sql, kinds, update, role != Role.AD_HOC && draw.oneIn(2));
    }

    /** Draws requests: first a few of each statement, so that a gateway knows the statements when it gets the others. */
    List<Step> steps(List<Shape> shapes) {
        final List<Object> keys =
                draw.shuffled(key.kind().values().subList(0, Kind.DIFFERENT)).subList(0, 2 + draw.below(2));
        final List<Step> steps = new ArrayList<>();
        for (final Shape shape : shapes) {
            steps.add(step(shape, keys.get(0)));
            steps.add(step(shape, keys.get(1)));
        }
        final List<Shape> reads =
                shapes.stream().filter(shape -> !shape.update()).toList();
        final List<Shape> updates = shapes.stream().filter(Shape::update).toList();
        final int size = 3 * steps.size() + draw.below(10);
        Object row = keys.get(0);
        while (steps.size() < size) {
            row = draw.oneIn(3) ? draw.of(keys) : row;
            steps.add(step(draw.oneIn(2) ? draw.of(reads) : draw.of(updates), row));
        }
        return steps;
    }

    private Step step(Shape shape, Object row) {
        final Object[] arguments = new Object[shape.parameters().size()];
        for (int i = 0; i < arguments.length - 1; i++) {
            arguments[i] = shape.parameters().get(i).draw(draw);
        }
        arguments[arguments.length - 1] = row;
        return new Step(shape, arguments);
    }
}
