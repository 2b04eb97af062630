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
 * Where the queues are and how safely they are written.
 *
 * @param address the directory that holds {@code in} and {@code out}, from where the process is, or what another transport takes
 * @param lanes how many lanes there are
 * @param rollCycle the name of a Chronicle roll cycle
 * @param diskReserve bytes that stay free on the queues' disk
 * @param retention how long files stay that nobody needs any more; empty: for ever
 * @param member the name of this process among those that share the lanes; empty: it serves all of them
 * @param foreign whether requests of programs are answered that have Chronicle and not our client
 * @param group the group that shares the queues' directories; empty: they are for this user alone
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

    /** With {@code CHUNK} the input is on disk before a chunk is asked, and the output after it is answered. */
    private static final SyncMode[] SYNC_MODES = {SyncMode.NONE, SyncMode.CHUNK};

    /** Names of Chronicle Queue's roll cycles: those that hold enough for a gateway, and one for tests that roll. */
    public static final List<String> ROLL_CYCLES = List.of(
            ("TEST_SECONDLY MINUTELY FIVE_MINUTELY TEN_MINUTELY TWENTY_MINUTELY HALF_HOURLY FAST_HOURLY TWO_HOURLY"
                            + " FOUR_HOURLY SIX_HOURLY FAST_DAILY LARGE_HOURLY LARGE_DAILY")
                    .split(" "));

    static final Keys KEYS = new Keys();
    private static final Key<String> PATH = KEYS.of("path", Format.address(), "data/queues", """
            The directory of the queues in/ and out/, made if missing. Relative to the directory of this file. Local
            disk only: on NFS the queues break.""");
    private static final Key<Integer> LANES = KEYS.of("lanes", Format.wholeNumber(1, QueueOptions.MOST_LANES), 1, """
            How many lanes the queues have: pairs of queues in lane-0/, lane-1/ and so on, each with a gateway and a
            thread of its own. A client or a run of a job is on one, by its name, and keeps its order; a job that says so
            is on all (JobOptions.withLanes). callsInFlight and callsPerSecond hold for each lane, so databases and services
            see so many times the calls. Fixed when the queues are made.""");
    private static final Key<String> ROLL_CYCLE = KEYS.of("rollCycle", Format.choice(ROLL_CYCLES), "FAST_DAILY", """
            How often a queue starts a new file, the unit in which old requests are deleted. Fixed when the queue is
            made; TEST_SECONDLY is for tests only.""");
    private static final Key<SyncMode> SYNC = KEYS.of("sync", Format.choice(SYNC_MODES), SyncMode.NONE, """
            none survives a crash of the process but not a power cut; chunk also survives the power cut, for two disk
            syncs a chunk.""");
    private static final Key<Long> DISK_RESERVE =
            KEYS.of("diskReserve", Format.size(1L << 20, 1L << 50), 256L << 20, """
            Free space on the queues' disk below which results are held back. Keep it smaller than the jobs' reserve,
            512MB unless a job sets another, so that jobs are refused first and the gateway can still answer. Too
            small, and a full disk loses what was already accepted.""");

    private static final Key<Optional<Duration>> RETENTION = KEYS.of(
            "retention", Format.durationOrForever(Duration.ofSeconds(1), Duration.ofDays(3650)), Optional.empty(), """
            How long the queues' files stay after all in them was answered and read by every reader that has a name,
            and no unfinished run of a job needs it (sluice jobs); then they are deleted. Readers without a name are
            not waited for, and what is deleted cannot be looked up or asked again, so nothing goes before somebody has
            set this: until then the disk fills up to the reserve, and jobs are refused there.""");

    private static final Key<String> GROUP = KEYS.optional("group", Format.text(), "none, for one user alone", """
            The group of the system that shares the queues, so that job and gateway may be two users: directories are
            made 2770 instead of 0750. Both need a umask that lets the group write (007), and are refused without.
            Fixed when the queues are made. Whoever is in the group reads all that jobs ask and are answered, and may
            ask anything that is declared.""");

    private static final Key<String> MEMBER =
            KEYS.optional("member", Format.name(), "none, this process serves all lanes", """
            On Kafka, the name of this process among those that share the lanes, such as ${HOSTNAME}: each lane is served by one of
            them, and goes to another when that one is gone. No two processes have the same, and one that is started again
            has the one it had.""");

    private static final Key<Boolean> FOREIGN = KEYS.of("foreign", Format.flag(), false, """
            Answers programs, too, that have Chronicle Queue and not Sluice's client, and write askLookup, askQuery,
            askUpdate and askSend by its method writer. Such a request has no checksum: one that was damaged may be
            taken for another. Without it they are answered as failed.""");

    /** The directory of the queues, where they are in one. */
    public Path path() {
        return Path.of(address);
    }

    /** Says what is wrong if the queues have so many lanes; empty if nothing is. */
    public Optional<String> wrongLanes(int there) {
        return there == lanes
                ? Optional.empty()
                : Optional.of("queues.lanes is " + lanes + ", and there are " + there + " in " + address
                        + ": set queues.lanes to " + there
                        + ", or give other queues; their number is fixed when they are made");
    }

    /** One of these lanes alone. */
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
