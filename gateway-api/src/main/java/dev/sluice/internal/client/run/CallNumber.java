package dev.sluice.internal.client.run;

import dev.sluice.api.RequestKind;
import java.util.Optional;

/**
 * Which call of an item: those that change something are counted apart, so that they keep their numbers when a body that
 * gets other answers asks more or less.
 *
 * @param changes whether it is an update or an event
 * @param number from 1, among those of the item
 */
public record CallNumber(boolean changes, int number) {

    private static final String CHANGE = "change-";
    private static final String READ = "read-";

    public static boolean changes(RequestKind kind) {
        return kind == RequestKind.UPDATE || kind == RequestKind.SEND;
    }

    /** What {@link #toString} gave; empty for anything else. */
    static Optional<CallNumber> parse(String text) {
        final boolean changes = text.startsWith(CHANGE);
        if (!changes && !text.startsWith(READ)) {
            return Optional.empty();
        }
        try {
            final int number = Integer.parseInt(text.substring(text.indexOf('-') + 1));
            return Optional.of(new CallNumber(changes, number));
        } catch (final NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** As it travels with the request. */
    @Override
    public String toString() {
        return (changes ? CHANGE : READ) + number;
    }
}
