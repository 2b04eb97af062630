package dev.sluice.service.config.yaml;

import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.error.Mark;

/** Collects what is wrong while a file is read to its end, so that all of it is reported together. */
final class Problems {

    private final List<Problem> found = new ArrayList<>();

    void add(Mark mark, String path, String text) {
        found.add(new Problem(mark.getLine() + 1, mark.getColumn() + 1, path, text));
    }

    /** Whether something is wrong with that key, or within it. */
    boolean concern(String path) {
        return found.stream()
                .map(Problem::path)
                .anyMatch(at -> at.equals(path) || at.startsWith(path + ".") || at.startsWith(path + "["));
    }

    boolean any() {
        return !found.isEmpty();
    }

    /** Each once: what follows from a value may be asked for more than once. */
    List<Problem> inFileOrder() {
        return found.stream().distinct().sorted(Problem.IN_FILE_ORDER).toList();
    }
}
