package dev.sluice.internal.queue.state;

import dev.sluice.internal.queue.files.QueueLock;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lease;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import net.openhft.chronicle.queue.RollCycle;
import org.jspecify.annotations.Nullable;

/** The gateway's exclusive lock on an output queue. The lock ends with {@link #close} or with the process. */
public final class GatewayLock implements Lease {

    public static final String FILE = "gateway.lock";

    private final Path output;
    private final ExclusiveFile file;

    private GatewayLock(Path output, ExclusiveFile file) {
        this.output = output;
        this.file = file;
    }

    public static GatewayLock acquire(Path output, QueueLock queue, RollCycle cycle) {
        final ExclusiveFile file = ExclusiveFile.lock(ExclusiveFile.in(output, FILE), "the output queue " + output);
        try {
            // No other gateway can write now. So a held write lock or an unfinished file was left by an ended process.
            queue.belongsToThisProcessAlone();
            RollFiles.deleteHalfMade(output, cycle);
            return new GatewayLock(output, file);
        } catch (final Throwable e) {
            file.close();
            throw e;
        }
    }

    /**
     * Returns the gateway that serves the queues in a directory, or the last gateway if it was killed or crashed without
     * releasing its lock. Any user who may read the lock file can find out whether the gateway lives, even in another container.
     * This method creates nothing, and cannot prevent a gateway from starting.
     */
    public static Optional<Holder> look(Path queues) {
        return ExclusiveFile.look(ExclusiveFile.in(queues.resolve("out"), FILE));
    }

    @Override
    public GatewayNotes notes() {
        checkHeld();
        return GatewayNotes.open(output);
    }

    @Override
    public Numbers checkpoint(String gateway, String database) {
        checkHeld();
        return new CheckpointNote(new CheckpointFile(output, gateway, database));
    }

    @Override
    public void checkHeld() {
        if (!isHeld()) {
            throw new IllegalStateException("the gateway's lock on " + output + " was released");
        }
    }

    @Override
    public boolean isHeld() {
        return file.isHeld();
    }

    @Override
    public void close() {
        file.close();
    }

    /**
     * The file beside an output queue that records how far a checkpoint had advanced. The checkpoint is a row in the user's
     * database, and the file is called a note.
     *
     * @param gateway the gateway's name, followed by {@code /} and the lane's number if there are several lanes
     * @param database the database's name in the gateway's configuration
     */
    public record CheckpointFile(Path output, String gateway, String database) {

        private static final String ROLE = "checkpoint";
        /** The separator of the two names. It occurs in neither of them, so each note has its own file. */
        private static final String AT = "@-";

        /** Returns all notes beside an output, found by their file names. */
        public static List<CheckpointFile> of(Path output) {
            return StateFile.names(output, ROLE).stream()
                    .map(name -> name.split(AT, 2))
                    .filter(names -> names.length == 2)
                    .map(names -> new CheckpointFile(output, names[1].replace('@', '/'), names[0]))
                    .toList();
        }

        public Path path() {
            return StateFile.path(output, role(), name());
        }

        /** Returns the explanation of what the file is for, and what to do if it is damaged. */
        public String meaning() {
            return "it says how far the checkpoint of gateway '" + gateway + "' in database '" + database
                    + "' had got, so that the next start notices commits that the database has lost. Bring it back"
                    + " from a copy of these queues. If you are sure that the database has lost no commit, delete this"
                    + " file: the next start creates it anew";
        }

        /**
         * Reads the note, even if another process has it open; empty if there is no file.
         *
         * @throws CorruptQueueException if the file is damaged
         */
        public Optional<long[]> look() {
            return StateFile.look(output, role(), name());
        }

        private boolean exists() {
            return StateFile.exists(output, role(), name());
        }

        private StateFile open() {
            try {
                return StateFile.open(output, role(), name(), () ->
                        new long[] {CheckpointNote.FORMAT, Numbers.NONE, Numbers.NONE, Numbers.NONE});
            } catch (final CorruptQueueException e) {
                throw CorruptQueueException.note(path(), e.how(), meaning());
            }
        }

        private String role() {
            return ROLE + "-" + database + "@";
        }

        private String name() {
            return gateway.replace('/', '@');
        }
    }

    /** The numbers that {@link Lease#checkpoint} opens, in a mapped file. The file is created when the first number is set. */
    private static final class CheckpointNote implements Numbers {

        private static final long FORMAT = 1;

        private final CheckpointFile path;
        private @Nullable StateFile file;

        CheckpointNote(CheckpointFile path) {
            this.path = path;
            this.file = path.exists() ? path.open() : null;
        }

        @Override
        public long get(int place) {
            return file == null ? NONE : file.get(1 + place);
        }

        @Override
        public void set(int place, long number) {
            StateFile open = file;
            if (open == null) {
                open = path.open();
                file = open;
            }
            open.set(1 + place, number);
        }

        @Override
        public void close() {
            if (file != null) {
                file.close();
            }
        }
    }

    /** The numbers that the gateway keeps for its next process, see {@link Lease#notes}, in a mapped file beside the output. */
    public static final class GatewayNotes implements Numbers {

        /** The count of numbers in the file. */
        public static final int SIZE = 3;

        private static final long FORMAT = 1;
        private static final String ROLE = "gateway";
        private static final String NAME = "notes";

        private final StateFile file;

        private GatewayNotes(StateFile file) {
            this.file = file;
        }

        static GatewayNotes open(Path output) {
            return new GatewayNotes(StateFile.open(output, ROLE, NAME, () -> new long[] {FORMAT, NONE, NONE, NONE}));
        }

        /** Returns the number at a place, even if another process has the file open. */
        public static long look(Path output, int place) {
            return StateFile.look(output, ROLE, NAME)
                    .map(numbers -> numbers[1 + place])
                    .orElse(NONE);
        }

        @Override
        public long get(int place) {
            return file.get(1 + place);
        }

        @Override
        public void set(int place, long number) {
            file.set(1 + place, number);
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
