package dev.sluice.service.config.yaml;

import dev.sluice.service.config.yaml.ConfigException.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.yaml.snakeyaml.error.Mark;

/**
 * One file while it is read to its end: all that is wrong with it is collected, to be reported together.
 *
 * @param baseDir what relative paths start from
 * @param problems those found so far
 */
record Reading(Interpolation interpolation, Path baseDir, List<Problem> problems) {

    private static final Comparator<Problem> IN_FILE_ORDER =
            Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column);

    Reading(Interpolation interpolation, Path baseDir) {
        this(interpolation, baseDir, new ArrayList<>());
    }

    void report(Mark mark, String path, String text) {
        problems.add(new Problem(mark.getLine() + 1, mark.getColumn() + 1, path, text));
    }

    /** Whether something is wrong with that key, or within it. */
    boolean isWrong(String path) {
        return problems.stream()
                .map(Problem::path)
                .anyMatch(at -> at.equals(path) || at.startsWith(path + ".") || at.startsWith(path + "["));
    }

    /** @throws ConfigException with each problem once, though it may have been met more than once, if there is one */
    void refuse(String source) {
        if (!problems.isEmpty()) {
            throw new ConfigException(
                    source, problems.stream().distinct().sorted(IN_FILE_ORDER).toList());
        }
    }
}
