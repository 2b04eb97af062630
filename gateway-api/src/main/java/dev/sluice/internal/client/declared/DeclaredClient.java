package dev.sluice.internal.client.declared;

import dev.sluice.api.FutureRequests;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Answers the calls of one declared client. */
final class DeclaredClient implements InvocationHandler {

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

    /** The interface's own code; by this way it need not be public. */
    private static MethodHandle handle(Method method, Object proxy) {
        final Class<?> owner = method.getDeclaringClass();
        try {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
                    .unreflectSpecial(method, owner)
                    .bindTo(proxy);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException("the default method " + method + " cannot be called: open its package", e);
        }
    }
}
