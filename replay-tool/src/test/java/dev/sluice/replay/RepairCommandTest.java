package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.QueueFiles;
import dev.sluice.transport.Lease;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepairCommandTest {

    private static final int REQUESTS = 40;
    private static final QueueOptions OPTIONS =
            AnsweredQueues.OPTIONS.withRequestLimit(8192).withBlockSize(1 << 20);

    @TempDir
    private Path directory;

    private final Commands tool = new Commands();

    @BeforeEach
    void makeQueues() {
        AnsweredQueues.make(directory, OPTIONS, REQUESTS, AnsweredQueues.Results::truth);
    }

    @Test
    void shouldFindNothingAndChangeNothingWhenQueuesAreWhole() throws IOException {
        final List<Path> before = files();
        assertEquals(0, repair(), tool::out);
        assertTrue(tool.out().contains("40 requests and 40 results"), tool.out());
        assertEquals(0, repair("--apply"), tool::out);
        assertEquals(before, files());
    }

    @Test
    void shouldSayWhatItWouldDoAndDoItOnlyWhenTold() throws IOException {
        zero(roll("in"), "send-it", 3);
        final byte[] damaged = Files.readAllBytes(roll("in"));
        assertEquals(1, repair(), tool::out);
        assertTrue(tool.out().matches("(?s).*  lost: in \\d+:1\\d(\\.\\.\\d+:1\\d)?\\R.*"), tool.out());
        assertTrue(tool.out().contains("  would rewrite it"), tool.out());
        assertArrayEquals(damaged, Files.readAllBytes(roll("in")));
        assertEquals(0, repair("--apply"), tool::out);
        assertArrayEquals(
                damaged,
                Files.readAllBytes(kept().resolve("in").resolve(roll("in").getFileName())));
        assertEquals(0, repair("--apply"), tool::out);
        assertGoesOn();
    }

    @Test
    void shouldKeepTheIdempotencyKeysOfWhatItWritesAnew() throws IOException {
        final List<String> before = idempotencyKeys();
        zero(roll("in"), "send-it", 3);
        assertEquals(0, repair("--apply"), tool::out);
        final List<String> after = idempotencyKeys();
        assertTrue(before.containsAll(after), after::toString);
        assertTrue(after.size() >= REQUESTS - 2 && after.size() < REQUESTS, after::toString);
    }

    private List<String> idempotencyKeys() {
        final List<String> keys = new ArrayList<>();
        AnsweredQueues.scan(directory, (queues, scan) -> {
            if (scan.unreadable().isEmpty()) {
                final RequestFrame request = scan.frame();
                keys.add(IdempotencyKey.of(
                        queues.inputId(), request.ref(scan.index()), request.arguments(), scan.writtenNanos()));
            }
        });
        return keys;
    }

    @Test
    void shouldPutAFailureInThePlaceOfALostResultWhenOthersCameBehindIt() throws IOException {
        zero(roll("out"), "lookup-it", 3);
        assertEquals(1, repair("--format", "json"), tool::out);
        assertTrue(
                tool.out().matches("(?s)\\{\"where\":\"out/.*\"kind\":\"repair\".*\"lost\":\\[\"out .*"), tool.out());
        assertEquals(0, repair("--apply"), tool::out);
        assertGoesOn();
        assertEquals(0, tool.call("cat", "--failure", "INTERNAL", "--queues", directory.toString()));
        assertTrue(tool.out().contains("The result was lost when the queue was damaged"), tool.out());
        assertEquals(0, tool.call("verify", "--queues", directory.toString()), tool::out);
    }

    @Test
    void shouldHaveTheGatewayAskAgainWhenTheEndOfTheOutputIsLost() throws IOException {
        zero(roll("out"), "send-it", 9);
        assertEquals(0, repair("--apply"), tool::out);
        assertGoesOn();
        assertEquals(0, tool.call("cat", "--failure", "INTERNAL", "--queues", directory.toString()));
        assertFalse(tool.out().contains("The result was lost"), tool.out());
    }

    @Test
    void shouldHaveThePropertiesBroughtBackWhenTheyAreDamaged() throws IOException {
        for (final String queue : List.of("in", "out")) {
            final Path properties = directory.resolve(queue + "/queue.properties");
            final String before = Files.readString(properties);
            for (final String damaged : List.of(
                    before.replace("rollCycle=", "rollC"),
                    before.replaceFirst("table=-?\\d", "table=9"),
                    queue.equals("in") ? before + "answers=" + new UUID(1, 1) : before.replace("answers=", "ans="))) {
                Files.writeString(properties, damaged);
                assertRefused(queue + "/queue.properties: ");
                assertEquals(damaged, Files.readString(properties));
            }
            Files.writeString(properties, before);
        }
        assertEquals(0, repair(), tool::out);
    }

    @Test
    void shouldHaveTheRightDirectoryBroughtBackWhenIdsDiffer() throws IOException {
        final Path properties = directory.resolve("in/queue.properties");
        Files.writeString(properties, Files.readString(properties).replaceFirst("\nid=.{8}", "\nid=00000000"));
        assertRefused("the checkpoint in the database has the right id");
    }

    @Test
    void shouldHaveTheRightFileBroughtBackWhenAnOlderCopyOfItWasRestored() throws IOException {
        final Path file = roll("in");
        final byte[] older = Files.readAllBytes(file);
        AnsweredQueues.make(directory, OPTIONS, 5, AnsweredQueues.Results::truth);
        Files.write(file, older);
        assertRefused("in/" + file.getFileName() + ": is undamaged, but ends too early");
        assertArrayEquals(older, Files.readAllBytes(file));
    }

    @Test
    void shouldSayWhatIsUsedInsteadWhenToldToRepairWhatIsUncertain() {
        assertEquals(2, repair("--apply", "--uncertain"));
        assertTrue(
                tool.err()
                        .contains(
                                "'sluice replay repair --uncertain' is gone: repair no longer sets aside a file of other queues"),
                tool.err());
    }

    @Test
    void shouldSayHowItIsMadeAnewWhenTheOutputIsGone() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("out"))) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        assertEquals(3, repair());
        assertTrue(tool.err().contains("sluice replay resume --rebuild-output --queues " + directory), tool.err());
    }

    private void assertRefused(String what) {
        assertEquals(4, repair("--apply"), tool::out);
        assertTrue(tool.out().contains(what), tool.out());
        assertTrue(tool.out().matches("(?s).*(back|restore the right file).*"), tool.out());
        assertTrue(tool.out().contains("nothing was changed"), tool.out());
    }

    @Test
    void shouldLeaveQueuesAloneThatHoldMessagesOfALaterRelease() throws IOException {
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(message, RequestKind.LOOKUP, 77, 1, Map.of(), "lookup-it", new Object[] {1L});
        final byte[] frame = new String(message.toBytes(), StandardCharsets.ISO_8859_1)
                .replace("\u0002by", "\u0002b3")
                .getBytes(StandardCharsets.ISO_8859_1);
        final CRC32C crc = new CRC32C();
        crc.update(frame, 0, frame.length - Integer.BYTES);
        ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).putInt(frame.length - Integer.BYTES, (int)
                crc.getValue());
        try (ChronicleQueue input =
                        ChronicleQueue.single(directory.resolve("in").toString());
                ExcerptAppender appender = input.createAppender();
                DocumentContext document = appender.writingDocument()) {
            document.wire().bytes().write(frame);
        }
        zero(roll("out"), "lookup-it", 3);
        final byte[] damaged = Files.readAllBytes(roll("out"));
        assertEquals(4, repair("--apply"), tool::out);
        assertTrue(tool.out().contains("holds messages of a later release of Sluice"), tool.out());
        assertArrayEquals(damaged, Files.readAllBytes(roll("out")));
    }

    @Test
    void shouldSetAsideAFileWithoutAHeader() throws IOException {
        final Path half = roll("in").resolveSibling("20990101F.cq4");
        Files.write(half, new byte[1 << 20]);
        assertEquals(0, repair("--apply"), tool::out);
        assertFalse(Files.exists(half));
        assertTrue(Files.exists(kept().resolve("in").resolve(half.getFileName())));
        assertGoesOn();
    }

    /** Without it nobody notices that a database was restored, so it is not set aside as if it were nothing. */
    @Test
    void shouldSayWhatADamagedNoteOfACheckpointIsForAndLeaveItThere() throws IOException {
        final String longest = "g".repeat(64);
        try (QueuePair pair = QueuePair.open(directory, OPTIONS);
                GatewayLock lock = pair.lease()) {
            for (final String gateway : List.of("letters/3", longest)) {
                try (Lease.Numbers numbers = lock.checkpoint(gateway, gateway.equals(longest) ? longest : "main")) {
                    numbers.set(0, 7);
                    numbers.set(1, 2);
                }
            }
        }
        assertEquals(0, repair(), tool::out);
        final Map<String, String> owners = Map.of(
                "checkpoint-main@-letters@3.state",
                "gateway 'letters/3' in database 'main'",
                "checkpoint-" + longest + "@-" + longest + ".state",
                "gateway '" + longest + "' in database '" + longest + "'");
        for (final Map.Entry<String, String> each : owners.entrySet()) {
            final Path note = directory.resolve("out").resolve(each.getKey());
            final byte[] before = Files.readAllBytes(note);
            final byte[] damaged = Arrays.copyOf(before, before.length - 1);
            Files.write(note, damaged);
            assertEquals(1, repair(), tool::out);
            assertTrue(
                    tool.out().contains("out/" + each.getKey() + ": its size or its first number is wrong"),
                    tool.out());
            assertTrue(
                    tool.out()
                            .contains("  up to you: it says how far the checkpoint of " + each.getValue()
                                    + " had got, so that the next start notices commits that the database has lost."),
                    tool.out());
            assertEquals(1, repair("--apply"), tool::out);
            assertArrayEquals(damaged, Files.readAllBytes(note));
            Files.write(note, before);
        }
        assertEquals(0, tool.call("verify", "--queues", directory.toString()), tool::out);
        assertGoesOn();
    }

    @Test
    void shouldLookButNotRepairWhenAGatewayOrAWriterIsThere() {
        try (QueuePair pair = QueuePair.open(directory, OPTIONS)) {
            try (GatewayLock lock = pair.lease()) {
                assertTrue(lock.isHeld());
                assertEquals(0, repair(), tool::out);
                assertEquals(3, repair("--apply"));
                assertTrue(tool.err().contains("out is in use by this process"), tool.err());
            }
            try (InputWriter writer = pair.newWriter()) {
                assertEquals(0, writer.lastSequence());
                assertEquals(3, repair("--apply"));
                assertTrue(tool.err().contains("in is in use by this process"), tool.err());
            }
            assertEquals(0, repair("--apply"), tool::err);
        }
    }

    @Test
    void shouldRefuseWhenThereAreNoQueues() {
        assertEquals(
                3, tool.call("repair", "--queues", directory.resolve("none").toString()));
        assertTrue(tool.err().contains("there are no queues"), tool.err());
    }

    /** Whoever serves the queues next answers everything and goes on. */
    private void assertGoesOn() {
        AnsweredQueues.make(directory, OPTIONS, 1, AnsweredQueues.Results::truth);
        assertEquals(0, tool.call("status", "--queues", directory.toString()), tool::err);
        assertTrue(tool.out().contains("waiting        0 requests"), tool.out());
        assertEquals(0, repair(), tool::out);
    }

    /** Destroys a document from its header to a name in it: the one where that name comes for the nth time, from 0. */
    private static void zero(Path file, String name, int nth) throws IOException {
        final byte[] bytes = Files.readAllBytes(file);
        final String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int at = text.indexOf(name);
        for (int i = 0; i < nth; i++) {
            at = text.indexOf(name, at + 1);
        }
        Arrays.fill(bytes, text.lastIndexOf("\u00BA\u0080\u0000", at) - 4, at, (byte) 0);
        Files.write(file, bytes);
    }

    private Path roll(String queue) throws IOException {
        return QueueFiles.of(directory.resolve(queue)).get(0);
    }

    private Path kept() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(path -> path.getFileName().toString().startsWith("repair-"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private int repair(String... args) {
        return tool.on(directory, "repair", args);
    }
}
