package dev.sluice.faults.soak.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Samples processes and directories of queues, on a thread of its own, until it is closed. Any thread. */
public final class Sampler implements AutoCloseable {

    private final Samples samples;
    private final Path queues;
    private final Duration every;
    private final Heap heap;
    private final Map<String, ProcessHandle> processes = new ConcurrentHashMap<>();
    private final Map<String, Path> directories = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "sampler");
    private String lastHeap = "";
    private volatile String failure = "";

    /**
     * Starts it.
     *
     * @param queues all queue files are below it
     * @param every how often; the heap is that of another process each time
     */
    public Sampler(Samples samples, Path queues, Duration every) throws IOException {
        this.samples = samples;
        this.queues = queues;
        this.every = every;
        this.heap = new Heap(queues);
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns what of it this machine cannot sample, in words; empty for nothing. */
    public static List<String> unavailable() {
        return Stream.of(
                        ProcessFiles.areHere() ? "" : "memory, handles and threads: there is no /proc of Linux",
                        Heap.canBeAsked() ? "" : "heap: this Java has no jcmd")
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** Samples a JVM under that name, until it ends. */
    public void watch(String subject, ProcessHandle process) {
        processes.put(subject, process);
    }

    /** Samples what is in a directory. */
    public void watch(String subject, Path directory) {
        directories.put(subject, directory);
    }

    private void run() {
        try {
            do {
                sample();
            } while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS));
        } catch (final IOException e) {
            failure = "samples could not be taken any more: " + e;
        } catch (final InterruptedException e) {
            failure = "the sampler was interrupted";
        }
    }

    private void sample() throws IOException, InterruptedException {
        for (final Map.Entry<String, Path> directory : directories.entrySet()) {
            sample(directory.getKey(), directory.getValue());
        }
        processes.values().removeIf(process -> !process.isAlive());
        if (ProcessFiles.areHere()) {
            for (final Map.Entry<String, ProcessHandle> watched : processes.entrySet()) {
                sample(watched.getKey(), watched.getValue());
            }
        }
        if (Heap.canBeAsked() && !processes.isEmpty()) {
            sampleNextHeap();
        }
    }

    /** Collects the heap of one process, in turn: all at once would have them all stand still. */
    private void sampleNextHeap() throws IOException, InterruptedException {
        final List<String> names = processes.keySet().stream().sorted().toList();
        final String next = names.stream()
                .filter(name -> name.compareTo(lastHeap) > 0)
                .findFirst()
                .orElse(names.get(0));
        lastHeap = next;
        final Optional<ProcessHandle> process = Optional.ofNullable(processes.get(next));
        final OptionalLong used = process.isPresent() ? heap.used(process.get().pid()) : OptionalLong.empty();
        if (used.isPresent()) {
            samples.add(next, Measure.HEAP, used.getAsLong());
        }
    }

    private void sample(String subject, ProcessHandle process) throws IOException {
        try {
            new ProcessFiles(process.pid()).sample(subject, queues, samples);
        } catch (final IOException e) {
            if (process.isAlive() && process.info().command().isPresent()) {
                throw e;
            }
        }
    }

    /** The marks of runs that have ended are not counted: they stay, a small file each, so that such a run is not run again. */
    private void sample(String subject, Path directory) throws IOException {
        long bytes = 0;
        long count = 0;
        try (Stream<Path> files = Files.walk(directory)) {
            for (final Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".mark"))
                    .toList()) {
                bytes += size(file);
                count++;
            }
        } catch (final UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return; // retention was faster; the next sample shows it
            }
            throw e;
        }
        samples.add(subject, Measure.DISK, bytes);
        samples.add(subject, Measure.FILES, count);
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (final NoSuchFileException deleted) {
            return 0;
        }
    }

    /** Why it ended before it was closed; empty if it did not. */
    public String failure() {
        return failure;
    }

    /** Ends it, after the sample under way. */
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
