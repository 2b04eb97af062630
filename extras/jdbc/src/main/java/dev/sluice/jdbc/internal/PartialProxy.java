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
import java.util.Calendar;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Implements a JDBC interface with an object that has only some of the interface's methods. The object's methods must be public,
 * with the same names and parameters. Other methods return a {@link Fixed} answer, or throw the exception of {@link Refused}. A
 * getter by column label calls {@code findColumn}, and then the getter by column number. A getter or setter for one type, such as
 * {@code getInt}, calls {@code getObject} or {@code setObject}.
 *
 * <p>This class uses method handles, because reflection would pin a virtual thread that waits for a result.
 */
final class PartialProxy implements InvocationHandler {

    private static final Set<String> WHEN_CLOSED =
            Set.of("close", "isClosed", "isValid", "abort", "unwrap", "isWrapperFor", "toString");
    private static final Map<Class<?>, Map<Method, Optional<Target>>> TARGETS = new ConcurrentHashMap<>();

    private final Part part;
    private final Map<Method, Optional<Target>> targets;

    private PartialProxy(Part part, Map<Method, Optional<Target>> targets) {
        this.part = part;
        this.targets = targets;
    }

    /** An object that implements some methods of a JDBC interface. */
    interface Part {

        default boolean isClosed() {
            return false;
        }
    }

    /** A part with columns. */
    interface Labelled extends Part {

        int findColumn(String label) throws SQLException;
    }

    /**
     * The implementation of a method.
     *
     * @param handle takes the object and an array of the arguments
     * @param byLabel whether the caller passes a column's label, but the handle takes the column's number
     */
    private record Target(MethodHandle handle, boolean byLabel) {}

    /** Returns an implementation of the interface that calls the object. */
    static <T> T as(Class<T> type, Part part) {
        return type.cast(Proxy.newProxyInstance(
                PartialProxy.class.getClassLoader(),
                new Class<?>[] {type},
                new PartialProxy(part, targets(type, part.getClass()))));
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

    /** Whether a class implements a method of a JDBC interface. */
    static boolean has(Method method, Class<?> part) {
        return target(method, part).isPresent();
    }

    private static Optional<Target> target(Method method, Class<?> part) {
        final Class<?>[] types = method.getParameterTypes();
        final Optional<MethodHandle> same = handle(method, part, types);
        if (same.isPresent()
                || types.length == 0
                || types[0] != String.class
                || !method.getName().startsWith("get")) {
            return same.map(handle -> new Target(handle, false));
        }
        types[0] = int.class;
        return handle(method, part, types).map(handle -> new Target(handle, true));
    }

    private static Optional<MethodHandle> handle(Method method, Class<?> part, Class<?>[] types) {
        return find(part, method.getName(), types)
                .or(() -> ofOneType(method, part, types))
                .map(handle -> handle.asSpreader(Object[].class, types.length))
                .or(() -> Fixed.of(method))
                .map(handle -> handle.asType(MethodType.methodType(Object.class, Object.class, Object[].class)));
    }

    /**
     * Implements a getter or setter for one supported type, such as getInt, by calling getObject or setObject. A primitive getter
     * returns 0 for NULL.
     */
    private static Optional<MethodHandle> ofOneType(Method method, Class<?> part, Class<?>[] types) {
        final Class<?> given = method.getReturnType();
        if (method.getName().startsWith("set") && types.length == 2 && Values.isKnown(types[1])) {
            return find(part, "setObject", int.class, Object.class);
        }
        final boolean zoned = types.length == 2 && types[1] == Calendar.class;
        final boolean byNumber = (types.length == 1 || zoned) && types[0] == int.class;
        if (!byNumber || !method.getName().startsWith("get") || !Values.isKnown(given)) {
            return Optional.empty();
        }
        return find(part, "getObject", int.class, Calendar.class, Class.class)
                .map(handle -> MethodHandles.insertArguments(handle, 3, Values.boxed(given)))
                .map(handle -> zoned ? handle : MethodHandles.insertArguments(handle, 2, (Object) null))
                .map(handle -> MethodHandles.explicitCastArguments(
                        handle, handle.type().changeReturnType(given)));
    }

    private static Optional<MethodHandle> find(Class<?> part, String name, Class<?>... types) {
        try {
            return Optional.of(MethodHandles.lookup().unreflect(part.getMethod(name, types)));
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
