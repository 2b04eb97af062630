package dev.sluice.service.config.yaml;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is put in by the gateway where a template names it.
 *
 * @param argument of an argument, which one, from 0
 */
public record Placeholder(Kind kind, int argument) {

    /** What it stands for. */
    public enum Kind {
        /** One of the arguments: <code>{1}</code>, <code>{2}</code>. */
        ARGUMENT(""),
        /** The only argument, or in JSON the list of several. */
        KEY("key"),
        /** The number that the gateway gave the item for this call. */
        ID("id"),
        /** The same for the same request, also after a restart. */
        IDEMPOTENCY_KEY("idempotencyKey"),
        /** What a job sent. */
        PAYLOAD("payload"),
        /** All items of the call. */
        ITEMS("items");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Whether it differs from item to item of a call. */
        public boolean ofAnItem() {
            return this != ITEMS;
        }
    }

    /** The most arguments that can be named. */
    private static final int ARGUMENTS = 99;

    /** The placeholder of that word, such as {@code 1} or {@code key}; empty if there is none. */
    public static Optional<Placeholder> of(String word) {
        if (word.matches("[1-9][0-9]?")) {
            return Optional.of(new Placeholder(Kind.ARGUMENT, Integer.parseInt(word) - 1))
                    .filter(placeholder -> placeholder.argument < ARGUMENTS);
        }
        return Stream.of(Kind.values())
                .filter(kind -> kind != Kind.ARGUMENT && kind.word.equals(word))
                .map(kind -> new Placeholder(kind, -1))
                .findFirst();
    }

    /** As it stands in a template. */
    @Override
    public String toString() {
        return "{" + (kind == Kind.ARGUMENT ? String.valueOf(argument + 1) : kind.word) + "}";
    }
}
