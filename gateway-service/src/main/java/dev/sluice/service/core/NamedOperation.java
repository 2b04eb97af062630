package dev.sluice.service.core;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.Arguments;

/** An operation that requests ask for by its name, or by its SQL. Any thread. */
public interface NamedOperation extends Operation {

    /** What a name is in the configuration. */
    enum Kind {
        LOOKUP("a lookup", "the lookups are "),
        STATEMENT("a statement", "the statements are "),
        ENDPOINT("an endpoint", "the endpoints are ");

        private final String words;
        private final String list;

        Kind(String words, String list) {
            this.words = words;
            this.list = list;
        }

        /** What a request of that method asks for. */
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

        /** How a list of all names of the kind begins. */
        public String list() {
            return list;
        }
    }

    Kind kind();

    /**
     * Checks arguments as far as that is possible without asking.
     *
     * @throws RefusedException if the operation can never be asked with them
     */
    void check(Arguments arguments) throws RefusedException;

    /** A name as messages show it: SQL may be long. */
    static String shown(String name) {
        final int most = 100;
        return name.length() <= most ? name : name.substring(0, most) + "…";
    }
}
