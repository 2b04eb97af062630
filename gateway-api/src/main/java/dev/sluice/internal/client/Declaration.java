package dev.sluice.internal.client;

import dev.sluice.api.DeclarationException;
import dev.sluice.api.FutureRequests;
import dev.sluice.internal.client.MethodReader.Call;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A user-defined interface that was checked and has no mistakes. Immutable. */
public final class Declaration<T> {

    private final Class<T> type;
    private final Map<Method, Call> calls;

    private Declaration(Class<T> type, Map<Method, Call> calls) {
        this.type = type;
        this.calls = calls;
    }

    /**
     * Reads and checks an interface.
     *
     * @throws DeclarationException if the interface has mistakes; the message lists all of them
     */
    public static <T> Declaration<T> of(Class<T> type) {
        final List<String> mistakes = new ArrayList<>();
        final Map<Method, Call> calls = new HashMap<>();
        if (!type.isInterface() || type.isAnnotation()) {
            mistakes.add("it is no interface");
        } else if (type.isSealed()) {
            mistakes.add("it is sealed, so nothing else can implement it");
        } else {
            for (final Method method : methods(type)) {
                new MethodReader(method, mistakes).read().ifPresent(call -> calls.put(method, call));
            }
        }
        if (!mistakes.isEmpty()) {
            throw new DeclarationException(type, mistakes);
        }
        return new Declaration<>(type, calls);
    }

    /** Returns the methods that send requests. They are sorted, because the JVM returns them in no fixed order. */
    private static List<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()) && !isOfObject(method))
                .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toString))
                .toList();
    }

    private static boolean isOfObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (final NoSuchMethodException e) {
            return false;
        }
    }

    /**
     * Returns an implementation of the interface that sends its requests through {@code requests}. Thread-safe, like {@code
     * requests}.
     */
    public T on(FutureRequests requests) {
        final InvocationHandler handler = new DeclaredClient(type, calls, requests);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Handles the method calls of one declared client. */
    private static final class DeclaredClient implements InvocationHandler {

        private final Class<?> type;
        private final Map<Method, Call> calls;
        private final FutureRequests requests;
        private final Map<Method, MethodHandle> defaults = new ConcurrentHashMap<>();

        DeclaredClient(Class<?> type, Map<Method, Call> calls, FutureRequests requests) {
            this.type = type;
            this.calls = calls;
            this.requests = requests;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            final Call call = calls.get(method);
            if (call != null) {
                return call.on(requests, arguments);
            }
            if (method.isDefault()) {
                return defaults.computeIfAbsent(method, code -> handle(code, proxy))
                        .invokeWithArguments(arguments(arguments));
            }
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> type.getSimpleName() + " asking through " + requests;
            };
        }

        private static Object[] arguments(Object[] arguments) {
            return arguments == null ? new Object[0] : arguments;
        }

        /**
         * Returns a handle of a default method. The method's interface need not be public, because the handle gets private
         * access.
         */
        private static MethodHandle handle(Method method, Object proxy) {
            final Class<?> owner = method.getDeclaringClass();
            try {
                return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
                        .unreflectSpecial(method, owner)
                        .bindTo(proxy);
            } catch (final IllegalAccessException e) {
                throw new IllegalStateException(
                        "the default method " + method + " cannot be called: open its package", e);
            }
        }
    }
}
