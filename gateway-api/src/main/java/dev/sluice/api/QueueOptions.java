package dev.sluice.api;

import java.util.Objects;
import java.util.Optional;

/**
 * How a queue pair is created and used. Roll cycle and block size are fixed when the queue is created; later ones are
 * taken from the queue and those given here are ignored.
 *
 * @param rollCycle the name of Chronicle's roll cycle, such as {@code FAST_DAILY}; checked when the queues are opened, where
 *     one that names its files by the week, {@code WEEKLY}, is refused
 * @param blockSize how much of a file is mapped at a time, in bytes; a message may take a quarter of it
 * @param diskReserve bytes that stay free on the disk: below, writing is refused; 0 switches the check off;
 *     a job's is larger than its gateway's, so that what was asked can still be answered
 * @param requestLimit the largest request in bytes, as encoded; {@link #largestMessage} for whatever the transport takes
 * @param syncMode what survives a power cut
 * @param group the group that shares newly created directories with the owner, if any: job and gateway may then be two
 *     users of it, both with a umask that lets the group write, such as 007
 * @param lanes how many lanes are made where there is none yet; where there are, those count
 */
public record QueueOptions(
        String rollCycle,
        long blockSize,
        long diskReserve,
        int requestLimit,
        SyncMode syncMode,
        Optional<String> group,
        int lanes) {

    /** Daily files, blocks of 64 MiB, 512 MiB reserve, requests up to 1 MiB, no sync, no group, one lane. */
    public static final QueueOptions DEFAULTS =
            new QueueOptions("FAST_DAILY", 64L << 20, 512L << 20, 1 << 20, SyncMode.NONE, Optional.empty(), 1);

    /** The most bytes that a document has beside its message. */
    public static final int OVERHEAD = 512;

    /** The most lanes of one address. */
    public static final int MOST_LANES = 256;

    private static final long SMALLEST_BLOCK = 1L << 20;

    public QueueOptions {
        Objects.requireNonNull(syncMode, "syncMode");
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(rollCycle, "rollCycle");
        if (blockSize < SMALLEST_BLOCK || blockSize > 1L << 30) {
            throw new IllegalArgumentException("block size " + blockSize + " is not between 1 MiB and 1 GiB");
        }
        if (diskReserve < 0) {
            throw new IllegalArgumentException("disk reserve " + diskReserve + " is negative");
        }
        if (lanes < 1 || lanes > MOST_LANES) {
            throw new IllegalArgumentException(lanes + " lanes are not between 1 and " + MOST_LANES);
        }
        if (requestLimit < 1 || requestLimit > largestMessage(blockSize)) {
            throw new IllegalArgumentException("request limit " + requestLimit + " is not between 1 and "
                    + largestMessage(blockSize) + ", a quarter of the block size " + blockSize);
        }
    }

    /** Returns the most bytes of a message, as encoded, in a queue of that block size. */
    public static int largestMessage(long blockSize) {
        return (int) (blockSize / 4) - OVERHEAD;
    }

    public QueueOptions withRollCycle(String name) {
        return new QueueOptions(name, blockSize, diskReserve, requestLimit, syncMode, group, lanes);
    }

    public QueueOptions withBlockSize(long bytes) {
        return new QueueOptions(rollCycle, bytes, diskReserve, requestLimit, syncMode, group, lanes);
    }

    public QueueOptions withDiskReserve(long bytes) {
        return new QueueOptions(rollCycle, blockSize, bytes, requestLimit, syncMode, group, lanes);
    }

    public QueueOptions withRequestLimit(int bytes) {
        return new QueueOptions(rollCycle, blockSize, diskReserve, bytes, syncMode, group, lanes);
    }

    public QueueOptions withSyncMode(SyncMode mode) {
        return new QueueOptions(rollCycle, blockSize, diskReserve, requestLimit, mode, group, lanes);
    }

    public QueueOptions withGroup(String name) {
        return new QueueOptions(rollCycle, blockSize, diskReserve, requestLimit, syncMode, Optional.of(name), lanes);
    }

    public QueueOptions withLanes(int count) {
        return new QueueOptions(rollCycle, blockSize, diskReserve, requestLimit, syncMode, group, count);
    }

    /** The messages that survive a power cut. A message that was written survives the end of its process in every mode. */
    public enum SyncMode {
        /** Those that the operating system had written to disk by itself: usually all but the last half minute. */
        NONE,
        /** Everything up to the last {@code sync()} or {@code endOfChunk()}. */
        CHUNK,
        /** Every message, before the call that writes it returns: 0.1 ms and more each. */
        EACH
    }
}
