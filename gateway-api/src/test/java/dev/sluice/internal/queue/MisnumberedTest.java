package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.RollLog;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers that cannot be: of a writer's fault where the files are whole, of a file's where it was lost or exchanged. */
class MisnumberedTest {

    @RegisterExtension
    private final RolledQueues rolled = new RolledQueues();

    private long now() {
        return rolled.clock().currentTimeNanos();
    }

    private void craft(long writer, long... numbers) {
        for (final long number : numbers) {
            craftAt(writer, number, now());
        }
    }

    private void craftAt(long writer, long number, long writtenNanos) {
        Crafted.write(rolled.queues(), rolled.clock(), writer, number, writtenNanos);
    }

    /** What a reader hands over, in order: the number of each request, with a minus before one that is not to be asked. */
    private static final class Read implements RequestReceiver {
        private final List<String> requests = new ArrayList<>();

        @Override
        public void request(long index, long writtenNanos, RequestFrame request) {
            requests.add("" + request.sequence());
        }

        @Override
        public void undecodable(long index, long writtenNanos, String why) {
            requests.add("unreadable");
        }

        @Override
        public void misnumbered(long index, long writtenNanos, RequestFrame request, boolean again, String why) {
            assertTrue(why.startsWith("it is request " + request.sequence() + " of its writer, and "), why);
            requests.add((again ? "again " : "never ") + request.sequence());
        }
    }

    private List<String> read() {
        try (InputReader reader = rolled.queues().unansweredRequests(Optional.empty())) {
            return read(reader);
        }
    }

    private static List<String> read(InputReader reader) {
        final Read read = new Read();
        while (reader.poll(read, 7) > 0) {
            continue;
        }
        return read.requests;
    }

    private static void write(InputWriter writer, int requests) {
        for (int i = 0; i < requests; i++) {
            TestQueues.update(writer, "u");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1, 2, 3, 5, 6, 1_000, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE})
    void shouldHandOverACraftedRequestAsTheFaultOfItsWriterAndGoOn(long number) throws IOException {
        final String crafted = (number > 0 && number <= 3 ? "again " : "never ") + number;
        for (final long written : new long[] {Crafted.NO_TIME, 0, -5, 7, Long.MAX_VALUE, Long.MIN_VALUE, now()}) {
            rolled.reopen();
            try (InputWriter writer = rolled.queues().newWriter()) {
                write(writer, 3);
                craftAt(writer.writer(), number, written);
                write(writer, 2);
                assertEquals(List.of("1", "2", "3", crafted, "4", "5"), read(), "written " + written);
            }
            rolled.queues().close();
            QueueDirectory.deleteAll(rolled.path(""));
            rolled.reopen();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 2, 1_000, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldGoOnWhenACraftedRequestIsTheFirstThereEverWas(long number) {
        craft(77, number);
        assertEquals(List.of("never " + number), read());
        craft(77, 1);
        try (InputWriter writer = rolled.queues().newWriter()) {
            write(writer, 2);
        }
        assertEquals(List.of("never " + number, "1", "1", "2"), read());
    }

    @Test
    void shouldGoOnWhenACraftedRequestIsTheFirstOfItsFile() {
        try (InputWriter writer = rolled.queues().newWriter()) {
            write(writer, 2);
            rolled.roll();
            write(writer, 1);
            craft(writer.writer(), 9);
            rolled.roll();
            craftAt(writer.writer(), 2, Crafted.NO_TIME);
            write(writer, 1);
            assertEquals(List.of("1", "2", "3", "never 9", "again 2", "4"), read());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 9})
    void shouldGoOnWhenACraftedRequestIsTheFirstOfAFileThatNoClientHasWrittenTo(long number) {
        try (InputWriter writer = rolled.queues().newWriter()) {
            write(writer, 2);
            for (int i = 0; i < 2; i++) {
                rolled.roll();
                craft(writer.writer(), number, number);
            }
            final String its = (number == 1 ? "again " : "never ") + number;
            assertEquals(List.of("1", "2", its, its, its, its), read());
            rolled.reopen();
            assertEquals(List.of("1", "2", its, its, its, its), read());
        }
    }

    @Test
    void shouldGoOnAfterAHoleThatAWriterLeftItself() {
        craft(77, 1, 2, 5, 6, 7, 3, 4);
        assertEquals(List.of("1", "2", "never 5", "6", "7", "3", "4"), read());
    }

    @Test
    void shouldNeverHandOverAWholeBlockAgain() {
        craft(77, 1, 2, 3, 4, 1, 2, 3, 4, 5);
        assertEquals(List.of("1", "2", "3", "4", "again 1", "again 2", "again 3", "again 4", "5"), read());
    }

    @Test
    void shouldJudgeARequestByWhatCameBeforeItWhereverAReaderBegins() {
        try (InputWriter writer = rolled.queues().newWriter();
                InputWriter other = rolled.queues().newWriter()) {
            write(writer, 2);
            rolled.roll();
            write(other, 2);
            TestQueues.answerAll(rolled.queues());
            craft(writer.writer(), 1_000, 1);
            craft(other.writer(), Long.MAX_VALUE - 1);
            write(writer, 1);
            write(other, 1);
            try (InputReader reader =
                    rolled.queues().unansweredRequests(rolled.queues().lastAnswered())) {
                assertEquals(List.of("never 1000", "again 1", "never " + (Long.MAX_VALUE - 1), "3", "3"), read(reader));
            }
        }
    }

    /** What a start reads that goes on after what is answered, of a writer whose three requests were in one of three files. */
    private String fourthOfAWriterOnlyIn(int itsFile, Damage damage) throws IOException {
        final long id;
        try (InputWriter writer = rolled.queues().newWriter();
                InputWriter other = rolled.queues().newWriter()) {
            id = writer.writer();
            for (int i = 0; i < 3; i++) {
                rolled.roll();
                write(other, 1);
                write(writer, i == itsFile ? 3 : 0);
            }
        }
        TestQueues.answerAll(rolled.queues());
        rolled.queues().close();
        damage.to(rolled.path("in"), rolled.paths("in").get(itsFile));
        rolled.reopen();
        craft(id, 4);
        craft(77, 5);
        try (InputReader reader =
                rolled.queues().unansweredRequests(rolled.queues().lastAnswered())) {
            return String.join(", ", read(reader));
        }
    }

    private interface Damage {
        void to(Path input, Path file) throws IOException;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldKnowNothingOfWritersWhoseRequestsMayBeInAFileThatIsGone(int file) throws IOException {
        assertEquals("4, 5", fourthOfAWriterOnlyIn(file, (input, gone) -> Files.delete(gone)));
    }

    @Test
    void shouldGoOnWithoutAFileThatIsGoneThoughNobodyHasNotedHowFilesBegan() throws IOException {
        assertEquals("4, 5", fourthOfAWriterOnlyIn(0, (input, gone) -> {
            Files.delete(gone);
            Files.delete(input.resolve("rolls.first")); // as an earlier release leaves it
        }));
    }

    @Test
    void shouldKnowThatFilesAreGoneThoughTheLogThatSaysSoWasWrittenAnew() throws IOException {
        assertEquals("4, 5", fourthOfAWriterOnlyIn(0, (input, gone) -> {
            final RollLog log = RollLog.read(input);
            Files.delete(gone); // by retention, before the log was lost
            new RollLog(log.cycles().tailSet(log.cycles().first(), false), -1).replace(input);
        }));
    }

    @Test
    void shouldKnowThatFilesAreGoneThoughTheLogThatSaysSoIsLost() throws IOException {
        assertEquals("4, 5", fourthOfAWriterOnlyIn(0, (input, gone) -> {
            Files.delete(gone);
            Files.delete(RollLog.path(input));
            Files.delete(input.resolve("rolls.first"));
        }));
    }

    @Test
    void shouldKnowThatAWriterIsNewWhereAllFilesThatEverWereAreThere() throws IOException {
        assertEquals("4, never 5", fourthOfAWriterOnlyIn(0, (input, kept) -> {}));
    }

    /** What decision 0029 says is not told. */
    @Test
    void shouldTakeAWritersOwnNumbersAgainOnceACraftedOneIsFartherBackThanAStartLooks() {
        try (InputWriter other = rolled.queues().newWriter()) {
            craft(77, 1);
            write(other, 1_001);
            TestQueues.answerAll(rolled.queues());
            craft(77, 9_000, 2, 3);
            try (InputReader reader =
                    rolled.queues().unansweredRequests(rolled.queues().lastAnswered())) {
                assertEquals(List.of("9000", "again 2", "again 3"), read(reader));
            }
            write(other, 998);
            TestQueues.answerAll(rolled.queues());
            craft(77, 4);
            try (InputReader reader =
                    rolled.queues().unansweredRequests(rolled.queues().lastAnswered())) {
                assertEquals(List.of("4"), read(reader));
            }
        }
    }

    @Test
    void shouldLetANamedWriterGoOnWhereItWasAfterACraftedRequest() {
        try (InputWriter writer = rolled.queues().newWriter("job")) {
            write(writer, 2);
            craft(writer.writer(), Long.MAX_VALUE, 1_000, -3, 1);
        }
        rolled.reopen();
        try (InputWriter writer = rolled.queues().newWriter("job")) {
            assertEquals(2, writer.lastSequence());
            write(writer, 1);
        }
        assertEquals("3", read().get(6));
    }

    /** What no reader of Chronicle can see: a whole file is in another one's place. */
    private void assertLost() {
        rolled.reopen();
        final var e = assertThrows(CorruptQueueException.class, this::read);
        assertTrue(e.getMessage().contains("requests are missing from the input before"), e.getMessage());
        assertTrue(e.getMessage().contains("replay repair"), e.getMessage());
    }

    private static void threeFiles(RolledQueues pair) {
        try (InputWriter writer = pair.queues().newWriter()) {
            for (int i = 0; i < 3; i++) {
                write(writer, 3);
                pair.roll();
            }
        }
        assertEquals(9, pair.requests().size());
        pair.queues().close();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"01", "02", "10", "12", "20", "21"})
    void shouldSayThatRequestsAreMissingWhenAFileTookAnothersPlace(String fromTo) throws IOException {
        threeFiles(rolled);
        final List<Path> files = rolled.paths("in");
        copy(files.get(fromTo.charAt(0) - '0'), files.get(fromTo.charAt(1) - '0'));
        if (fromTo.charAt(1) != '2' && fromTo.charAt(0) != '2') {
            assertLost();
        } else {
            rolled.reopen(); // the newest has no end mark, which others have
            assertThrows(CorruptQueueException.class, this::read);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldSayThatRequestsAreMissingWhenAFileOfOtherQueuesTookAFilesPlace(int file, @TempDir Path elsewhere)
            throws IOException {
        threeFiles(rolled);
        final RolledQueues other = new RolledQueues(elsewhere);
        threeFiles(other);
        copy(other.paths("in").get(file), rolled.paths("in").get(file));
        assertLost();
    }

    @Test
    void shouldReadNoFurtherWhereNobodyHasNotedHowAFileBegan() throws IOException {
        try (InputWriter writer = rolled.queues().newWriter()) {
            write(writer, 3);
            craft(writer.writer(), 5, 0);
            write(writer, 1);
        }
        assertEquals(List.of("1", "2", "3", "never 5", "never 0", "4"), read());
        Files.delete(rolled.path("in/rolls.first")); // as an earlier release leaves it
        assertLost();
    }

    @Test
    void shouldLookAtEachFileThatItHasReadOnlyOnceHoweverManyNumbersAreWrong() throws IOException {
        try (InputWriter writer = rolled.queues().newWriter();
                InputReader reader = rolled.queues().unansweredRequests(Optional.empty())) {
            for (int i = 0; i < 3; i++) {
                rolled.roll();
                write(writer, 1);
            }
            craft(77, 1_000);
            assertEquals(List.of("1", "2", "3", "never 1000"), read(reader));
            final Path notes = rolled.path("in/rolls.first");
            final String noted = Files.readString(notes);
            Files.delete(rolled.paths("in").get(0));
            Files.delete(rolled.paths("in").get(0));
            Files.delete(notes);
            craft(77, 2_000);
            assertEquals(List.of("never 2000"), read(reader));
            Files.writeString(notes, noted);
            rolled.roll();
            write(writer, 1);
            craft(77, 3_000);
            assertEquals(List.of("4", "never 3000"), read(reader));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSeeThatAFileWasExchangedAfterItWasFoundAsItWasBegun(boolean inAnEarlierFile) throws IOException {
        try (InputWriter writer = rolled.queues().newWriter();
                InputReader reader = rolled.queues().unansweredRequests(Optional.empty())) {
            write(writer, 1);
            rolled.roll();
            write(writer, 1);
            craft(77, 1_000);
            if (inAnEarlierFile) {
                rolled.roll();
                write(writer, 1);
            }
            craft(77, 2_000);
            final Read read = new Read();
            assertEquals(3, reader.poll(read, 3));
            assertEquals(List.of("1", "2", "never 1000"), read.requests);
            copy(rolled.paths("in").get(0), rolled.paths("in").get(1));
            final var e = assertThrows(CorruptQueueException.class, () -> read(reader));
            assertTrue(e.getMessage().contains("it is request 2000 of its writer"), e.getMessage());
        }
    }
}
