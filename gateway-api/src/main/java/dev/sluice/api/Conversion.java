package dev.sluice.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Converts column values to the types and records that a job asks for. A conversion that would lose information fails. */
final class Conversion {

    private Conversion() {}

    @SuppressWarnings("unchecked") // boxed(type) is type, or its wrapper class if type is primitive
    static <T> @Nullable T convert(@Nullable Object value, Class<T> type, Columns columns, int column) {
        if (value == null) {
            if (type.isPrimitive()) {
                throw mismatch("NULL", type, columns, column, null);
            }
            return null;
        }
        final Class<?> boxed = boxed(type);
        if (boxed.isInstance(value)) {
            return (T) value;
        }
        try {
            final @Nullable Object converted = number(value, boxed);
            if (converted != null) {
                return (T) converted;
            }
        } catch (final ArithmeticException e) {
            throw mismatch("the value " + value, type, columns, column, e);
        }
        if (boxed == String.class && value instanceof OtherValue other) {
            return (T) other.text();
        }
        if (boxed.isEnum() && value instanceof String name) {
            return (T) constant(boxed, name, columns, column);
        }
        throw mismatch("a " + value.getClass().getSimpleName(), type, columns, column, null);
    }

    private static @Nullable Object number(Object value, Class<?> type) {
        if (value instanceof Long number) {
            return ofDecimal(BigDecimal.valueOf(number), type);
        }
        if (value instanceof BigDecimal number) {
            return ofDecimal(number, type);
        }
        if (value instanceof Double number && type == Float.class && (double) number.floatValue() == number) {
            return number.floatValue();
        }
        return null;
    }

    private static @Nullable Object ofDecimal(BigDecimal number, Class<?> type) {
        if (type == Long.class) {
            return number.longValueExact();
        } else if (type == Integer.class) {
            return number.intValueExact();
        } else if (type == Short.class) {
            return number.shortValueExact();
        } else if (type == Byte.class) {
            return number.byteValueExact();
        } else if (type == BigDecimal.class) {
            return number;
        } else if (type == BigInteger.class) {
            return number.toBigIntegerExact();
        } else if (type == Double.class && new BigDecimal(number.doubleValue()).compareTo(number) == 0) {
            return number.doubleValue();
        }
        return null;
    }

    private static Object constant(Class<?> type, String name, Columns columns, int column) {
        for (final Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw mismatch("the text '" + name + "'", type, columns, column, null);
    }

    private static Class<?> boxed(Class<?> type) {
        return type.isPrimitive() ? MethodType.methodType(type).wrap().returnType() : type;
    }

    private static IllegalStateException mismatch(
            String found, Class<?> type, Columns columns, int column, @Nullable Throwable cause) {
        final String name = columns.names().get(column);
        return new IllegalStateException(
                "Column '" + name + "' holds " + found + ", which is no " + type.getSimpleName(), cause);
    }

    static <T extends Record> T toRecord(Class<T> type, Columns columns, @Nullable Object[] values) {
        return RecordMapping.of(type, columns).map(values);
    }

    /**
     * Maps the columns of a result to the components of one record type. Created once for each pair of record type and columns.
     */
    private static final class RecordMapping<T extends Record> {

        private static final String PATH = ".";

        /** The class is a weak key, so that the class loader of a job can be collected. */
        private static final ClassValue<Map<Columns, RecordMapping<?>>> MAPPINGS = new ClassValue<>() {
            @Override
            protected Map<Columns, RecordMapping<?>> computeValue(Class<?> type) {
                return new ConcurrentHashMap<>();
            }
        };

        private final Class<T> type;
        private final MethodHandle constructor;
        private final Class<?>[] types;
        private final Columns names;
        private final int[] columns;
        /**
         * The mappings of components that are records themselves. The columns of such a component are, for example, {@code
         * address.city} and {@code address.zip}. An entry is null if its component gets the value of one column.
         */
        private final @Nullable RecordMapping<?>[] nested;

        /** @param path the prefix of the column names of this record; empty for the outermost record */
        private RecordMapping(Class<T> type, Columns columns, String path) {
            this.type = type;
            this.names = columns;
            final RecordComponent[] components = type.getRecordComponents();
            this.types = new Class<?>[components.length];
            this.columns = new int[components.length];
            this.nested = new RecordMapping<?>[components.length];
            for (int i = 0; i < components.length; i++) {
                final Class<?> its = components[i].getType();
                final String name = path + components[i].getName();
                this.types[i] = its;
                if (its.isRecord() && hasColumnsBelow(name)) {
                    this.nested[i] = new RecordMapping<>(its.asSubclass(Record.class), columns, name + PATH);
                } else {
                    this.columns[i] = columnOf(name);
                }
            }
            this.constructor = constructorOf(type, types);
        }

        private boolean hasColumnsBelow(String name) {
            final String begin = folded(name) + PATH;
            return names.names().stream().anyMatch(column -> folded(column).startsWith(begin));
        }

        @SuppressWarnings("unchecked") // the map of a class holds only mappings to that class
        static <T extends Record> RecordMapping<T> of(Class<T> type, Columns columns) {
            final Map<Columns, RecordMapping<?>> mappings = MAPPINGS.get(type);
            final RecordMapping<?> known = mappings.get(columns);
            if (known != null) {
                return (RecordMapping<T>) known;
            }
            return (RecordMapping<T>) mappings.computeIfAbsent(columns, names -> new RecordMapping<>(type, names, ""));
        }

        T map(@Nullable Object[] values) {
            final @Nullable Object[] arguments = new Object[columns.length];
            for (int i = 0; i < arguments.length; i++) {
                final @Nullable RecordMapping<?> its = nested[i];
                arguments[i] = its == null
                        ? convert(values[columns[i]], types[i], names, columns[i])
                        : its.isNull(values) ? null : its.map(values);
            }
            try {
                return type.cast(constructor.invokeExact(arguments));
            } catch (final RuntimeException | Error e) {
                throw e;
            } catch (final Throwable e) {
                throw new IllegalStateException("The constructor of " + type.getName() + " failed", e);
            }
        }

        /** Whether all columns of this nested record are NULL, so that the outer record gets {@code null} in its place. */
        private boolean isNull(@Nullable Object[] values) {
            for (int i = 0; i < columns.length; i++) {
                final @Nullable RecordMapping<?> its = nested[i];
                if (its == null ? values[columns[i]] != null : !its.isNull(values)) {
                    return false;
                }
            }
            return true;
        }

        private int columnOf(String component) {
            final int column =
                    names.names().stream().map(RecordMapping::plain).toList().indexOf(plain(component));
            if (column < 0) {
                throw new IllegalArgumentException("Record " + type.getSimpleName() + " has a component '" + component
                        + "' without a column: the columns are " + names);
            }
            return column;
        }

        private static String plain(String name) {
            return folded(name).replace(PATH, "");
        }

        private static String folded(String name) {
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
}
