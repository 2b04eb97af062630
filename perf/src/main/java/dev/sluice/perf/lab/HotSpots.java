package dev.sluice.perf.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * The time and memory that a JVM takes, by the samples of a flight recording: threads, methods, our own methods, classes. A
 * thread in native code is no sample: nearly always it waits there, so that system calls are not seen either.
 */
final class HotSpots {

    private static final int SHOWN = 25;
    private static final String OURS = "dev.sluice.";
    private static final String THREADS = "Threads, by samples";
    private static final String METHODS = "Methods, by samples of their own";
    private static final String OUR_METHODS = "Our methods, by samples of their own and of what they call of others";
    private static final String ALLOCATED = "Allocated, by bytes";

    private final Map<String, Map<String, Long>> counts = new LinkedHashMap<>();

    private HotSpots() {
        List.of(THREADS, METHODS, OUR_METHODS, ALLOCATED).forEach(title -> counts.put(title, new HashMap<>()));
    }

    /** A table of each of them, as text. */
    static String of(Path recording) throws IOException {
        final HotSpots spots = new HotSpots();
        try (RecordingFile events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                spots.take(events.readEvent());
            }
        }
        return spots.counts.keySet().stream().map(spots::shown).collect(Collectors.joining());
    }

    private void take(RecordedEvent event) {
        final List<String> frames = Optional.ofNullable(event.getStackTrace())
                .map(trace -> trace.getFrames().stream().map(HotSpots::name).toList())
                .orElse(List.of());
        final Optional<String> ours =
                frames.stream().filter(name -> name.startsWith(OURS)).findFirst();
        if (event.getEventType().getName().equals("jdk.ExecutionSample") && !frames.isEmpty()) {
            final RecordedThread thread = event.getThread("sampledThread");
            count(THREADS, thread == null ? "?" : String.valueOf(thread.getJavaName()), 1);
            count(METHODS, frames.get(0), 1);
            ours.ifPresent(name -> count(OUR_METHODS, name, 1));
        } else if (event.getEventType().getName().equals("jdk.ObjectAllocationSample")) {
            final String where = ours.map(name -> " in " + name).orElse("");
            count(ALLOCATED, event.getClass("objectClass").getName() + where, event.getLong("weight"));
        }
    }

    private void count(String title, String what, long weight) {
        counts.get(title).merge(what, weight, Long::sum);
    }

    private static String name(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }

    private String shown(String title) {
        final Map<String, Long> all = counts.get(title);
        final long sum = all.values().stream().mapToLong(Long::longValue).sum();
        return all.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN)
                .map(one -> String.format(Locale.ROOT, "%6.1f %%  %s%n", 100.0 * one.getValue() / sum, one.getKey()))
                .collect(Collectors.joining("", title + " (" + sum + " in all)\n", "\n"));
    }
}
