package dev.sluice.faults.kill.growth;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Makes garbage for each line of its standard input, or leaks twice of what is allowed of everything: a JVM's own threads come and go. Ends with it. */
final class LeakProgram {

    static final String LEAK = "leak";
    static final String GARBAGE = "garbage";

    private static final int MEGABYTE = 1 << 20;
    private static final List<Object> LEAKED = new ArrayList<>();

    private LeakProgram() {}

    /** Argument: a directory of queues. Says a line when it has begun, and another one after each order. */
    public static void main(String[] args) throws IOException {
        final Path directory = Path.of(args[0]);
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("begun");
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                for (int i = 0; i < 2 * Measure.HEAP.allowed() / MEGABYTE; i++) {
                    final byte[] garbage = new byte[MEGABYTE];
                    if (order.equals(LEAK)) {
                        LEAKED.add(garbage);
                    }
                }
                if (order.equals(LEAK)) {
                    leak(directory);
                }
                System.out.println("done");
            }
        }
        System.exit(0);
    }

    private static void leak(Path directory) throws IOException {
        final Path file = directory.resolve("kept.cq4");
        try (RandomAccessFile kept = new RandomAccessFile(file.toFile(), "rw")) {
            kept.setLength(2 * Measure.DISK.allowed());
        }
        for (int i = 0; i < 2 * Measure.HANDLES.allowed(); i++) {
            LEAKED.add(FileChannel.open(file));
        }
        for (int i = 0; i < 2 * Measure.THREADS.allowed(); i++) {
            new Thread(() -> LockSupport.park(LEAKED), "leaked").start();
        }
    }
}
