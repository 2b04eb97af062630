package dev.sluice.service.config.yaml;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration was refused. The message lists all its problems, one a line, in the order of the file. */
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
}
