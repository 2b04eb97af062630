package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;

/**
 * The type that one parameter is bound with.
 *
 * @param value the wire type; {@link ValueType#NULL} if nothing says what a null is
 * @param scale of a decimal where the dialect binds by scale, otherwise 0
 */
public record ParameterType(ValueType value, int scale) {

    /** A type without a scale. */
    public static ParameterType of(ValueType value) {
        return new ParameterType(value, 0);
    }
}
