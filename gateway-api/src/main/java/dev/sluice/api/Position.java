package dev.sluice.api;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a message is in a queue, as it is printed and read everywhere: {@code cycle:sequence}, both decimal.
 *
 * @param cycle the number of the roll file since the epoch
 * @param sequence the message's number in it, from 0
 */
public record Position(int cycle, long sequence) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,10}):(\\d{1,19})");

    /**
     * Reads the printed form.
     *
     * @throws IllegalArgumentException if it is not of that form
     */
    public static Position parse(String text) {
        final Matcher matcher = TEXT.matcher(text);
        if (matcher.matches()) {
            try {
                return new Position(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
            } catch (final NumberFormatException e) {
                throw new IllegalArgumentException("'" + text + "' is out of range for a position", e);
            }
        }
        throw new IllegalArgumentException("'" + text + "' is no position: write cycle:sequence, such as 20412:17");
    }

    @Override
    public String toString() {
        return cycle + ":" + sequence;
    }
}
