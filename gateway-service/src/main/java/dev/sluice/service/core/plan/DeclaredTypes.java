package dev.sluice.service.core.plan;

import dev.sluice.api.FailureKind;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.RefusedException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks a request's arguments against what the configuration declares of them. */
public final class DeclaredTypes {

    private DeclaredTypes() {}

    /**
     * Checks their number, and their types where they are declared; NULL is of any type.
     *
     * @param operation as messages name it
     * @param wanted how many it takes
     * @param types the declared types, so many
     * @throws RefusedException if they do not fit
     */
    public static void check(Object operation, int wanted, Optional<List<ValueType>> types, Arguments arguments)
            throws RefusedException {
        if (arguments.count() != wanted) {
            throw refused(operation + " takes " + count(wanted)
                    + types.filter(list -> !list.isEmpty())
                            .map(DeclaredTypes::listed)
                            .orElse("")
                    + ", not " + arguments.count());
        }
        if (types.isEmpty()) {
            return;
        }
        for (int i = 0; i < wanted; i++) {
            final ValueType sent = arguments.type(i);
            if (sent != types.get().get(i) && sent != ValueType.NULL) {
                throw refused(operation + " takes " + count(wanted) + listed(types.get()) + ", but argument " + (i + 1)
                        + " is " + word(sent));
            }
        }
    }

    private static String count(int number) {
        return number + " argument" + (number == 1 ? "" : "s");
    }

    private static String listed(List<ValueType> types) {
        return types.stream().map(DeclaredTypes::word).collect(Collectors.joining(", ", " (", ")"));
    }

    private static String word(ValueType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static RefusedException refused(String message) {
        return new RefusedException(FailureKind.INVALID, message);
    }
}
