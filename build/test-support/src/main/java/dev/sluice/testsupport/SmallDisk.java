package dev.sluice.testsupport;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file system of a few megabytes, if this user may mount one, and otherwise a directory on an existing file system. In the
 * second case a test sets the reserves according to the free space, so that the tested program considers the disk full.
 */
public final class SmallDisk implements AutoCloseable {

    private static final long MEGABYTE = 1 << 20;
    private static final int SHARED_MEGABYTES = 512;

    private final Path directory;
    private final boolean mounted;

    /** @param megabytes the size of the file system, if one may be mounted */
    public SmallDisk(Path directory, int megabytes) throws IOException {
        this.directory = Files.createDirectory(directory.resolve("disk"));
        mounted = run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", this.directory.toString());
        System.out.println("Disk to fill: " + (mounted ? "a file system of " + megabytes + " MB" : "a directory"));
    }

    public Path directory() {
        return directory;
    }

    public long usable() throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    /**
     * Writes a file of the given size, which fills the disk. If the disk is only a directory, the file has 512 MB, which is more
     * than other programs use or free during the test.
     */
    public void fill(String file, int megabytes) throws IOException {
        final byte[] piece = new byte[(int) MEGABYTE];
        try (OutputStream out = Files.newOutputStream(directory.resolve(file))) {
            for (int i = 0; i < (mounted ? megabytes : SHARED_MEGABYTES); i++) {
                out.write(piece);
            }
        }
    }

    /** Writes a file that takes all remaining space. */
    public void fillToTheLastByte(String file) throws IOException {
        final byte[] piece = new byte[4096];
        try (OutputStream out = Files.newOutputStream(directory.resolve(file))) {
            while (true) {
                out.write(piece);
            }
        } catch (final IOException full) {
            if (usable() > 0) {
                throw full;
            }
        }
    }

    /** Whether this is a separate file system. */
    public boolean mounted() {
        return mounted;
    }

    /** Deletes a file, which frees its space. */
    public void free(String file) throws IOException {
        Files.delete(directory.resolve(file));
    }

    private static boolean run(String... command) {
        try {
            return Program.of(command).succeeds();
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    @Override
    public void close() {
        if (mounted) {
            run("umount", "-l", directory.toString());
        }
    }
}
