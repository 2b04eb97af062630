package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.RollFiles.DeletedFilesException;
import dev.sluice.internal.queue.state.GatewayLock;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The output is lost when the first files of the input are deleted already. Each file has one request. */
class LostOutputTest {

    @RegisterExtension
    private final RolledQueues rolled = new RolledQueues();

    @BeforeEach
    void loseOutput() throws IOException {
        rolled.answeredFiles(4);
        rolled.retain();
        try (InputWriter writer = rolled.queues().newWriter()) {
            TestQueues.update(writer, "u5");
            rolled.roll();
            TestQueues.update(writer, "u6");
        }
        rolled.queues().close();
        QueueDirectory.deleteAll(rolled.path("out"));
        rolled.reopen();
    }

    private void begin() {
        try (GatewayLock lock = rolled.queues().lease()) {
            rolled.queues().beginOutputWithFirstRequest(lock);
        }
        rolled.reopen();
    }

    @Test
    void shouldReadNothingBeforeSomebodySaysSo() {
        assertThrows(DeletedFilesException.class, () -> rolled.queues().unansweredRequests(Optional.empty()));
        assertEquals(OptionalLong.empty(), rolled.queues().outputBegins());
    }

    @Test
    void shouldAnswerWhatThereIsOnceTheOutputBeginsWithIt() {
        begin();
        assertEquals(rolled.queues().firstRequestFrom(0), rolled.queues().outputBegins());
        assertEquals(3, TestQueues.answerAll(rolled.queues()));
        assertEquals(List.of("u4", "u5", "u6"), rolled.results());
        rolled.reopen();
        assertEquals(0, TestQueues.answerAll(rolled.queues()));
        try (GatewayLock lock = rolled.queues().lease()) {
            assertThrows(IllegalStateException.class, () -> rolled.queues().beginOutputWithFirstRequest(lock));
        }
    }

    @Test
    void shouldReadNothingWhenTheFileWithWhichItBeginsIsGone() throws IOException {
        begin();
        rolled.queues().close();
        Files.delete(rolled.paths("in").get(0));
        rolled.reopen();
        assertThrows(QueueException.class, () -> rolled.queues().unansweredRequests(Optional.empty()));
    }
}
