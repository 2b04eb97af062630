package dev.sluice.testing;

import dev.sluice.api.Columns;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Converts the answers of stubs to rows. */
final class StubRows {

    private StubRows() {}

    /**
     * Returns an answer as rows.
     *
     * @throws IllegalArgumentException if the answer cannot be converted
     */
    static Rows of(@Nullable Object answer) {
        if (answer == null) {
            return Rows.NONE;
        }
        if (answer instanceof Optional<?> optional) {
            return of(optional.orElse(null));
        }
        if (answer instanceof Rows rows) {
            return rows;
        }
        final List<Row> rows = answer instanceof Collection<?> several
                ? several.stream().map(StubRows::row).toList()
                : List.of(row(answer));
        return rows.isEmpty() ? Rows.NONE : Rows.of(rows.get(0).columns(), rows);
    }

    private static Row row(Object answer) {
        if (answer instanceof Row row) {
            return row;
        }
        if (answer instanceof Map<?, ?> values) {
            return Row.of(
                    Columns.of(values.keySet().stream().map(String::valueOf).toList()),
                    values.values().toArray());
        }
        if (answer instanceof Record values) {
            return row(values);
        }
        throw new IllegalArgumentException(
                "a stub returned a " + answer.getClass().getName()
                        + ": a row must be a record, a Row or a Map; several rows must be a collection of them");
    }

    private static Row row(Record values) {
        final RecordComponent[] components = values.getClass().getRecordComponents();
        final List<@Nullable Object> cells = new ArrayList<>();
        for (final RecordComponent component : components) {
            cells.add(cell(component, values));
        }
        return Row.of(
                Columns.of(Stream.of(components).map(RecordComponent::getName).toList()), cells.toArray());
    }

    private static @Nullable Object cell(RecordComponent component, Record values) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(values);
        } catch (final ReflectiveOperationException e) {
            throw new IllegalArgumentException("the component " + component + " of a stub's answer cannot be read", e);
        }
    }
}
