package dev.sluice.service.generated;

import dev.sluice.api.RequestKind;
import java.util.Arrays;
import java.util.List;

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
     * @param parameters what its arguments are drawn for
     * @param ordered whether its rows have one order
     * @param typed whether the configuration declares the types of its arguments
     */
    record Shape(
            int number, Role role, boolean update, String sql, List<Kind> parameters, boolean ordered, boolean typed) {

        /** What a request names. */
        String name() {
            return role == Role.AD_HOC ? sql : "s" + number;
        }

        /** Whether the gateway keeps what it found: of every second lookup. */
        boolean cached() {
            return role == Role.LOOKUP && number % 2 == 0;
        }

        RequestKind request() {
            return update ? RequestKind.UPDATE : role == Role.LOOKUP ? RequestKind.LOOKUP : RequestKind.QUERY;
        }
    }

    @Override
    public String toString() {
        return shape.role() + (shape.cached() ? " cached" : "") + (shape.typed() ? " typed " : " ") + shape.sql() + " "
                + Arrays.toString(arguments);
    }
}
