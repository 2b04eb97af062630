package dev.sluice.client.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSinkTest {

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("letters.txt");
    }

    @Test
    void shouldCutTheFileAtItsMarkAndGoOnThere() throws IOException {
        final String mark;
        try (FileSink<CharSequence> sink = FileSink.lines(file())) {
            sink.resume("");
            sink.write("größer");
            mark = sink.mark();
            sink.write("not marked");
            sink.mark();
        }
        try (FileSink<CharSequence> sink = FileSink.lines(file())) {
            sink.resume(mark);
            sink.write("second");
            sink.mark();
        }
        assertEquals("größer\nsecond\n", Files.readString(file()));
    }

    @Test
    void shouldBeginWithAnEmptyFileWithoutAMark() throws IOException {
        Files.writeString(file(), "of another run");
        try (FileSink<CharSequence> sink = FileSink.text(file())) {
            sink.resume("");
            assertEquals("0", sink.mark());
        }
        assertEquals("", Files.readString(file()));
    }

    @Test
    void shouldRefuseAFileThatIsShorterThanItsMark() throws IOException {
        Files.writeString(file(), "abc");
        try (FileSink<CharSequence> sink = FileSink.text(file())) {
            final var e = assertThrows(IOException.class, () -> sink.resume("4"));
            assertTrue(e.getMessage().contains("has 3 bytes, but had 4 at the last mark of the run"), e.getMessage());
        }
        assertEquals("abc", Files.readString(file()));
    }

    @Test
    void shouldWriteUnderAnInterruptedThread() throws IOException {
        try (FileSink<CharSequence> sink = FileSink.text(file())) {
            sink.resume("");
            Thread.currentThread().interrupt();
            sink.write("abc");
            assertEquals("3", sink.mark());
        } finally {
            assertTrue(Thread.interrupted());
        }
        assertEquals("abc", Files.readString(file()));
    }
}
