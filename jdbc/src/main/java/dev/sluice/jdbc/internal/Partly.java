package dev.sluice.jdbc.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An interface of JDBC over an object that has some of its methods, public and of the same names and parameters; all others are
 * refused, with the reason of {@link Refused}. A getter by a column's label is that by its number, which {@code findColumn} gives.
 *
 * <p>Method handles: reflection would pin a virtual thread that waits for its result.
 */
final class Partly implements InvocationHandler {

    private static final Set<String> WHEN_CLOSED =
            Set.of("close", "isClosed", "isValid", "abort", "unwrap", "isWrapperFor", "toString");
    private static final Map<Class<?>, Map<Method, Optional<Target>>> TARGETS = new ConcurrentHashMap<>();

    private final Part part;
    private final Map<Method, Optional<Target>> targets;

    private Partly(Part part, Map<Method, Optional<Target>> targets) {
        this.part = part;
        this.targets = targets;
    }

    /** An object that has some of an interface's methods. */
    interface Part {

        boolean isClosed();
    }

    /** A part with columns. */
    interface Labelled extends Part {

        int findColumn(String label) throws SQLException;
    }

    /**
     * A method that the object has.
     *
     * @param handle takes the object and an array of the arguments
     * @param byLabel whether the first argument is the label of a column, and the handle wants its number
     */
    private record Target(MethodHandle handle, boolean byLabel) {}

    /** Makes the interface of the object. */
    static <T> T as(Class<T> type, Part part) {
        return type.cast(Proxy.newProxyInstance(
                Partly.class.getClassLoader(),
                new Class<?>[] {type},
                new Partly(part, targets(type, part.getClass()))));
    }

    private static Map<Method, Optional<Target>> targets(Class<?> type, Class<? extends Part> part) {
        return TARGETS.computeIfAbsent(part, key -> {
            final Map<Method, Optional<Target>> all = new HashMap<>();
            for (final Method method : type.getMethods()) {
                all.put(method, target(method, key));
            }
            return Map.copyOf(all);
        });
    }

    /** Whether that class has a method of an interface. */
    static boolean has(Method method, Class<?> part) {
        return target(method, part).isPresent();
    }

    private static Optional<Target> target(Method method, Class<?> part) {
        final Class<?>[] types = method.getParameterTypes();
        final Optional<Target> same = find(part, method.getName(), types, false);
        if (same.isPresent()
                || types.length == 0
                || types[0] != String.class
                || !method.getName().startsWith("get")) {
            return same;
        }
        types[0] = int.class;
        return find(part, method.getName(), types, true);
    }

    private static Optional<Target> find(Class<?> part, String name, Class<?>[] types, boolean byLabel) {
        try {
            final MethodHandle handle = MethodHandles.lookup().unreflect(part.getMethod(name, types));
            return Optional.of(new Target(
                    handle.asSpreader(Object[].class, types.length)
                            .asType(MethodType.methodType(Object.class, Object.class, Object[].class)),
                    byLabel));
        } catch (final NoSuchMethodException e) {
            return Optional.empty();
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(part + " has a method that is not public: " + name, e);
        }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method, arguments);
        }
        final String name = method.getName();
        if (method.getDeclaringClass() == java.sql.Wrapper.class) {
            return wrapped(proxy, name.equals("unwrap"), (Class<?>) arguments[0]);
        }
        if (part.isClosed() && !WHEN_CLOSED.contains(name)) {
            throw new SQLNonTransientConnectionException(name + ": " + part + " was closed", "08003");
        }
        final Optional<Target> found = targets.get(method);
        if (found.isEmpty()) {
            throw Refused.method(method.getDeclaringClass(), name);
        }
        final Target target = found.get();
        if (target.byLabel) {
            final Object[] numbered = arguments.clone();
            numbered[0] = ((Labelled) part).findColumn((String) arguments[0]);
            return target.handle.invokeExact((Object) part, numbered);
        }
        return target.handle.invokeExact((Object) part, arguments);
    }

    private Object ofObject(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> part.toString();
        };
    }

    private static Object wrapped(Object proxy, boolean unwrap, Class<?> type) throws SQLException {
        final boolean is = type.isInstance(proxy);
        if (unwrap && !is) {
            throw new SQLFeatureNotSupportedException("unwrap: there is no " + type.getName() + " below this: the"
                    + " database's own driver is in the gateway");
        }
        return unwrap ? proxy : is;
    }
}
