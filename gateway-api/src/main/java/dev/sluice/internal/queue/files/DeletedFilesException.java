package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import java.nio.file.Path;

/** What comes next was old, and was deleted because nobody needed it who has a name. */
public final class DeletedFilesException extends QueueException {

    private static final long serialVersionUID = 1L;

    DeletedFilesException(Path file) {
        super(file + " was old and is deleted, so that what comes next cannot be read any more: a reader with a name is"
                + " waited for; one without can start again from what is left");
    }
}
