package dev.sluice.service.config.yaml;

import java.util.Comparator;

/**
 * One thing that is wrong with a configuration. Never holds the value of a secret, nor a value that came from the
 * environment or from another file.
 *
 * @param line where it stands, from 1; 0 if it has no place in the file
 * @param column where it stands, from 1; 0 if it has no place in the file
 * @param path the key, such as {@code lookups.customer.database}; empty for the file as a whole
 */
public record Problem(int line, int column, String path, String text) {

    static final Comparator<Problem> IN_FILE_ORDER =
            Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column);

    @Override
    public String toString() {
        final String place = line == 0 ? "" : line + ":" + column + " ";
        return place + (path.isEmpty() ? "" : path + ": ") + text;
    }
}
