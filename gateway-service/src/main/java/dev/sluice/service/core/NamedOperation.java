package dev.sluice.service.core;

import dev.sluice.api.RequestKind;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** An operation that a request identifies by a declared name or by SQL. Any thread may use it. */
public interface NamedOperation extends Operation {

    /** The kind of operation that the configuration declares under a name. */
    enum Kind {
        LOOKUP("a lookup"),
        STATEMENT("a statement"),
        ENDPOINT("an endpoint");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns the kind of operation that a request of this method needs. */
        public static Kind wanted(RequestKind method) {
            return switch (method) {
                case LOOKUP -> LOOKUP;
                case QUERY, UPDATE -> STATEMENT;
                case SEND -> ENDPOINT;
            };
        }

        /** Returns the noun with its article, for example {@code a lookup}. */
        public String words() {
            return words;
        }

        /** Returns the noun without an article, for example {@code lookup}. */
        public String noun() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Kind kind();

    /**
     * For a statement that reads, returns the operation that executeUpdate runs: an update that returns rows, because a function
     * in the statement may write. Returns empty for all other operations.
     */
    default Optional<? extends NamedOperation> asUpdate() {
        return Optional.empty();
    }

    /**
     * Checks arguments as far as that is possible without calling the backend.
     *
     * @throws RefusedException if the operation can never be executed with these arguments
     */
    void check(Arguments arguments) throws RefusedException;

    /**
     * Checks the number of arguments and, if types are declared, the types of the arguments. NULL fits every type.
     *
     * @param wanted the number of arguments that the operation takes
     * @param types the declared types, one for each argument
     * @throws RefusedException if the arguments do not fit
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

    /** Returns a name for messages, shortened because it may be long SQL. */
    static String shown(String name) {
        final int most = 100;
        return name.length() <= most ? name : name.substring(0, most) + "…";
    }
}
