package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.internal.queue.files.Chronicle;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TooManyFilesTest {

    @Test
    void shouldSayThatTheLimitIsToBeRaisedAndNotThatTheQueueIsDamagedWhenNoMoreFilesMayBeOpened() {
        final Throwable error = new IllegalStateException(new FileNotFoundException("in/1.cq4 (Too many open files)"));
        assertEquals(
                "cannot open files of in: in/1.cq4 (Too many open files): raise this process's limit of open files,"
                        + " ulimit -n, and start it again",
                Chronicle.translated(Path.of("in"), error).getMessage());
    }
}
