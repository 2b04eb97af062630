package dev.sluice.internal.client;

import dev.sluice.api.FutureRequests;
import dev.sluice.api.Lookup;
import dev.sluice.api.NotFoundException;
import dev.sluice.api.OtherValue;
import dev.sluice.api.Query;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.api.Send;
import dev.sluice.api.Shape;
import dev.sluice.api.UnansweredException;
import dev.sluice.api.Update;
import dev.sluice.api.ValueType;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads one method of a declared interface, and collects all its mistakes. */
final class MethodReader {

    private static final Set<Class<?>> ARGUMENTS = Set.of(
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigInteger.class,
            BigDecimal.class,
            String.class,
            byte[].class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            Instant.class,
            UUID.class,
            double[].class);

    private final Method method;
    private final List<String> mistakes;
    private final int before;

    MethodReader(Method method, List<String> mistakes) {
        this.method = method;
        this.mistakes = mistakes;
        this.before = mistakes.size();
    }

    /** Returns the request that the method sends; empty if the method has mistakes. */
    Optional<Call> read() {
        final Map<RequestKind, String> operations = operations();
        if (operations.size() > 1) {
            mistake("has more than one of @Lookup, @Query, @Update and @Send");
        }
        if (method.getTypeParameters().length > 0) {
            mistake("has type parameters, which a request cannot determine");
        }
        final RequestKind kind = operations.keySet().iterator().next();
        final String named = operations.get(kind);
        checkParameters(kind);
        final boolean waits = method.getReturnType() != CompletableFuture.class;
        final Optional<Shape<?>> shape = shape(kind, waits);
        return mistakes.size() > before
                ? Optional.empty()
                : shape.map(its -> new Call(kind, named.isEmpty() ? method.getName() : named, its, waits));
    }

    /** Returns the annotated operations; without an annotation, the operation is a lookup with the method's name. */
    private Map<RequestKind, String> operations() {
        final Map<RequestKind, String> found = new LinkedHashMap<>();
        Optional.ofNullable(method.getAnnotation(Lookup.class))
                .ifPresent(a -> found.put(RequestKind.LOOKUP, a.value()));
        Optional.ofNullable(method.getAnnotation(Query.class)).ifPresent(a -> found.put(RequestKind.QUERY, a.value()));
        Optional.ofNullable(method.getAnnotation(Update.class))
                .ifPresent(a -> found.put(RequestKind.UPDATE, a.value()));
        Optional.ofNullable(method.getAnnotation(Send.class)).ifPresent(a -> found.put(RequestKind.SEND, a.value()));
        if (found.isEmpty()) {
            found.put(RequestKind.LOOKUP, "");
        }
        return found;
    }

    private void checkParameters(RequestKind kind) {
        final Class<?>[] types = method.getParameterTypes();
        if (kind == RequestKind.SEND && types.length != 1) {
            mistake("sends " + types.length + " arguments, but an event has exactly one");
        }
        for (int i = 0; i < types.length; i++) {
            if (!isArgument(types[i])) {
                mistake("parameter " + (i + 1) + " is a " + types[i].getSimpleName()
                        + ", which has no type on the wire: use one of " + ValueType.allowed());
            }
        }
    }

    private Optional<Shape<?>> shape(RequestKind kind, boolean waits) {
        final Type declared = method.getGenericReturnType();
        if (waits) {
            return shape(declared, kind);
        }
        if (declared instanceof ParameterizedType future) {
            return shape(future.getActualTypeArguments()[0], kind);
        }
        mistake("returns a CompletableFuture without a type argument: write CompletableFuture<…>");
        return Optional.empty();
    }

    private Optional<Shape<?>> shape(Type type, RequestKind kind) {
        final Optional<Shape<?>> shape =
                kind == RequestKind.UPDATE ? count(type).or(() -> rows(type, kind)) : rows(type, kind);
        if (shape.isEmpty()) {
            mistake("returns " + type.getTypeName() + ", but " + allowed(kind));
        }
        return shape;
    }

    private static String allowed(RequestKind kind) {
        return switch (kind) {
            case UPDATE ->
                "an update gives long, int or void; with RETURNING a record, Row, Rows, Optional or List of those too;"
                        + " or a CompletableFuture";
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

    private Optional<Shape<?>> rows(Type type, RequestKind kind) {
        if (type == Rows.class) {
            return Optional.of(Shape.ROWS);
        } else if (isVoid(type)) {
            return kind == RequestKind.SEND ? Optional.of(Shape.DONE) : Optional.empty();
        } else if (type instanceof ParameterizedType generic) {
            final Optional<Function<Row, Object>> item = item(generic.getActualTypeArguments()[0]);
            if (generic.getRawType() == Optional.class) {
                return item.map(Shape::optional);
            }
            return generic.getRawType() == List.class ? item.map(Shape::list) : Optional.empty();
        }
        return item(type).map(Shape::required);
    }

    private Optional<Function<Row, Object>> item(Type type) {
        if (type == Row.class) {
            return Optional.of(row -> row);
        }
        if (type instanceof Class<?> named && named.isRecord()) {
            checkComponents(named, new HashSet<>());
            return Optional.of(record(named.asSubclass(Record.class)));
        }
        return Optional.empty();
    }

    private static <R extends Record> Function<Row, Object> record(Class<R> type) {
        return row -> row.as(type);
    }

    private void checkComponents(Class<?> type, Set<Class<?>> seen) {
        seen.add(type);
        for (final RecordComponent component : type.getRecordComponents()) {
            if (component.getType().isRecord()) {
                if (!seen.contains(component.getType())) {
                    checkComponents(component.getType(), seen);
                }
            } else if (!isComponent(component.getType())) {
                mistake("returns the record " + type.getSimpleName() + ", whose component '"
                        + component.getName() + "' is a " + component.getType().getSimpleName()
                        + ", which no column fits");
            }
        }
    }

    /** Whether a parameter of that type may hold a valid argument; each argument is checked when its request is written. */
    private static boolean isArgument(Class<?> type) {
        final Class<?> boxed = boxed(type);
        return ARGUMENTS.contains(boxed) || boxed == Object.class || boxed == Number.class;
    }

    /** Whether a column value can have that type or be converted to it. */
    private static boolean isComponent(Class<?> type) {
        final Class<?> boxed = boxed(type);
        return boxed.isEnum()
                || Stream.concat(ARGUMENTS.stream(), Stream.of(OtherValue.class))
                        .anyMatch(boxed::isAssignableFrom);
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    private void mistake(String what) {
        final String parameters = Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
        mistakes.add(method.getName() + "(" + parameters + ") " + what);
    }

    /**
     * The request that a call of one method sends.
     *
     * @param name the name of the lookup, statement or endpoint
     * @param shape converts the result to the returned value
     * @param waits whether the method returns the value itself; otherwise it returns a future of the value
     */
    record Call(RequestKind kind, String name, Shape<?> shape, boolean waits) {

        private static final Object[] NO_ARGUMENTS = {};

        /** Sends the request, and waits if the method waits. On a reader thread a method that waits throws and sends nothing. */
        Object on(FutureRequests requests, Object[] arguments) {
            if (waits) {
                ReaderThread.checkMayWait("for the result of '" + name + "'");
            }
            final CompletableFuture<?> future =
                    requests.ask(kind, Map.of(), name, arguments == null ? NO_ARGUMENTS : arguments, shape);
            return waits ? await(future) : future;
        }

        private Object await(CompletableFuture<?> future) {
            try {
                return future.get();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UnansweredException(
                        "interrupted while it waited for the result of '" + name
                                + "'; the request stays on the queue, so an update will happen",
                        1,
                        e);
            } catch (final ExecutionException e) {
                throw asSeenHere(e.getCause());
            }
        }

        /**
         * Returns a copy of a failure with this thread's stack trace, because the failure's own stack trace does not show the
         * job's code.
         */
        private RuntimeException asSeenHere(Throwable cause) {
            if (cause instanceof RequestFailedException failed) {
                return new RequestFailedException(failed);
            } else if (cause instanceof NotFoundException nothing) {
                return new NotFoundException(nothing);
            } else if (cause instanceof RuntimeException unchecked) {
                return unchecked;
            } else if (cause instanceof Error error) {
                throw error;
            }
            return new IllegalStateException("'" + name + "' ended with " + cause, cause);
        }
    }
}
