package dev.sluice.service.core;

import dev.sluice.api.RequestKind;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** An operation that requests ask for by its name, or by its SQL. Any thread. */
public interface NamedOperation extends Operation {

    /** The kind of thing that a name is in the configuration. */
    enum Kind {
        LOOKUP("a lookup"),
        STATEMENT("a statement"),
        ENDPOINT("an endpoint");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** The kind that a request of that method asks for. */
        public static Kind wanted(RequestKind method) {
            return switch (method) {
                case LOOKUP -> LOOKUP;
                case QUERY, UPDATE -> STATEMENT;
                case SEND -> ENDPOINT;
            };
        }

        /** With its article: {@code a lookup}. */
        public String words() {
            return words;
        }

        /** Without an article: {@code lookup}. */
        public String noun() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Kind kind();

    /**
     * A statement that reads has another operation for executeUpdate, as a function in its text may write: an update that
     * gives rows. Empty for all others.
     */
    default Optional<? extends NamedOperation> asUpdate() {
        return Optional.empty();
    }

    /**
     * Checks arguments as far as that is possible without asking.
     *
     * @throws RefusedException if the operation can never be asked with them
     */
    void check(Arguments arguments) throws RefusedException;

    /**
     * Checks the number of arguments, and their types where they are declared; NULL is of any type.
     *
     * @param wanted how many the operation takes
     * @param types the declared types, so many
     * @throws RefusedException if they do not fit
     */
    default void checkTypes(int wanted, Optional<List<ValueType>> types, Arguments arguments) throws RefusedException {
        if (arguments.count() != wanted) {
            throw new RefusedException(takes(wanted, types) + ", not " + arguments.count());
        }
        for (int i = 0; types.isPresent() && i < wanted; i++) {
            final ValueType sent = arguments.type(i);
            if (sent != types.get().get(i) && sent != ValueType.NULL) {
                throw new RefusedException(takes(wanted, types) + ", but argument " + (i + 1) + " is " + word(sent));
            }
        }
    }

    private String takes(int wanted, Optional<List<ValueType>> types) {
        final String listed = types.filter(list -> !list.isEmpty())
                .map(list -> list.stream().map(NamedOperation::word).collect(Collectors.joining(", ", " (", ")")))
                .orElse("");
        return this + " takes " + wanted + " argument" + (wanted == 1 ? "" : "s") + listed;
    }

    private static String word(ValueType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /** A name as messages show it: SQL may be long. */
    static String shown(String name) {
        final int most = 100;
        return name.length() <= most ? name : name.substring(0, most) + "…";
    }
}
