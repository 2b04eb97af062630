package dev.sluice.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How the columns of a result become the components of one record type; made once per record and columns. */
final class RecordMapping<T extends Record> {

    /** Weakly keyed by class, so that a job's class loader can go. */
    private static final ClassValue<Map<Columns, RecordMapping<?>>> MAPPINGS = new ClassValue<>() {
        @Override
        protected Map<Columns, RecordMapping<?>> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final Class<T> type;
    private final MethodHandle constructor;
    private final Class<?>[] types;
    private final int[] columns;

    private RecordMapping(Class<T> type, Columns columns) {
        this.type = type;
        final RecordComponent[] components = type.getRecordComponents();
        this.types = new Class<?>[components.length];
        this.columns = new int[components.length];
        for (int i = 0; i < components.length; i++) {
            this.types[i] = components[i].getType();
            this.columns[i] = columnOf(components[i].getName(), columns);
        }
        this.constructor = constructorOf(type, types);
    }

    @SuppressWarnings("unchecked") // the map of a class holds only mappings to that class
    static <T extends Record> RecordMapping<T> of(Class<T> type, Columns columns) {
        final Map<Columns, RecordMapping<?>> mappings = MAPPINGS.get(type);
        final RecordMapping<?> known = mappings.get(columns);
        if (known != null) {
            return (RecordMapping<T>) known;
        }
        return (RecordMapping<T>) mappings.computeIfAbsent(columns, names -> new RecordMapping<>(type, names));
    }

    T map(Row row) {
        final Object[] arguments = new Object[columns.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = row.get(columns[i], types[i]);
        }
        try {
            return type.cast(constructor.invokeExact(arguments));
        } catch (final RuntimeException | Error e) {
            throw e;
        } catch (final Throwable e) {
            throw new IllegalStateException("The constructor of " + type.getName() + " failed", e);
        }
    }

    private int columnOf(String component, Columns names) {
        final String wanted = plain(component);
        for (int i = 0; i < names.size(); i++) {
            if (plain(names.names().get(i)).equals(wanted)) {
                return i;
            }
        }
        throw new IllegalArgumentException("Record " + type.getSimpleName() + " has a component '" + component
                + "' that is no column: the columns are " + names);
    }

    private static String plain(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }

    private static MethodHandle constructorOf(Class<?> type, Class<?>[] types) {
        try {
            final Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return MethodHandles.lookup()
                    .unreflectConstructor(constructor)
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (final ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException("The constructor of " + type.getName() + " cannot be called", e);
        }
    }
}
