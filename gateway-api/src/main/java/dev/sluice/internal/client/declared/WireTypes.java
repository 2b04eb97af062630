package dev.sluice.internal.client.declared;

import dev.sluice.api.OtherValue;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Which Java types can be arguments, and which can take a column. */
final class WireTypes {

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

    private WireTypes() {}

    /** Those, and what may hold one of them: each argument is checked again when it is asked. */
    static boolean isArgument(Class<?> type) {
        final Class<?> boxed = boxed(type);
        return ARGUMENTS.contains(boxed) || boxed == Object.class || boxed == Number.class;
    }

    /** Those that a value of some column is, or is converted to. */
    static boolean isComponent(Class<?> type) {
        final Class<?> boxed = boxed(type);
        return boxed.isEnum()
                || Stream.concat(ARGUMENTS.stream(), Stream.of(OtherValue.class))
                        .anyMatch(boxed::isAssignableFrom);
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }
}
