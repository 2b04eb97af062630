package dev.sluice.internal.client.declared;

import dev.sluice.api.RequestKind;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.api.Shape;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** What a declared method gives, or its future. */
record Returned(Shape<?> shape) {

    /** Reads a return type; tells the mistakes if it cannot be given for that kind of request. */
    static Optional<Returned> of(Type type, RequestKind kind, Consumer<String> mistake) {
        final Optional<Shape<?>> shape = kind == RequestKind.UPDATE ? count(type) : rows(type, kind, mistake);
        if (shape.isEmpty()) {
            mistake.accept("returns " + type.getTypeName() + ", but " + allowed(kind));
        }
        return shape.map(Returned::new);
    }

    private static String allowed(RequestKind kind) {
        return switch (kind) {
            case UPDATE -> "an update gives long, int or void, or a CompletableFuture of Long, Integer or Void";
            case SEND -> "an event gives void, a record, Row, Rows, Optional or List of those, or a CompletableFuture";
            default ->
                "a lookup or a query gives a record, Row, Rows, Optional or List of those, or a CompletableFuture";
        };
    }

    private static Optional<Shape<?>> count(Type type) {
        if (type == long.class || type == Long.class) {
            return Optional.of(Shape.COUNT);
        } else if (type == int.class || type == Integer.class) {
            return Optional.of(Shape.count(Math::toIntExact));
        }
        return isVoid(type) ? Optional.of(Shape.DONE) : Optional.empty();
    }

    private static boolean isVoid(Type type) {
        return type == void.class || type == Void.class;
    }

    private static Optional<Shape<?>> rows(Type type, RequestKind kind, Consumer<String> mistake) {
        if (type == Rows.class) {
            return Optional.of(Shape.ROWS);
        } else if (isVoid(type)) {
            return kind == RequestKind.SEND ? Optional.of(Shape.DONE) : Optional.empty();
        } else if (type instanceof ParameterizedType generic) {
            final Optional<Function<Row, Object>> item = item(generic.getActualTypeArguments()[0], mistake);
            if (generic.getRawType() == Optional.class) {
                return item.map(Shape::optional);
            }
            return generic.getRawType() == List.class ? item.map(Shape::list) : Optional.empty();
        }
        return item(type, mistake).map(Shape::required);
    }

    private static Optional<Function<Row, Object>> item(Type type, Consumer<String> mistake) {
        if (type == Row.class) {
            return Optional.of(row -> row);
        }
        if (type instanceof Class<?> named && named.isRecord()) {
            checkComponents(named, mistake);
            return Optional.of(record(named.asSubclass(Record.class)));
        }
        return Optional.empty();
    }

    private static <R extends Record> Function<Row, Object> record(Class<R> type) {
        return row -> row.as(type);
    }

    private static void checkComponents(Class<?> type, Consumer<String> mistake) {
        for (final RecordComponent component : type.getRecordComponents()) {
            if (!WireTypes.isComponent(component.getType())) {
                mistake.accept("returns the record " + type.getSimpleName() + ", whose component '"
                        + component.getName() + "' is a " + component.getType().getSimpleName()
                        + ", which no column becomes");
            }
        }
    }
}
