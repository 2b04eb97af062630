package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.scan.DocumentScan.RequestScan;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.transport.Lease;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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
import picocli.CommandLine;

class RepairCommandTest {

    private static final int REQUESTS = 40;
    private static final QueueOptions OPTIONS =
            AnsweredQueues.OPTIONS.withRequestLimit(8192).withBlockSize(1 << 20);

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void makeQueues() {
        AnsweredQueues.make(directory, OPTIONS, REQUESTS, AnsweredQueues.Results::truth);
    }

    @Test
    void shouldFindNothingAndChangeNothingWhenQueuesAreWhole() throws IOException {
        final List<Path> before = files();
        assertEquals(0, repair(), out::toString);
        assertTrue(out.toString().contains("40 requests and 40 results"), out.toString());
        assertEquals(0, repair("--apply"), out::toString);
        assertEquals(before, files());
    }

    @Test
    void shouldSayWhatItWouldDoAndDoItOnlyWhenTold() throws IOException {
        zero(roll("in"), "send-it", 3);
        final byte[] damaged = Files.readAllBytes(roll("in"));
        assertEquals(1, repair(), out::toString);
        assertTrue(out.toString().matches("(?s).*  lost: in \\d+:1\\d(\\.\\.\\d+:1\\d)?\\R.*"), out.toString());
        assertTrue(out.toString().contains("  would rewrite it"), out.toString());
        assertArrayEquals(damaged, Files.readAllBytes(roll("in")));
        assertEquals(0, repair("--apply"), out::toString);
        assertArrayEquals(
                damaged,
                Files.readAllBytes(kept().resolve("in").resolve(roll("in").getFileName())));
        assertEquals(0, repair("--apply"), out::toString);
        assertGoesOn();
    }

    @Test
    void shouldKeepTheIdempotencyKeysOfWhatItWritesAnew() throws IOException {
        final List<String> before = idempotencyKeys();
        zero(roll("in"), "send-it", 3);
        assertEquals(0, repair("--apply"), out::toString);
        final List<String> after = idempotencyKeys();
        assertTrue(before.containsAll(after), after::toString);
        assertTrue(after.size() >= REQUESTS - 2 && after.size() < REQUESTS, after::toString);
    }

    private List<String> idempotencyKeys() {
        final List<String> keys = new ArrayList<>();
        try (QueuePair queues = QueuePair.open(directory, OPTIONS);
                RequestScan scan = queues.scanRequests()) {
            while (scan.next()) {
                if (scan.unreadable().isEmpty()) {
                    final RequestFrame request = scan.frame();
                    keys.add(IdempotencyKey.of(
                            queues.inputId(), request.ref(scan.index()), request.arguments(), scan.writtenNanos()));
                }
            }
        }
        return keys;
    }

    @Test
    void shouldPutAFailureInThePlaceOfALostResultWhenOthersCameBehindIt() throws IOException {
        zero(roll("out"), "lookup-it", 3);
        assertEquals(1, repair("--format", "json"), out::toString);
        assertTrue(
                out.toString().matches("(?s)\\{\"where\":\"out/.*\"kind\":\"repair\".*\"lost\":\\[\"out .*"),
                out.toString());
        assertEquals(0, repair("--apply"), out::toString);
        assertGoesOn();
        assertEquals(0, execute("cat", "--failure", "INTERNAL", "--queues", directory.toString()));
        assertTrue(out.toString().contains("The result was lost when the queue was damaged"), out.toString());
        assertEquals(0, execute("verify", "--queues", directory.toString()), out::toString);
    }

    @Test
    void shouldHaveTheGatewayAskAgainWhenTheEndOfTheOutputIsLost() throws IOException {
        zero(roll("out"), "send-it", 9);
        assertEquals(0, repair("--apply"), out::toString);
        assertGoesOn();
        assertEquals(0, execute("cat", "--failure", "INTERNAL", "--queues", directory.toString()));
        assertFalse(out.toString().contains("The result was lost"), out.toString());
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
        assertEquals(0, repair(), out::toString);
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
                err.toString()
                        .contains(
                                "'sluice replay repair --uncertain' is gone: repair no longer sets aside a file of other queues"),
                err.toString());
    }

    @Test
    void shouldSayHowItIsMadeAnewWhenTheOutputIsGone() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("out"))) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        assertEquals(3, repair());
        assertTrue(
                err.toString().contains("sluice replay resume --rebuild-output --queues " + directory), err.toString());
    }

    private void assertRefused(String what) {
        assertEquals(4, repair("--apply"), out::toString);
        assertTrue(out.toString().contains(what), out.toString());
        assertTrue(out.toString().matches("(?s).*(back|restore the right file).*"), out.toString());
        assertTrue(out.toString().contains("nothing was changed"), out.toString());
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
        assertEquals(4, repair("--apply"), out::toString);
        assertTrue(out.toString().contains("holds messages of a later release of Sluice"), out.toString());
        assertArrayEquals(damaged, Files.readAllBytes(roll("out")));
    }

    @Test
    void shouldSetAsideAFileWithoutAHeader() throws IOException {
        final Path half = roll("in").resolveSibling("20990101F.cq4");
        Files.write(half, new byte[1 << 20]);
        assertEquals(0, repair("--apply"), out::toString);
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
        assertEquals(0, repair(), out::toString);
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
            assertEquals(1, repair(), out::toString);
            assertTrue(
                    out.toString().contains("out/" + each.getKey() + ": its size or its first number is wrong"),
                    out.toString());
            assertTrue(
                    out.toString()
                            .contains("  up to you: it says how far the checkpoint of " + each.getValue()
                                    + " had got, so that the next start notices commits that the database has lost."),
                    out.toString());
            assertEquals(1, repair("--apply"), out::toString);
            assertArrayEquals(damaged, Files.readAllBytes(note));
            Files.write(note, before);
        }
        assertEquals(0, execute("verify", "--queues", directory.toString()), out::toString);
        assertGoesOn();
    }

    @Test
    void shouldLookButNotRepairWhenAGatewayOrAWriterIsThere() {
        try (QueuePair pair = QueuePair.open(directory, OPTIONS)) {
            try (GatewayLock lock = pair.lease()) {
                assertTrue(lock.isHeld());
                assertEquals(0, repair(), out::toString);
                assertEquals(3, repair("--apply"));
                assertTrue(err.toString().contains("out is in use by this process"), err.toString());
            }
            try (InputWriter writer = pair.newWriter()) {
                assertEquals(0, writer.lastSequence());
                assertEquals(3, repair("--apply"));
                assertTrue(err.toString().contains("in is in use by this process"), err.toString());
            }
            assertEquals(0, repair("--apply"), err::toString);
        }
    }

    @Test
    void shouldRefuseWhenThereAreNoQueues() {
        assertEquals(3, execute("repair", "--queues", directory.resolve("none").toString()));
        assertTrue(err.toString().contains("there are no queues"), err.toString());
    }

    /** Whoever serves the queues next answers everything and goes on. */
    private void assertGoesOn() {
        AnsweredQueues.make(directory, OPTIONS, 1, AnsweredQueues.Results::truth);
        out.getBuffer().setLength(0);
        assertEquals(0, execute("status", "--queues", directory.toString()), err::toString);
        assertTrue(out.toString().contains("waiting        0 requests"), out.toString());
        assertEquals(0, repair(), out::toString);
        out.getBuffer().setLength(0);
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
        return files().stream()
                .filter(path -> path.toString().endsWith(".cq4")
                        && path.getParent().getFileName().toString().equals(queue))
                .findFirst()
                .orElseThrow();
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
        out.getBuffer().setLength(0);
        return execute(Stream.concat(Stream.of("repair", "--queues", directory.toString()), Stream.of(args))
                .toArray(String[]::new));
    }

    private int execute(String... args) {
        final CommandLine commandLine = Main.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(args);
    }
}
