package dev.sluice.faults.soak.measure;

import dev.sluice.faults.soak.measure.Trend.Point;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** All samples of a run, kept by whose they are and what, and appended to a file. Any thread. */
public final class Samples implements Closeable {

    /**
     * Whose samples they are, and of what.
     *
     * @param subject a process or a directory
     */
    public record Series(String subject, Measure measure) {}

    private static final double SECONDS_PER_HOUR = TimeUnit.HOURS.toSeconds(1);

    private final Map<Series, List<Point>> points = new LinkedHashMap<>();
    private final long startNanos = System.nanoTime();
    private final Writer file;

    public Samples(Path csv) throws IOException {
        file = Files.newBufferedWriter(csv);
        file.write("seconds,subject,measure,value\n");
    }

    /** Adds a sample taken now; a count, or bytes. */
    public synchronized void add(String subject, Measure measure, long sample) throws IOException {
        add(subject, measure, (System.nanoTime() - startNanos) / 1e9, sample);
    }

    /** Adds a sample taken so many seconds after the start. */
    synchronized void add(String subject, Measure measure, double seconds, long sample) throws IOException {
        points.computeIfAbsent(new Series(subject, measure), any -> new ArrayList<>())
                .add(new Point(seconds / SECONDS_PER_HOUR, measure.inUnit(sample)));
        file.write(String.format(Locale.ROOT, "%.1f,%s,%s,%d%n", seconds, subject, measure.name(), sample));
        file.flush();
    }

    /** Forgets what there is by now, but in the file: it was sampled before everything worked. */
    public synchronized void begin() {
        points.clear();
    }

    /** Returns a copy of what there is by now. */
    public synchronized Map<Series, List<Point>> all() {
        final Map<Series, List<Point>> copy = new LinkedHashMap<>();
        points.forEach((series, samples) -> copy.put(series, List.copyOf(samples)));
        return copy;
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
