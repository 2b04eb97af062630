package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Queues;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestWriter;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A writer as {@link WriterProgram}, but of requests alone, for who sees a clock that is set: Chronicle's own appender, which writes
 * what is no request, would go back to an earlier file than the last one, and end the queue so.
 */
final class PlainWriterProgram {

    private PlainWriterProgram() {}

    /** Arguments: queues, seed, lane. */
    public static void main(String[] args) throws IOException {
        try (Lane queues = Queues.open(Path.of(args[0]));
                RequestWriter writer = queues.newWriter(Queues.NAME)) {
            WriterProgram.write(Long.parseLong(args[1]), Integer.parseInt(args[2]), writer, next -> {}, () -> {});
        }
    }
}
