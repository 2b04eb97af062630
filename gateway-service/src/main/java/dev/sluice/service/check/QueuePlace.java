package dev.sluice.service.check;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.QueuesConfig;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.Transports;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Inspects the place where the queues are, or will be. Creates, opens and locks no queue. */
record QueuePlace(Path path, CheckReport report) {

    /** Types of remote file systems, as the operating system names them. */
    private static final Set<String> REMOTE =
            Set.of(("9p afpfs afs beegfs ceph cifs davfs drvfs fhgfs gfs2 glusterfs gpfs lustre ncpfs "
                            + "ocfs2 orangefs prl_fs pvfs2 smb smb2 smb3 smbfs vboxsf virtiofs vmhgfs webdav")
                    .split(" "));

    private static final String PATH = "queues.path";
    private static final String NOT_KNOWN = "not known";

    /** Reports on the place; returns the gateway that currently serves the queues, if one does. */
    static Optional<Holder> look(GatewayConfig config, CheckReport report) {
        return Format.isPath(config.queues().address())
                ? directory(config.queues(), report)
                : elsewhere(config, report);
    }

    /** Inspects lanes that are not directories, through their transport. */
    private static Optional<Holder> elsewhere(GatewayConfig config, CheckReport report) {
        final QueuesConfig queues = config.queues();
        final String address = queues.address();
        final Lanes lanes;
        try {
            Transports.of(address)
                    .review(
                            address,
                            config.limits().requestBytes(),
                            config.limits().resultBytes(),
                            queues.member().isPresent())
                    .forEach(finding -> report.add(PATH, finding));
            lanes = Lanes.existing(address, QueueOptions.DEFAULTS);
        } catch (final QueueException e) {
            return unusable(address, e, report);
        }
        try (Lane first = lanes.openExisting(0)) {
            queues.wrongLanes(lanes.count()).ifPresent(report::problem);
            final Optional<Holder> gateway = first.gateway().filter(Holder::live);
            report.queues(address, free(first), state(gateway));
            return gateway;
        } catch (final QueueException e) {
            if (!report.right()) {
                return unusable(address, e, report);
            }
            report.queues(address, NOT_KNOWN, "missing, created when the gateway first starts: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<Holder> unusable(String address, QueueException failure, CheckReport report) {
        if (report.right()) { // otherwise the failure follows from a problem that is already reported
            report.problem(PATH + ": " + failure.getMessage());
        }
        report.queues(address, NOT_KNOWN, "cannot be used");
        return Optional.empty();
    }

    private static String free(Lane lane) {
        try {
            return megabytes(lane.space().usable()) + " free";
        } catch (final QueueException e) {
            return NOT_KNOWN;
        }
    }

    private static String state(Optional<Holder> gateway) {
        return gateway.map(holder -> "in use by a running gateway, process " + holder.pid())
                .orElse("the queues exist, no gateway is running");
    }

    private static Optional<Holder> directory(QueuesConfig queues, CheckReport report) {
        queues.member()
                .ifPresent(member ->
                        report.problem("queues.member: leave it out: one process serves all lanes of a directory"));
        final QueuePlace place = new QueuePlace(queues.path().toAbsolutePath().normalize(), report);
        final List<Path> lanes = place.lanes(queues);
        final Optional<Holder> gateway = lanes.stream()
                .map(GatewayLock::look)
                .flatMap(Optional::stream)
                .filter(Holder::live)
                .findFirst();
        final String state = place.state(gateway, lanes);
        report.queues(queues.path().toString(), place.disk(existing(place.path), queues.diskReserve()), state);
        return gateway;
    }

    static String durability(QueuesConfig queues) {
        if (!Format.isPath(queues.address())) {
            return ""; // sync is about files
        }
        return queues.sync() == SyncMode.CHUNK
                ? ", sync chunk: survives a power cut"
                : ", sync none: survives a crash of a process, not a power cut";
    }

    private List<Path> lanes(QueuesConfig queues) {
        try {
            final List<Path> lanes = Transports.of(queues.address()).existingLanes(queues.address()).stream()
                    .map(Path::of)
                    .toList();
            if (Files.exists(lanes.get(0).resolve("in"))) {
                queues.wrongLanes(lanes.size()).ifPresent(report::problem);
            }
            return lanes;
        } catch (final QueueException e) {
            report.problem("queues.path: " + e.getMessage());
            return List.of(path);
        }
    }

    private String state(Optional<Holder> gateway, List<Path> lanes) {
        if (Files.notExists(path)) {
            final Path parent = existing(path);
            if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
                report.problem("queues.path: " + path + " cannot be created: " + parent + " is no directory that "
                        + System.getProperty("user.name") + " may write to");
                return "cannot be created";
            }
            return "missing, created when the gateway first starts";
        }
        if (!Files.exists(path)) {
            report.problem("queues.path: " + System.getProperty("user.name") + " may not look into " + existing(path));
            return "not readable";
        }
        if (!Files.isDirectory(path)) {
            report.problem("queues.path: " + path + " is no directory");
            return "no directory";
        }
        boolean there = true;
        final Stream<Path> queues =
                lanes.stream().flatMap(lane -> Stream.of(lane, lane.resolve("in"), lane.resolve("out")));
        for (final Path directory :
                Stream.concat(Stream.of(path), queues).distinct().toList()) {
            if (Files.exists(directory) && !Files.isWritable(directory)) {
                report.problem("queues.path: " + System.getProperty("user.name") + " may not write to " + directory);
            }
            there &= Files.isDirectory(directory);
        }
        return there || gateway.isPresent() ? state(gateway) : "missing, created when the gateway first starts";
    }

    private static Path existing(Path path) {
        Path at = path;
        while (!Files.exists(at) && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }

    private String disk(Path at, long reserve) {
        try {
            final FileStore store = Files.getFileStore(at);
            final Optional<String> warning = warning(store.type());
            warning.ifPresent(text -> report.warning("queues.path: the file system of " + at + ": " + text));
            final long free = store.getUsableSpace();
            if (free < reserve) {
                report.problem("queues.diskReserve: " + megabytes(free) + " are free, less than the reserve of "
                        + megabytes(reserve) + ": every request would be held back");
            }
            return store.type() + (warning.isPresent() ? "" : ", local") + ", " + megabytes(free) + " free, reserve "
                    + megabytes(reserve);
        } catch (final IOException e) {
            report.warning("queues.path: cannot determine the file system of " + at + ": " + e.getMessage());
            return "not known";
        }
    }

    /** Returns a warning if a file system's type, as the operating system names it, is unfit for queues; otherwise empty. */
    static Optional<String> warning(String type) {
        final String name = type.toLowerCase(Locale.ROOT);
        if (REMOTE.contains(name) || name.startsWith("nfs")) {
            return Optional.of("it is remote (" + type + "): queues break there, use a local disk");
        }
        if (name.equals("fuse") || name.startsWith("fuse.")) {
            return Optional.of("it may be remote (" + type + "): queues break there, use a local disk");
        }
        if (name.equals("tmpfs") || name.equals("ramfs")) {
            return Optional.of("it is in memory (" + type + "): a restart of the machine deletes the queues");
        }
        return name.equals("overlay") || name.equals("aufs")
                ? Optional.of("it belongs to the container (" + type + ") and is deleted with it: mount a volume")
                : Optional.empty();
    }

    private static String megabytes(long bytes) {
        return (bytes >> 20) + " MB";
    }
}
