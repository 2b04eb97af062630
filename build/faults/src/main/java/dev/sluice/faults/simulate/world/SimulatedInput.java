package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The input queue: what can be read of it, and how much of that a power cut leaves. */
final class SimulatedInput {

    private final UUID id;
    private final List<Request> documents = new ArrayList<>();
    private int synced;
    private int leastLeft = Integer.MAX_VALUE;

    SimulatedInput(UUID id) {
        this.id = id;
    }

    UUID id() {
        return id;
    }

    int size() {
        return documents.size();
    }

    Request get(int place) {
        return documents.get(place);
    }

    void append(Request request) {
        documents.add(request);
    }

    /** How many documents are on disk for certain. */
    int synced() {
        return synced;
    }

    void sync(int documentsOnDisk) {
        synced = Math.max(synced, documentsOnDisk);
    }

    /** Whether a power cut took what stood there once: what is there now was written again. */
    boolean writtenAgain(int place) {
        return place >= leastLeft;
    }

    /** A power cut leaves so many, which are those on disk at least. */
    void cut(int left) {
        documents.subList(left, documents.size()).clear();
        synced = left;
        leastLeft = Math.min(leastLeft, left);
    }
}
