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

/**
 * The output queue: the commit on which each result depends, and the number of results that a power cut leaves. The results
 * themselves are not kept, because the judge has checked them already.
 */
final class SimulatedOutput {

    private SavedNotes notes = new SavedNotes();
    private SavedCommits commits = new SavedCommits();
    private final List<Integer> told = new ArrayList<>();
    private int synced;

    int size() {
        return told.size();
    }

    /** Returns the commit on which each result depends, 0 for none. */
    List<Integer> told() {
        return told;
    }

    /** Returns the gateway's notes beside the output. */
    SavedNotes notes() {
        return notes;
    }

    /** Returns the notes, beside the output, of the progress of checkpoints. */
    SavedCommits commits() {
        return commits;
    }

    /** Returns the number of results that are certainly on disk. */
    int synced() {
        return Math.min(synced, size());
    }

    /** Notes that the writing process has ended: synced data without a visible result will never become visible. */
    void ended() {
        synced = synced();
    }

    /** @param commit the commit on which the result depends, or 0 */
    void append(int commit) {
        told.add(commit);
    }

    void sync(int resultsOnDisk) {
        synced = Math.max(synced, resultsOnDisk);
    }

    /** Cuts the output to a number of results: after a power cut, or to restore an older copy. */
    void cut(int left) {
        told.subList(left, size()).clear();
        synced = left;
    }

    /** Returns a copy of which all is on disk. */
    SimulatedOutput copy() {
        final SimulatedOutput copy = new SimulatedOutput();
        copy.notes = notes.copy();
        copy.commits = commits.copy();
        copy.told.addAll(told);
        copy.synced = size();
        return copy;
    }

    /**
     * Notes of the progress of checkpoints. A crash of the process loses none of them; a power cut may lose the last notes or
     * all.
     */
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

        /** Whether notes of a database have been lost. */
        boolean weakened(String database) {
            return weakened.contains(database);
        }

        @Override
        public void lost(String database, long after, long through) {
            // the simulation does not read the list
        }

        /** Loses the notes that had not reached the disk: some of the last notes, or all. */
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

    /** The notes of a gateway beside its output. A crash of the process loses none of them; a power cut may lose all. */
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

        /** Loses all notes, because none had reached the disk. */
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
