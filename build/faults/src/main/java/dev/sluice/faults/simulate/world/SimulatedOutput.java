package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.service.core.Notes;
import dev.sluice.service.update.CommitNotes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The output queue: what its results tell of, and how many of them a power cut leaves. The judge read them all. */
final class SimulatedOutput {

    private SavedNotes notes = new SavedNotes();
    private SavedCommits commits = new SavedCommits();
    private final List<Integer> told = new ArrayList<>();
    private int synced;

    int size() {
        return told.size();
    }

    /** Returns which commit each result tells of, 0 where it tells of none. */
    List<Integer> told() {
        return told;
    }

    /** Returns the gateway's notes beside the output. */
    SavedNotes notes() {
        return notes;
    }

    /** Returns what gateways noted beside the output of how far checkpoints had got. */
    SavedCommits commits() {
        return commits;
    }

    /** How many results are on disk for certain. */
    int synced() {
        return Math.min(synced, size());
    }

    /** Whoever wrote has ended: of what was brought to disk nobody will see more than is there. */
    void ended() {
        synced = synced();
    }

    /** @param commit of which the result tells, or 0 */
    void append(int commit) {
        told.add(commit);
    }

    void sync(int resultsOnDisk) {
        synced = Math.max(synced, resultsOnDisk);
    }

    /** Leaves so many results: after a power cut, or as an older copy is brought back. */
    void cut(int left) {
        told.subList(left, size()).clear();
        synced = left;
    }

    /** An equal one, all of it on disk. */
    SimulatedOutput copy() {
        final SimulatedOutput copy = new SimulatedOutput();
        copy.notes = notes.copy();
        copy.commits = commits.copy();
        copy.told.addAll(told);
        copy.synced = size();
        return copy;
    }

    /** How far checkpoints had got: a crash of the process takes no note away, a power cut perhaps the last ones, or all. */
    static final class SavedCommits implements CommitNotes {

        private final Map<String, List<Commit>> noted = new TreeMap<>();
        private final Set<String> weakened = new HashSet<>();

        private List<Commit> noted(String database) {
            return noted.computeIfAbsent(database, key -> new ArrayList<>());
        }

        @Override
        public Optional<Commit> last(String database) {
            final List<Commit> all = noted(database);
            return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
        }

        @Override
        public void note(String database, Commit commit) {
            noted(database).add(commit);
            weakened.remove(database);
        }

        /** Whether what is noted of a database is less than was. */
        boolean weakened(String database) {
            return weakened.contains(database);
        }

        @Override
        public void lost(String database, long after, long through) {
            // nobody reads the list
        }

        /** Only former ones had reached the disk, or none. */
        void lose(Choices choices) {
            noted.forEach((database, all) -> {
                if (!all.isEmpty()) {
                    weakened.add(database);
                    all.subList(choices.below(all.size()), all.size()).clear();
                }
            });
        }

        SavedCommits copy() {
            final SavedCommits copy = new SavedCommits();
            noted.forEach((database, all) -> copy.noted.put(database, new ArrayList<>(all)));
            copy.weakened.addAll(weakened);
            return copy;
        }
    }

    /** The notes of a gateway beside its output: a crash of the process takes none away, a power cut perhaps all. */
    static final class SavedNotes implements Notes {

        private final long[] numbers = new long[Note.values().length];

        SavedNotes() {
            lose();
        }

        @Override
        public long get(Note note) {
            return numbers[note.ordinal()];
        }

        @Override
        public void set(Note note, long number) {
            numbers[note.ordinal()] = number;
        }

        /** None of them had reached the disk. */
        void lose() {
            Arrays.fill(numbers, NONE);
        }

        SavedNotes copy() {
            final SavedNotes copy = new SavedNotes();
            System.arraycopy(numbers, 0, copy.numbers, 0, numbers.length);
            return copy;
        }
    }
}
