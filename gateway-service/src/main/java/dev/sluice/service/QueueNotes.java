package dev.sluice.service;

import dev.sluice.internal.queue.state.GatewayLock.GatewayNotes;
import dev.sluice.service.core.Notes.Note;
import dev.sluice.service.core.Notes;

/** The notes beside the output as the component sees them. */
record QueueNotes(GatewayNotes file) implements Notes {

    @Override
    public long get(Note note) {
        return file.get(note.ordinal());
    }

    @Override
    public void set(Note note, long number) {
        file.set(note.ordinal(), number);
    }
}
