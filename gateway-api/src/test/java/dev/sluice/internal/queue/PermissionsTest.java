package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Who may not do what, and where: what the messages say. */
@EnabledOnOs(OS.LINUX)
class PermissionsTest {

    private static final String NAME = System.getProperty("user.name");
    /** One that has no name is shown by its number. */
    private static final String USER = "the user '" + (NAME.equals("?") ? "" : NAME + "' of this process ");

    @TempDir
    private Path directory;

    private Path parent;

    /** Opens queues, and prints what it is told. */
    public static final class Opening {
        private Opening() {}

        public static void main(String[] args) {
            final Path path = Path.of(args[1]);
            try (QueuePair pair = args[0].equals("existing")
                    ? QueuePair.openExisting(path, TestQueues.SMALL)
                    : QueuePair.open(path, TestQueues.SMALL)) {
                pair.newWriter("letters").close();
                System.out.println("opened");
            } catch (final QueueException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }

    @BeforeAll
    static void needOrdinaryRights() throws InterruptedException {
        Unprivileged.assumePossible();
    }

    @BeforeEach
    void makeParent() throws IOException {
        parent = Files.createDirectory(directory.toRealPath().resolve("parent"));
    }

    @AfterEach
    void allow() throws IOException {
        allow(parent, "rwx------");
    }

    @Test
    void shouldSayWhoMayNotMakeQueuesAndWhere() throws Exception {
        allow(parent, "r-x------");
        final String said = refusal("new", parent.resolve("queues"));
        assertTrue(said.contains("cannot open or create the queues in " + parent.resolve("queues") + ": "), said);
        assertTrue(said.contains(USER) && said.contains(" may not make anything in " + parent), said);
        assertTrue(said.contains("belongs to the user '") && said.contains("(r-x------)"), said);
    }

    @Test
    void shouldNotSayThatThereAreNoQueuesWhenTheUserMayNotLook() throws Exception {
        final Path pair = parent.resolve("queues");
        QueuePair.open(pair, TestQueues.SMALL).close();
        allow(parent, "---------");
        final String said = refusal("existing", pair);
        assertTrue(said.contains(USER) && said.contains(" may not look into " + parent), said);
        allow(parent, "rwx------");
        assertEquals("opened", said("existing", pair));
    }

    @Test
    @Tag("long")
    void shouldNameTheFileWhenOneOfTheQueuesIsNotForTheUser() throws Exception {
        final Path pair = parent.resolve("queues");
        assertEquals("opened", said("new", pair));
        for (final String each : new String[] {"create.lock", "in/writers.lock", "in/writer-letters.state"}) {
            final Path file = pair.resolve(each);
            allow(file, "r--------");
            final String said = refusal("existing", pair);
            assertTrue(said.contains(USER) && said.contains(" may not write to " + file + ","), said);
            allow(file, "rw-------");
        }
        assertEquals("opened", said("existing", pair));
    }

    private static void allow(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static String refusal(String how, Path pair) throws Exception {
        final String said = said(how, pair);
        assertTrue(said.startsWith("refused: "), said);
        return said;
    }

    private static String said(String how, Path pair) throws Exception {
        try (Child child = Program.java(Opening.class, how, pair)
                .options("-Dorg.slf4j.simpleLogger.defaultLogLevel=error")
                .under(Unprivileged.STARTER)
                .start()) {
            return child.awaitEnd().strip();
        }
    }
}
