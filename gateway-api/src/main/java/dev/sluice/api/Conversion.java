package dev.sluice.api;

import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Conversions of column values to the types that a job asks for, only where nothing is lost. */
final class Conversion {

    private Conversion() {}

    @SuppressWarnings("unchecked") // boxed(type) is type, or its box, which a primitive's T is
    static <T> T convert(Object value, Class<T> type, Row row, int column) {
        if (value == null) {
            if (type.isPrimitive()) {
                throw mismatch("NULL", type, row, column, null);
            }
            return null;
        }
        final Class<?> boxed = boxed(type);
        if (boxed.isInstance(value)) {
            return (T) value;
        }
        try {
            final Object converted = number(value, boxed);
            if (converted != null) {
                return (T) converted;
            }
        } catch (final ArithmeticException e) {
            throw mismatch("the value " + value, type, row, column, e);
        }
        if (boxed == String.class && value instanceof OtherValue other) {
            return (T) other.text();
        }
        if (boxed.isEnum() && value instanceof String name) {
            return (T) constant(boxed, name, row, column);
        }
        throw mismatch("a " + value.getClass().getSimpleName(), type, row, column, null);
    }

    private static Object number(Object value, Class<?> type) {
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

    private static Object ofDecimal(BigDecimal number, Class<?> type) {
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

    private static Object constant(Class<?> type, String name, Row row, int column) {
        for (final Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw mismatch("the text '" + name + "'", type, row, column, null);
    }

    private static Class<?> boxed(Class<?> type) {
        return type.isPrimitive() ? MethodType.methodType(type).wrap().returnType() : type;
    }

    private static IllegalStateException mismatch(String found, Class<?> type, Row row, int column, Throwable cause) {
        final String name = row.columns().names().get(column);
        return new IllegalStateException(
                "Column '" + name + "' holds " + found + ", which is no " + type.getSimpleName(), cause);
    }
}
