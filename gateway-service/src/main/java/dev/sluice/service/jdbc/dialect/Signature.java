package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import java.util.List;

/**
 * The types of one request's parameters: what a statement is prepared for. Requests share a call if their signatures are
 * equal. Immutable.
 */
public record Signature(List<ParameterType> parameters) {

    /** No parameters. */
    public static final Signature NONE = new Signature(List.of());

    public Signature {
        parameters = List.copyOf(parameters);
    }

    /** The signature of these types, without scales. */
    public static Signature of(List<ValueType> types) {
        return new Signature(types.stream().map(ParameterType::of).toList());
    }

    /** Whether a null has no type: such a request is asked alone, in the bare form, with an untyped null. */
    public boolean untyped() {
        for (final ParameterType parameter : parameters) {
            if (parameter.value() == ValueType.NULL) {
                return true;
            }
        }
        return false;
    }

    /** How many parameters. */
    public int count() {
        return parameters.size();
    }

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
}
