package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StateFileTest {

    private static final int ROUNDS = 300;

    @TempDir
    Path directory;

    /** Opens a state and deletes it, again and again until it is killed. */
    public static final class Deleter {
        private Deleter() {}

        public static void main(String[] args) {
            System.out.println("deleting");
            while (true) {
                openAndDelete(Path.of(args[0]));
            }
        }
    }

    /** Whether it could be opened; another process may have it. */
    private static boolean openAndDelete(Path directory) {
        try (StateFile state = StateFile.open(directory, "run", "letters", () -> new long[] {1, 2, 3, 4})) {
            assertEquals(4, state.get(3));
            state.delete();
            return true;
        } catch (final QueueLockedException e) {
            return false;
        }
    }

    @Test
    void shouldOpenAWholeStateWhenAnotherProcessDeletesItAtTheSameTime() throws IOException, InterruptedException {
        try (Child child = Program.java(Deleter.class, directory).start()) {
            child.awaitLine("deleting");
            for (int opened = 0; opened < ROUNDS; ) {
                opened += openAndDelete(directory) ? 1 : 0;
            }
        }
        if (Files.exists(StateFile.path(directory, "run", "letters"))) {
            openAndDelete(directory); // the other one was killed in between, and left a whole one
        }
        assertEquals(0, StateFile.names(directory, "run").size());
    }
}
