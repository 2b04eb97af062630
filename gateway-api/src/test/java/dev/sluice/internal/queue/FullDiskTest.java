package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that others fill to the last byte while a queue pair is in use. */
@Tag("long")
class FullDiskTest {

    private static final int MEGABYTES = 12;
    private static final long SEED = Long.getLong("seed", new Random().nextLong());

    @TempDir
    private Path directory;

    /** On ext3 nothing can be allocated but by writing; on tmpfs what is mapped and on no block faults at once. */
    @ParameterizedTest
    @ValueSource(strings = {"tmpfs", "ext4", "ext3"})
    void shouldDamageNothingThatWasAcceptedAndGoOnWithSpaceWhenADiskIsFull(String kind) throws Exception {
        fill(kind, SEED);
    }

    /** Chronicle ended the next file where the one before ended, within a message, as its appender had failed between the two. */
    @Test
    void shouldEndAFileWhereItEndsWhenTheDiskWasFullAsItBegan() throws Exception {
        fill("ext3", 8548542400473284200L);
    }

    private void fill(String kind, long seed) throws Exception {
        System.out.println("-Dseed=" + seed);
        try (Child child = Program.java(FullDiskProgram.class, disk(), seed, 3)
                .under(mount(kind))
                .start()) {
            final String said = child.awaitEnd();
            assertTrue(said.contains("accepted ") && said.endsWith("end\n"), said);
            assertTrue(!said.contains("refused 0"), "the disk was never full: " + said);
        }
    }

    private Path disk() {
        return directory.resolve("disk");
    }

    /** A shell that mounts the disk where only it and what it starts can see it, so that nothing stays. */
    private List<String> mount(String kind) throws IOException, InterruptedException {
        Files.createDirectory(disk());
        final String script;
        if (kind.equals("tmpfs")) {
            script = "mount -t tmpfs -o size=" + MEGABYTES + "m tmpfs " + disk();
        } else {
            final Path image = directory.resolve("image");
            assumeTrue(
                    Program.of(
                                    "sh",
                                    "-c",
                                    "truncate -s " + MEGABYTES + "M " + image + " && mkfs." + kind + " -q -F -m 0 "
                                            + image)
                            .succeeds(),
                    "no mkfs." + kind + " here");
            script = "mount -o loop " + image + " " + disk();
        }
        final List<String> shell = List.of("unshare", "-m", "sh", "-c", script + " && exec \"$@\"", "sh");
        assumeTrue(Program.of("true").under(shell).succeeds(), "this user may not mount a " + kind + " of its own");
        return shell;
    }
}
