package dev.sluice.faults.kill;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a run is to do.
 *
 * @param cycles how many kills
 * @param seed of everything at random, but for the moments, which are the machine's
 * @param database what stands behind the gateway
 * @param directory where everything is kept, empty or not there yet
 * @param keep whether that in which nothing was found is kept, too
 */
public record Plan(int cycles, long seed, DatabaseKind database, Path directory, boolean keep) {

    /** Makes the directory, and tells what is to come. */
    public void begin(PrintStream out) throws IOException {
        out.println(cycles + " cycles over " + database + ", seed " + seed + ", in " + directory);
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("seed"), seed + "\n");
    }

    /** What was done, as a line for people. */
    public String done(int done, long nanos) {
        return String.format(Locale.ROOT, "%,d cycles over %s in %.0f s, seed %d", done, database, nanos / 1e9, seed);
    }
}
