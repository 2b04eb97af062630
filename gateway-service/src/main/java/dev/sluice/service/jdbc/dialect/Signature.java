package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import java.util.List;

/**
 * The parameter types of one request; its statement is prepared for these types. Requests share a statement if their signatures
 * are equal. Immutable.
 */
public record Signature(List<ParameterType> parameters) {

    /** No parameters. */
    public static final Signature NONE = new Signature(List.of());

    public Signature {
        parameters = List.copyOf(parameters);
    }

    /** Returns the signature with these types, without scales. */
    public static Signature of(List<ValueType> types) {
        return new Signature(types.stream().map(ParameterType::of).toList());
    }

    /**
     * Whether an argument is a null without a type. Such a request is executed alone, by the statement as written, with an
     * untyped null.
     */
    public boolean untyped() {
        for (final ParameterType parameter : parameters) {
            if (parameter.value() == ValueType.NULL) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of parameters. */
    public int count() {
        return parameters.size();
    }

    /**
     * The type with which one parameter is bound.
     *
     * @param value the type on the wire; {@link ValueType#NULL} for a null whose type is unknown
     * @param scale the scale of a decimal if the dialect binds by scale; otherwise 0
     */
    public record ParameterType(ValueType value, int scale) {

        /** Returns a type without a scale. */
        public static ParameterType of(ValueType value) {
            return new ParameterType(value, 0);
        }
    }
}
