package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Results;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.GatewayLock.GatewayNotes;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Job and gateway are two users of one group: everything that either makes, the other can use. */
@EnabledOnOs(OS.LINUX)
class SharedQueuesTest {

    private static final String LETS_THE_GROUP_WRITE = "007";
    private static final String ORDINARY = "022";

    @TempDir
    private Path directory;

    private Path queues;
    private String group;

    /** Makes everything that a job and a gateway make: arguments are the directory, and the group or nothing. */
    public static final class Everything {

        private Everything() {}

        public static void main(String[] args) {
            final QueueOptions own = TestQueues.SMALL;
            final QueueOptions options = args.length > 1 ? own.withGroup(args[1]) : own;
            try (QueuePair pair = QueuePair.open(Path.of(args[0]), options);
                    InputWriter writer = pair.newWriter("job");
                    OutputReader reader = pair.results("reader");
                    OutputPlace place = pair.output().run("job@today", pair.input()::from)) {
                try (GatewayLock lock = pair.lease();
                        GatewayNotes notes = lock.notes()) {
                    notes.set(0, 1);
                }
                final EchoGateway gateway = EchoGateway.start(pair);
                try {
                    writer.append(RequestKind.LOOKUP, Map.of(), "x", 1L);
                    while (reader.poll(Results.ignored(), 1) == 0) {
                        Thread.onSpinWait();
                    }
                } finally {
                    gateway.close();
                }
                place.begin();
                System.out.println("made everything");
            } catch (final QueueException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }

    @BeforeEach
    void findGroup() throws IOException {
        queues = directory.resolve("queues");
        group = Files.readAttributes(directory, PosixFileAttributes.class)
                .group()
                .getName();
    }

    @Test
    void shouldMakeEverythingForTheGroupWhenOneIsGiven() throws Exception {
        run(LETS_THE_GROUP_WRITE, "made everything", queues, group);
        try (Stream<Path> all = Files.walk(queues)) {
            final List<Path> made = all.toList();
            assertTrue(made.size() > 12, made.toString());
            for (final Path each : made) {
                final PosixFileAttributes attributes = Files.readAttributes(each, PosixFileAttributes.class);
                final boolean isDirectory = attributes.isDirectory();
                assertEquals(
                        isDirectory ? "rwxrwx---" : "rw-rw----",
                        PosixFilePermissions.toString(attributes.permissions()),
                        each.toString());
                assertEquals(group, attributes.group().getName(), each.toString());
                assertEquals(isDirectory, ((int) Files.getAttribute(each, "unix:mode") & 02000) != 0, each.toString());
            }
        }
        run(LETS_THE_GROUP_WRITE, "made everything", queues);
    }

    @Test
    void shouldRefuseAUmaskThatKeepsTheGroupOut() throws Exception {
        final String said = run(ORDINARY, "refused: ", queues, group);
        assertTrue(said.contains("umask 007") && said.contains("rw-r--r--"), said);
        assertFalse(Files.exists(queues.resolve("in")));
        run(LETS_THE_GROUP_WRITE, "made everything", queues, group);
        assertTrue(run(ORDINARY, "refused: ", queues).contains("umask 007"), "a job, which knows of no group");
    }

    @Test
    void shouldShareADirectoryThatIsThereAndEmpty() throws Exception {
        Files.createDirectory(queues);
        run(LETS_THE_GROUP_WRITE, "made everything", queues, group);
        assertEquals("rwxrwx---", PosixFilePermissions.toString(Files.getPosixFilePermissions(queues)));
    }

    @Test
    void shouldSayThatThereIsNoSuchGroupAndMakeNothing() {
        final QueueException refusal = assertThrows(
                QueueException.class, () -> QueuePair.open(queues, TestQueues.SMALL.withGroup("no-such-group")));
        assertTrue(refusal.getMessage().startsWith("there is no group 'no-such-group'"), refusal.getMessage());
        assertFalse(Files.exists(queues));
    }

    private static String run(String umask, String start, Object... arguments) throws Exception {
        try (Child child = Program.java(Everything.class, arguments)
                .under(List.of("sh", "-c", "umask " + umask + "; exec \"$@\"", "sh"))
                .start()) {
            final String said = child.awaitLine(start);
            child.awaitEnd();
            return said;
        }
    }
}
