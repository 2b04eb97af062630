package dev.sluice.service.generated;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.Arguments;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** One request of a program: a statement with its arguments. */
record Step(Shape shape, Object[] arguments) {

    /** How a job names what it asks. */
    enum Role {
        LOOKUP,
        STATEMENT,
        AD_HOC
    }

    /**
     * A statement of a program.
     *
     * @param sql a question mark in it that is no parameter is written {@code ¿}
     * @param parameters what its arguments are drawn for
     * @param ordered whether its rows have one order
     * @param typed whether the configuration declares the types of its arguments
     * @param keys what else the configuration says of it
     */
    record Shape(
            int number,
            Role role,
            boolean update,
            String sql,
            List<Kind> parameters,
            boolean ordered,
            boolean typed,
            List<String> keys) {

        /** Nothing has its name. */
        static final Shape UNHEARD_OF = new Shape(-1, Role.LOOKUP, false, "", List.of(), true, false);

        Shape(
                int number,
                Role role,
                boolean update,
                String sql,
                List<Kind> parameters,
                boolean ordered,
                boolean typed) {
            this(number, role, update, sql, parameters, ordered, typed, List.of());
        }

        Shape with(String key) {
            final List<String> more =
                    Stream.concat(keys.stream(), Stream.of(key)).toList();
            return new Shape(number, role, update, sql, parameters, ordered, typed, more);
        }

        /** The statement as a user writes it. */
        @Override
        public String sql() {
            return sql(parameter -> "?");
        }

        /** The statement with something else for each parameter. */
        String sql(IntFunction<String> parameter) {
            final String[] parts = sql.split("\\?", -1);
            final StringBuilder text = new StringBuilder(parts[0]);
            for (int i = 1; i < parts.length; i++) {
                text.append(parameter.apply(i - 1)).append(parts[i]);
            }
            return text.toString().replace('¿', '?');
        }

        /** What a request names. */
        String name() {
            return role == Role.AD_HOC ? sql() : "s" + number;
        }

        RequestKind request() {
            return update ? RequestKind.UPDATE : role == Role.LOOKUP ? RequestKind.LOOKUP : RequestKind.QUERY;
        }
    }

    /** Whether it can never be asked: it must fail and leave no trace. */
    boolean refused() {
        if (shape == Shape.UNHEARD_OF || arguments.length != shape.parameters().size()) {
            return true;
        }
        final Arguments given = Arguments.of(arguments);
        for (int i = 0; shape.typed() && i < arguments.length; i++) {
            if (arguments[i] != null
                    && given.type(i) != shape.parameters().get(i).argument()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return shape.role() + (shape.typed() ? " typed " : " ") + (shape.keys().isEmpty() ? "" : shape.keys() + " ")
                + shape.sql() + " "
                + Arrays.toString(arguments);
    }
}
