package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The input queue: its readable documents, and the number of documents that a power cut leaves. */
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

    /** Returns the number of documents that are certainly on disk. */
    int synced() {
        return synced;
    }

    void sync(int documentsOnDisk) {
        synced = Math.max(synced, documentsOnDisk);
    }

    /** Whether a power cut once lost the request at a place, so that the present one was written later. */
    boolean writtenAgain(int place) {
        return place >= leastLeft;
    }

    /** Cuts the input, as a power cut does, to a number of documents; all documents that are on disk stay. */
    void cut(int left) {
        documents.subList(left, documents.size()).clear();
        synced = left;
        leastLeft = Math.min(leastLeft, left);
    }
}
