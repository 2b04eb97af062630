package dev.sluice.internal.client.declared;

import dev.sluice.api.Lookup;
import dev.sluice.api.Query;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Send;
import dev.sluice.api.Update;
import dev.sluice.api.ValueType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Reads one method of a declared interface, and notes everything that is wrong with it. */
final class MethodReader {

    private final Method method;
    private final List<String> mistakes;
    private final int before;

    MethodReader(Method method, List<String> mistakes) {
        this.method = method;
        this.mistakes = mistakes;
        this.before = mistakes.size();
    }

    /** What a call does, or empty when something is wrong. */
    Optional<Call> read() {
        final Map<RequestKind, String> operations = operations();
        if (operations.size() > 1) {
            mistake("is more than one of @Lookup, @Query, @Update and @Send");
        }
        if (method.getTypeParameters().length > 0) {
            mistake("has type parameters, which nothing would decide");
        }
        final RequestKind kind = operations.keySet().iterator().next();
        final String named = operations.get(kind);
        checkParameters(kind);
        final boolean waits = method.getReturnType() != CompletableFuture.class;
        final Optional<Returned> returned = returned(kind, waits);
        return mistakes.size() > before
                ? Optional.empty()
                : returned.map(
                        shape -> new Call(kind, named.isEmpty() ? method.getName() : named, shape.shape(), waits));
    }

    /** As annotated; a method without any asks the lookup of its name. */
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
            mistake("sends " + types.length + " arguments: an event is one");
        }
        for (int i = 0; i < types.length; i++) {
            if (!WireTypes.isArgument(types[i])) {
                mistake("parameter " + (i + 1) + " is a " + types[i].getSimpleName()
                        + ", which has no type on the wire: use one of " + ValueType.allowed());
            }
        }
    }

    private Optional<Returned> returned(RequestKind kind, boolean waits) {
        final Type declared = method.getGenericReturnType();
        if (waits) {
            return Returned.of(declared, kind, this::mistake);
        }
        if (declared instanceof ParameterizedType future) {
            return Returned.of(future.getActualTypeArguments()[0], kind, this::mistake);
        }
        mistake("returns a future of nothing that is named: say CompletableFuture<…>");
        return Optional.empty();
    }

    private void mistake(String what) {
        final String parameters = Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
        mistakes.add(method.getName() + "(" + parameters + ") " + what);
    }
}
