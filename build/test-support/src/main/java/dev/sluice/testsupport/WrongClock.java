package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Replaces the wall clock that Linux processes see. The clock can be set while the processes are running. */
public final class WrongClock {

    private static final String SOURCE = """
            #define _GNU_SOURCE
            #include <fcntl.h>
            #include <stdlib.h>
            #include <sys/mman.h>
            #include <sys/syscall.h>
            #include <sys/time.h>
            #include <time.h>
            #include <unistd.h>
            static volatile long *ahead;
            __attribute__((constructor)) static void begin(void) {
                int file = open(getenv("WRONG_CLOCK"), O_RDONLY);
                if (file < 0) abort();
                ahead = mmap(0, 8, PROT_READ, MAP_SHARED, file, 0);
                if (ahead == MAP_FAILED) abort();
                close(file);
            }
            int clock_gettime(clockid_t id, struct timespec *now) {
                int failed = syscall(SYS_clock_gettime, id, now);
                if (!failed && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) && ahead) now->tv_sec += *ahead;
                return failed;
            }
            int gettimeofday(struct timeval *now, void *zone) {
                int failed = syscall(SYS_gettimeofday, now, zone);
                if (!failed && ahead) now->tv_sec += *ahead;
                return failed;
            }
            time_t time(time_t *to) {
                struct timespec now;
                clock_gettime(CLOCK_REALTIME, &now);
                if (to) *to = now.tv_sec;
                return now.tv_sec;
            }
            """;

    private final Path library;
    private final Path file;
    private final MappedByteBuffer ahead;

    private WrongClock(Path library, Path file) throws IOException {
        this.library = library;
        this.file = file;
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ahead = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
        }
        ahead.order(ByteOrder.nativeOrder());
    }

    /** Creates a clock whose files have the given name. Returns empty if this machine has no compiler {@code cc} for Linux. */
    public static Optional<WrongClock> make(Path directory, String name) throws IOException, InterruptedException {
        final Path source = Files.writeString(directory.resolve(name + ".c"), SOURCE);
        final Path library = directory.resolve(name + ".so");
        return Program.of("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
                        .succeeds()
                ? Optional.of(new WrongClock(library, directory.resolve(name + ".clock")))
                : Optional.empty();
    }

    /** Sets by how much this clock is ahead of the machine's clock. A negative value sets the clock back. */
    public void set(Duration time) {
        ahead.putLong(0, time.toSeconds());
    }

    /** Returns the environment variables for a process that should see this clock. */
    public Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "WRONG_CLOCK", file.toString());
    }
}
