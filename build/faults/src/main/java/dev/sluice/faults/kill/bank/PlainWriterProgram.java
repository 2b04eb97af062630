package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Queues;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestWriter;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A writer like {@link WriterProgram} that writes only requests, for processes whose clock is set. {@link WriterProgram} writes
 * documents that are not requests with Chronicle's own appender. After a clock was set back, this appender would go to an
 * earlier file than the last one, and thereby end the queue.
 */
final class PlainWriterProgram {

    private PlainWriterProgram() {}

    /** @param args queues, seed, lane */
    public static void main(String[] args) throws IOException {
        try (Lane queues = Queues.open(Path.of(args[0]));
                RequestWriter writer = queues.newWriter(Queues.NAME)) {
            WriterProgram.write(Long.parseLong(args[1]), Integer.parseInt(args[2]), writer, next -> {}, () -> {});
        }
    }
}
