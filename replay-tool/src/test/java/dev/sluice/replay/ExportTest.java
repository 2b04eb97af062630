package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands read an export file as they read the queues it was made of. */
class ExportTest {

    @TempDir
    private Path directory;

    private Path queues;
    private Path file;

    @BeforeEach
    void makeQueues() {
        queues = directory.resolve("queues");
        file = directory.resolve("some.sluice.gz");
    }

    private Called export(String arguments) {
        return Called.line(("export --queues " + queues + " --out " + file + " " + arguments).trim());
    }

    private void exported(String arguments) {
        final Called called = export(arguments);
        assertEquals(0, called.code(), called::err);
    }

    private Called cat(Path what, String arguments) {
        return Called.line("cat --queues " + what + " " + arguments);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "both --format json",
                "both --format text",
                "both --format csv",
                "requests --format json",
                "results --format json",
                "results --last 7",
                "both --last 3",
                "requests --limit 4",
                "both --lookup lookup-1,send-3 --format json",
                "both --key 4711 --format json",
                "both --outcome failed,waiting --format json",
                "both --failure TIMEOUT",
                "both --stats",
                "both --from C:10 --to C:20 --format json",
                "both --from C:9999",
                "both --from 2999-01-01",
                "both --from 1999-01-01 --limit 1",
            })
    void shouldPrintTheSameAsTheQueuesWhenAllIsExported(String arguments) {
        AllKinds.make(queues);
        exported("");
        final String shown = arguments.replace("C:", cycle() + ":");
        final Called expected = cat(queues, shown);
        assertEquals(0, expected.code(), expected::err);
        assertEquals(expected, cat(file, shown));
    }

    @Test
    void shouldPrintTheSameFromATimeInTheMiddle() {
        AllKinds.make(queues);
        exported("");
        final String csv = cat(queues, "requests --format csv").lines().get(18);
        final String time = csv.split(",")[1].replace("\"", "");
        assertEquals(cat(queues, "both --from " + time), cat(file, "both --from " + time));
        assertTrue(cat(file, "both --from " + time).lines().get(0).startsWith(csv.split(",")[0]));
    }

    private String cycle() {
        return cat(queues, "requests --limit 1").out().split(":")[0];
    }

    @Test
    void shouldFindNothingWhenAnExportIsVerified() {
        final int requests = AllKinds.make(queues);
        exported("");
        final Called verified = Called.line("verify --queues " + file);
        assertEquals(0, verified.code(), verified::out);
        assertTrue(verified.out().startsWith(requests + " requests and " + (requests - 2) + " results read"));
        assertTrue(verified.out().contains("waiting     2"), verified::out);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--from C:7 --to C:23",
                "--to C:0",
                "--from C:40",
                "--from C:9999",
                "--from 2999-01-01",
                "--outcome failed",
                "--outcome waiting",
                "--lookup lookup-1",
                "--failure TIMEOUT --from C:3",
                "--to 1999-01-01",
            })
    void shouldTakeWhatCatPrintsWhenSomeAreMeant(String arguments) {
        AllKinds.make(queues);
        final String meant = arguments.replace("C:", cycle() + ":");
        exported(meant);
        assertEquals(cat(queues, "both --format json " + meant), cat(file, "both --format json"));
        final Called verified = Called.line("verify --queues " + file);
        assertEquals(0, verified.code(), verified::out);
    }

    @Test
    void shouldMakeTheSameFileButForItsTimeWhenAnExportIsExported() {
        AllKinds.make(queues);
        exported("");
        final Path again = directory.resolve("again.sluice.gz");
        final Called called = Called.line("export --queues " + file + " --out " + again);
        assertEquals(0, called.code(), called::err);
        assertEquals(cat(file, "both --format json"), cat(again, "both --format json"));
        assertEquals(0, Called.line("verify --queues " + again).code());
    }

    @Test
    void shouldTakeEverythingWhenTheQueuesHaveSeveralFiles() {
        final var options = AnsweredQueues.OPTIONS.withRollCycle("TEST_SECONDLY");
        for (int part = 0; part < 3; part++) {
            AnsweredQueues.make(queues, options, 20, AnsweredQueues.Results::truth);
            final long second = System.currentTimeMillis() / 1000;
            Awaitility.await("the next second").until(() -> System.currentTimeMillis() / 1000 > second);
        }
        exported("");
        final List<String> all = cat(queues, "both --format json").lines();
        assertEquals(all, cat(file, "both --format json").lines());
        final String position = cat(queues, "requests").lines().get(35).split(" ")[0];
        assertEquals(cat(queues, "both --from " + position), cat(file, "both --from " + position));
        assertEquals(0, Called.line("verify --queues " + file).code());
    }

    @Test
    void shouldSayItselfWhatItIs() throws IOException {
        AllKinds.make(queues);
        exported("");
        final List<String> lines = GzipLines.lines(file);
        assertTrue(lines.get(0).startsWith("{\"sluiceExport\":2,"), lines.get(0));
        assertTrue(lines.get(0).contains("\"complete\":true"), lines.get(0));
        final String end = lines.get(lines.size() - 1);
        assertTrue(
                end.matches("\\{\"requests\":[0-9]+,\"results\":[0-9]+,.*,\"sha256\":\"[0-9a-f]{64}\",\"crc\":\".*\"}"),
                end);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void shouldSayWhereItIsDamaged() throws IOException {
        AnsweredQueues.make(queues, 12_000, AnsweredQueues.Results::truth);
        exported("");
        final byte[] whole = Files.readAllBytes(file);
        whole[whole.length / 2] ^= 1;
        Files.write(file, whole);
        final Called read = cat(file, "both");
        assertEquals(3, read.code());
        final String last = read.lines().get(read.lines().size() - 1).split(" ")[0];
        assertTrue(read.lines().size() > 1_000, () -> read.lines().size() + " lines are good");
        assertTrue(read.err().contains(", after request " + last + ": "), read.err());
        final Called verified = Called.line("verify --queues " + file);
        assertEquals(1, verified.code());
        assertTrue(verified.out().contains(" is damaged or not whole in line "), verified::out);
    }

    private void rewrite(UnaryOperator<List<String>> change) throws IOException {
        AnsweredQueues.make(queues, 12, AnsweredQueues.Results::truth);
        exported("");
        GzipLines.write(file, String.join("\n", change.apply(new ArrayList<>(GzipLines.lines(file)))) + "\n");
    }

    @Test
    void shouldHandOverNothingOfALineThatWasAltered() throws IOException {
        rewrite(lines -> {
            lines.set(4, lines.get(4).replace("\"sequence\":2", "\"sequence\":3"));
            return lines;
        });
        final Called read = cat(file, "both");
        assertEquals(3, read.code());
        assertEquals(3, read.lines().size());
        assertTrue(read.err().contains("damaged or not whole in line 5, after request "), read.err());
    }

    @Test
    void shouldFindALineThatWasRemoved() throws IOException {
        rewrite(lines -> {
            lines.remove(4);
            return lines;
        });
        final Called read = cat(file, "both");
        assertEquals(3, read.code());
        assertTrue(read.err().contains("damaged or not whole in line 13, after request "), read.err());
    }

    @Test
    void shouldFindLinesThatWereSwapped() throws IOException {
        rewrite(lines -> {
            Collections.swap(lines, 4, 5);
            return lines;
        });
        final Called read = cat(file, "both");
        assertEquals(3, read.code());
        assertTrue(read.err().contains("damaged or not whole in line 6, after request "), read.err());
    }

    @Test
    void shouldLeaveAFileAsItIsUnlessForced() throws IOException {
        AllKinds.make(queues);
        Files.writeString(file, "mine");
        final Called refused = export("");
        assertEquals(2, refused.code());
        assertTrue(refused.err().contains("--force"), refused.err());
        assertEquals("mine", Files.readString(file));
        exported("--force");
        assertEquals(0, Called.line("verify --queues " + file).code());
        exported("--force");
    }

    @Test
    void shouldLeaveNothingWhenTheQueuesCannotBeReadFurther() throws IOException {
        AllKinds.make(queues);
        try (Stream<Path> files = Files.list(queues.resolve("out"))) {
            Files.delete(files.filter(each -> each.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow());
        }
        final byte[] mine = {1};
        Files.write(file, mine);
        final Called failed = export("--force");
        assertEquals(3, failed.code(), failed::toString);
        assertArrayEquals(mine, Files.readAllBytes(file));
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(2, files.count(), "the queues and the file that was there");
        }
    }

    @Test
    void shouldSayThatItCannotBeWrittenThere() {
        AllKinds.make(queues);
        file = directory.resolve("missing/some.gz");
        final Called failed = export("");
        assertEquals(3, failed.code(), failed::toString);
        assertTrue(failed.err().startsWith("cannot write " + file), failed.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "jobs", "resume --lookup a"})
    void shouldBeRefusedByWhatNeedsQueues(String command) {
        AllKinds.make(queues);
        exported("");
        final Called called = Called.line(command + " --queues " + file);
        assertEquals(3, called.code(), called::toString);
        assertTrue(called.err().contains("needs the queues themselves"), called.err());
    }

    @Test
    void shouldRefuseToFollowAFile() {
        AllKinds.make(queues);
        exported("");
        final Called called = cat(file, "both --follow");
        assertEquals(2, called.code());
        assertTrue(called.err().contains("--follow needs queues"), called.err());
    }

    @Test
    void shouldRefuseAFileThatIsNoExport() throws IOException {
        Files.writeString(file, "requests");
        final Called called = cat(file, "both");
        assertEquals(3, called.code());
        assertTrue(called.err().contains("is no export of Sluice"), called.err());
        assertFalse(called.err().contains("Exception"), called.err());
    }

    @Test
    void shouldRefuseALaterFormatAndSayWhoMadeIt() throws IOException {
        GzipLines.write(file, "{\"sluiceExport\":3,\"madeBy\":\"9.0.0\"}\n");
        final Called called = cat(file, "both");
        assertEquals(3, called.code());
        assertTrue(called.err().contains("export format 3, and 2 is the last"), called.err());
        assertTrue(called.err().contains("9.0.0"), called.err());
    }
}
