package dev.sluice.service.config;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The place of the queues, and how safely they are written.
 *
 * @param address the directory with {@code in} and {@code out}, resolved for this process, or another transport's address
 * @param lanes the number of lanes, each of which is a pair of queues
 * @param rollCycle the name of a Chronicle roll cycle
 * @param sync when queues are synced to disk
 * @param diskReserve the bytes that stay free on the queues' disk
 * @param retention how long files stay after they are no longer needed; empty if they stay for ever
 * @param group the group that shares the queues' directories; empty if only this user may use them
 * @param member the name of this process among the processes that share the lanes; empty if this process serves all lanes
 * @param foreign whether the gateway answers requests that were written with Chronicle Queue directly, without Sluice's client
 */
public record QueuesConfig(
        String address,
        int lanes,
        String rollCycle,
        SyncMode sync,
        long diskReserve,
        Optional<Duration> retention,
        Optional<String> group,
        Optional<String> member,
        boolean foreign) {

    /** With {@code CHUNK} the input is synced to disk before a chunk is executed, and the output after the chunk is answered. */
    private static final SyncMode[] SYNC_MODES = {SyncMode.NONE, SyncMode.CHUNK};

    /** The allowed roll cycles of Chronicle Queue: those whose files are large enough for a gateway, and one for tests. */
    public static final List<String> ROLL_CYCLES = List.of(
            ("TEST_SECONDLY MINUTELY FIVE_MINUTELY TEN_MINUTELY TWENTY_MINUTELY HALF_HOURLY FAST_HOURLY TWO_HOURLY"
                            + " FOUR_HOURLY SIX_HOURLY FAST_DAILY LARGE_HOURLY LARGE_DAILY")
                    .split(" "));

    static final Keys KEYS = new Keys();
    private static final Key<String> PATH = KEYS.of("path", Format.address(), "data/queues", """
            The queues' directory, created if missing, on a local disk (NFS breaks queues); or the address of lanes on
            Kafka.""");
    private static final Key<Integer> LANES = KEYS.of("lanes", Format.wholeNumber(1, QueueOptions.MOST_LANES), 1, """
            The number of lanes: pairs of queues, each with its own gateway and thread. Order is kept within a lane. The
            name of a client, or of a job's run, selects one; a job may use all (JobOptions.withLanes). callsInFlight
            and callsPerSecond apply to each. Fixed once the queues exist.""");
    private static final Key<String> ROLL_CYCLE = KEYS.of("rollCycle", Format.choice(ROLL_CYCLES), "FAST_DAILY", """
            How often a queue starts a new file, which is what retention deletes. Fixed once the queues exist.
            TEST_SECONDLY is for tests only.""");
    private static final Key<SyncMode> SYNC = KEYS.of("sync", Format.choice(SYNC_MODES), SyncMode.NONE, """
            With none, queues survive a crash of the process; with chunk a power cut, too, for two disk syncs a
            chunk.""");
    private static final Key<Long> DISK_RESERVE =
            KEYS.of("diskReserve", Format.size(1L << 20, 1L << 50), 256L << 20, """
            With less free space on the queues' disk the gateway holds results back. Keep it below the reserve of the
            jobs (512MB unless a job sets another), so that jobs are refused first.""");

    private static final Key<Optional<Duration>> RETENTION = KEYS.of(
            "retention", Format.durationOrForever(Duration.ofSeconds(1), Duration.ofDays(3650)), Optional.empty(), """
            How long files stay after their last write and the answer to their last request. An older one is deleted
            when every named reader has read it and no unfinished run needs it (sluice jobs); its requests cannot be
            looked up or sent again. With forever, the disk fills up to the reserve; then jobs are refused.""");

    private static final Key<String> GROUP = KEYS.optional("group", Format.text(), "none, for one user alone", """
            The system's group that shares the queues, for job and gateway under two users. Directories have mode 2770,
            not 0750; both need a umask such as 007, or are refused. Every member can read all requests and results, and
            send any declared request. Fixed once the queues exist.""");

    private static final Key<String> MEMBER =
            KEYS.optional("member", Format.name(), "none, this process serves all lanes", """
            On Kafka, this process's name among those that share the lanes, such as ${HOSTNAME}: unique, the same after
            a restart. Others take over the lanes of one that is gone.""");

    private static final Key<Boolean> FOREIGN = KEYS.of("foreign", Format.flag(), false, """
            Whether requests of programs without Sluice's client (askLookup and the like of Chronicle's method writer)
            are answered, or fail. They have no checksum: a damaged one may be taken for another.""");

    /** Returns the directory of the queues, if the address is a path. */
    public Path path() {
        return Path.of(address);
    }

    /** Returns an error message if the number of lanes of the queues is not the configured number; empty if it is. */
    public Optional<String> wrongLanes(int there) {
        return there == lanes
                ? Optional.empty()
                : Optional.of("queues.lanes is " + lanes + ", but " + there + " is the number of lanes in " + address
                        + ": set queues.lanes to " + there
                        + ", or use other queues; the number of lanes is fixed when queues are created");
    }

    /** Returns this configuration for a single lane. */
    QueuesConfig lane(String itsAddress) {
        return new QueuesConfig(
                itsAddress, 1, rollCycle, sync, diskReserve, retention, group, Optional.empty(), foreign);
    }

    private static String address(Section section, String text) {
        return Format.isPath(text) ? section.resolve(Path.of(text)).toString() : text;
    }

    static QueuesConfig read(Section section) {
        section.allow(KEYS);
        return new QueuesConfig(
                address(section, section.get(PATH)),
                section.get(LANES),
                section.get(ROLL_CYCLE),
                section.get(SYNC),
                section.get(DISK_RESERVE),
                section.get(RETENTION),
                section.find(GROUP),
                section.find(MEMBER),
                section.get(FOREIGN));
    }
}
