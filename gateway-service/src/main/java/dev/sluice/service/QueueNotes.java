package dev.sluice.service;

import dev.sluice.service.core.Notes;
import dev.sluice.transport.Lease;

/** The notes beside the results as the component sees them. */
record QueueNotes(Lease.Numbers file) implements Notes {

    @Override
    public long get(Note note) {
        return file.get(note.ordinal());
    }

    @Override
    public void set(Note note, long number) {
        file.set(note.ordinal(), number);
    }
}
