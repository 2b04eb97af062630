package dev.sluice.faults.simulate.program;

import java.util.ArrayList;
import java.util.List;

/**
 * What is asked, and of which databases.
 *
 * @param backends the number of each backend's database
 * @param statements what can be asked
 * @param requests what is asked, in its order
 */
public record Program(List<Integer> backends, List<Statement> statements, List<Request> requests) {

    public int size() {
        return requests.size();
    }

    public int databases() {
        return backends.stream().mapToInt(Integer::intValue).max().orElseThrow() + 1;
    }

    /** Returns a program with these requests up to a place, and then others. */
    public Program replacedFrom(int place, List<Request> others) {
        final List<Request> replaced = new ArrayList<>(requests.subList(0, place));
        replaced.addAll(others);
        return new Program(backends, statements, replaced);
    }
}
