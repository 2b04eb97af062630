package dev.sluice.service.config.yaml;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a configuration is refused. The message lists all problems, one on each line, in the order of the file. */
public final class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    ConfigException(String file, List<Problem> problems) {
        super(problems.stream()
                .map(problem -> "\n  " + problem)
                .collect(Collectors.joining("", heading(file, problems.size()), "")));
        this.problems = List.copyOf(problems);
    }

    /** All problems, in the order of the file. */
    public List<Problem> problems() {
        return problems;
    }

    private static String heading(String file, int count) {
        return count + (count == 1 ? " problem" : " problems") + " in " + file + ":";
    }

    /**
     * One mistake in a configuration. Never contains the value of a secret, nor a value that came from the environment or from
     * another file.
     *
     * @param line the line, from 1; 0 if the mistake has no place in the file
     * @param column the column, from 1; 0 if the mistake has no place in the file
     * @param path the key, such as {@code lookups.customer.database}; empty for the file as a whole
     */
    public record Problem(int line, int column, String path, String text) {

        @Override
        public String toString() {
            final String place = line == 0 ? "" : line + ":" + column + " ";
            return place + (path.isEmpty() ? "" : path + ": ") + text;
        }
    }
}
