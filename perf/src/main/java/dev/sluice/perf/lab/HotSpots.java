package dev.sluice.perf.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * What takes a JVM's time and memory, by the samples of a flight recording: threads, methods, our own methods, classes. A
 * thread in native code is no sample: nearly always it waits there, so that system calls are not seen either.
 */
final class HotSpots {

    private static final int SHOWN = 25;
    private static final String OURS = "dev.sluice.";

    private final Map<String, Long> threads = new HashMap<>();
    private final Map<String, Long> methods = new HashMap<>();
    private final Map<String, Long> ours = new HashMap<>();
    private final Map<String, Long> allocated = new HashMap<>();

    private HotSpots() {}

    static HotSpots of(Path recording) throws IOException {
        final HotSpots spots = new HotSpots();
        try (RecordingFile events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                spots.take(events.readEvent());
            }
        }
        return spots;
    }

    private void take(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" -> sample(event);
            case "jdk.ObjectAllocationSample" -> allocation(event);
            default -> {} // nothing to be counted
        }
    }

    private void sample(RecordedEvent event) {
        if (event.getStackTrace() == null) {
            return;
        }
        final RecordedThread thread = event.getThread("sampledThread");
        threads.merge(thread == null ? "?" : String.valueOf(thread.getJavaName()), 1L, Long::sum);
        final List<RecordedFrame> frames = event.getStackTrace().getFrames();
        if (!frames.isEmpty()) {
            methods.merge(name(frames.get(0)), 1L, Long::sum);
        }
        frames.stream()
                .map(HotSpots::name)
                .filter(name -> name.startsWith(OURS))
                .findFirst()
                .ifPresent(name -> ours.merge(name, 1L, Long::sum));
    }

    private void allocation(RecordedEvent event) {
        final String where = event.getStackTrace() == null
                ? ""
                : event.getStackTrace().getFrames().stream()
                        .map(HotSpots::name)
                        .filter(name -> name.startsWith(OURS))
                        .findFirst()
                        .map(name -> " in " + name)
                        .orElse("");
        allocated.merge(event.getClass("objectClass").getName() + where, event.getLong("weight"), Long::sum);
    }

    private static String name(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }

    String shown() {
        return shown("Threads, by samples", threads)
                + shown("Methods, by samples of their own", methods)
                + shown("Our methods, by samples of their own and of what they call of others", ours)
                + shown("Allocated, by bytes", allocated);
    }

    private static String shown(String title, Map<String, Long> counts) {
        final long all = counts.values().stream().mapToLong(Long::longValue).sum();
        final StringBuilder text =
                new StringBuilder(title).append(" (").append(all).append(" in all)\n");
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN)
                .forEach(one -> text.append(
                        String.format(Locale.ROOT, "%6.1f %%  %s%n", 100.0 * one.getValue() / all, one.getKey())));
        return text.append('\n').toString();
    }
}
