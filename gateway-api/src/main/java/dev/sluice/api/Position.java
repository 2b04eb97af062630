package dev.sluice.api;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The position of a message in a queue. Every output and every option shows it as {@code cycle:sequence}, both decimal.
 *
 * @param cycle the number of the roll file, counted in roll cycles since 1970
 * @param sequence the message's number within that file, from 0
 */
public record Position(int cycle, long sequence) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,10}):(\\d{1,19})");

    /**
     * Parses the text form.
     *
     * @throws IllegalArgumentException if the text does not have that form
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
