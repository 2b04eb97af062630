package dev.sluice.api;

import java.util.Objects;
import java.util.Optional;

/**
 * The options with which a queue pair is created and used. Roll cycle and block size take effect only when the queue is created.
 * An existing queue keeps its own values.
 *
 * @param rollCycle the name of a Chronicle roll cycle, such as {@code FAST_DAILY}. It is checked when the queues are opened.
 *     {@code WEEKLY} is refused, because its files are named by the week, and Chronicle Queue cannot find such files again
 * @param blockSize the size in bytes of the parts in which a file is mapped to memory; a message may take at most a quarter of a
 *     part
 * @param diskReserve the bytes that must stay free on the disk. Writing is refused when less is free; 0 switches the check off.
 *     A job's reserve is larger than its gateway's reserve, so that requests already written can still be answered
 * @param requestLimit the size in bytes of the largest request, as encoded. With the value of {@link #largestMessage} there is no
 *     limit beyond that of the transport
 * @param syncMode which messages survive a power cut
 * @param group the group that gets access to newly created directories, if any. Job and gateway may then run as two users of
 *     that group, both with a umask that lets the group write, such as 007
 * @param lanes the number of lanes to create if there are none yet; ignored if lanes exist
 */
public record QueueOptions(
        String rollCycle,
        long blockSize,
        long diskReserve,
        int requestLimit,
        SyncMode syncMode,
        Optional<String> group,
        int lanes) {

    /** The defaults: daily files, blocks of 64 MiB, a reserve of 512 MiB, requests up to 1 MiB, no sync, no group, one lane. */
    public static final QueueOptions DEFAULTS =
            new QueueOptions("FAST_DAILY", 64L << 20, 512L << 20, 1 << 20, SyncMode.NONE, Optional.empty(), 1);

    /** The maximum number of bytes that a document takes in addition to its message. */
    public static final int OVERHEAD = 512;

    /** The maximum number of lanes at one address. */
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

    /** Returns the size in bytes, as encoded, of the largest message in a queue with that block size. */
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

    /** The rule that says which messages survive a power cut. In every mode a written message survives a crash of its process. */
    public enum SyncMode {
        /**
         * Only the messages that the operating system has already written to disk: usually all except those of the last half
         * minute.
         */
        NONE,
        /** All messages written before the last call of {@code sync()} or {@code endOfChunk()}. */
        CHUNK,
        /**
         * Every message. When the method that writes a message returns, the message is on disk. This takes 0.1 ms or more for
         * each message.
         */
        EACH
    }
}
