package dev.sluice.replay.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.replay.AnsweredQueues;
import dev.sluice.replay.Called;
import dev.sluice.replay.export.ExportFile;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchanges;
import dev.sluice.transport.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults of queues come along into an export, and faults of the file itself are found. */
class ExportedFaultsTest {

    private static final int REQUESTS = 40;
    private static final int FEW = 12;

    @TempDir
    private Path directory;

    private Path queues;
    private Path file;

    private void export(String... more) {
        final List<String> arguments =
                new ArrayList<>(List.of("export", "--queues", queues.toString(), "--out", file.toString()));
        arguments.addAll(List.of(more));
        final Called called = Called.with(arguments.toArray(new String[0]));
        assertEquals(0, called.code(), called::err);
    }

    private void make(int requests) {
        queues = directory.resolve("queues");
        file = directory.resolve("some.sluice.gz");
        AnsweredQueues.make(queues, requests, AnsweredQueues.Results::truth);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.sluice.replay.prove.VerifierTest#tampering")
    void shouldFindTheSameInAnExportAsInItsQueues(
            String name, String queue, Consumer<List<byte[]>> change, List<String> expected) throws IOException {
        make(REQUESTS);
        RewrittenQueue.tamper(queues.resolve(queue), change);
        export();
        final List<String> inQueues = new ArrayList<>();
        try (QueuePair pair = QueuePair.open(queues, AnsweredQueues.OPTIONS)) {
            verify(pair, inQueues);
        }
        assertFalse(inQueues.isEmpty());
        final List<String> inFile = new ArrayList<>();
        verify(ExportFile.open(file), inFile);
        assertEquals(inQueues, inFile);
    }

    @Test
    void shouldLeaveNothingOfWhatCannotBeReadWhenItIsMasked() throws IOException {
        make(REQUESTS);
        RewrittenQueue.tamper(queues.resolve("in"), all -> all.set(3, "garbage".getBytes()));
        export("--mask", "all");
        final List<String> found = new ArrayList<>();
        verify(ExportFile.open(file), found);
        assertTrue(
                found.get(0).contains("is no request: it could not be read, and masking left it out"), found::toString);
    }

    @Test
    void shouldBeFoundDamagedWhereverAByteIsAltered() throws IOException {
        make(FEW);
        export();
        final byte[] whole = Files.readAllBytes(file);
        final List<String> expected = read();
        int same = 0;
        for (int place = 0; place < whole.length; place++) {
            final byte[] altered = whole.clone();
            altered[place] ^= 0x10;
            Files.write(file, altered);
            if (!isFaulty()) {
                assertEquals(expected, read(), "byte " + place);
                same++;
            }
        }
        assertTrue(same <= 10, same + " bytes, of the gzip header, say nothing");
    }

    @Test
    void shouldBeFoundDamagedWhereverItIsCut() throws IOException {
        make(FEW);
        export();
        final byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertTrue(isFaulty(), "cut to " + length + " of " + whole.length);
        }
    }

    @Test
    void shouldBeFoundDamagedWhenSomethingStandsBehindIt() throws IOException {
        make(FEW);
        export();
        final byte[] whole = Files.readAllBytes(file);
        final byte[] twice = Arrays.copyOf(whole, 2 * whole.length);
        System.arraycopy(whole, 0, twice, whole.length, whole.length);
        Files.write(file, twice);
        assertTrue(isFaulty());
    }

    private boolean isFaulty() {
        final List<String> found = new ArrayList<>();
        try {
            verify(ExportFile.open(file), found);
        } catch (final QueueException e) {
            found.add(e.getMessage());
        }
        return !found.isEmpty();
    }

    private List<String> read() {
        final List<String> all = new ArrayList<>();
        try (Exchanges exchanges = Exchanges.open(ExportFile.open(file), OptionalLong.empty())) {
            Optional<Exchange> next = exchanges.next();
            while (next.isPresent()) {
                all.add(next.get().toString());
                next = exchanges.next();
            }
        }
        return all;
    }

    private static void verify(Recording recording, List<String> found) {
        try (Verifier verifier = new Verifier(recording, new Findings(found::add, 100))) {
            verifier.run(requests -> {});
        }
    }
}
