package dev.sluice.faults.simulate.world;

/** The output queue: how many results stand on it, and how many of them a power cut leaves. The judge read them all. */
final class SimulatedOutput {

    private SimulatedNotes notes = new SimulatedNotes();
    private int size;
    private int synced;

    int size() {
        return size;
    }

    /** What the gateway notes beside it. */
    SimulatedNotes notes() {
        return notes;
    }

    /** How many results are on disk for certain. */
    int synced() {
        return synced;
    }

    void append() {
        size++;
    }

    void sync(int resultsOnDisk) {
        synced = Math.max(synced, resultsOnDisk);
    }

    /** So many are left, by a power cut or because an older copy was brought back. */
    void cut(int left) {
        size = left;
        synced = left;
    }

    /** An equal one, all of it on disk. */
    SimulatedOutput copy() {
        final SimulatedOutput copy = new SimulatedOutput();
        copy.notes = notes.copy();
        copy.size = size;
        copy.synced = size;
        return copy;
    }
}
