package dev.sluice.service.check;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What the type of a file system, as the operating system names it, means for queues. */
final class FileSystemKind {

    private static final Set<String> REMOTE =
            Set.of(("9p afpfs afs beegfs ceph cifs davfs drvfs fhgfs gfs2 glusterfs gpfs lustre ncpfs "
                            + "ocfs2 orangefs prl_fs pvfs2 smb smb2 smb3 smbfs vboxsf virtiofs vmhgfs webdav")
                    .split(" "));

    private FileSystemKind() {}

    /** What is to be known of queues on it; empty if nothing is. */
    static Optional<String> warning(String type) {
        final String name = type.toLowerCase(Locale.ROOT);
        if (REMOTE.contains(name) || name.startsWith("nfs")) {
            return Optional.of("it is remote (" + type + "): queues break there, use a local disk");
        }
        if (name.equals("fuse") || name.startsWith("fuse.")) {
            return Optional.of("it may be remote (" + type + "): queues break there, use a local disk");
        }
        if (name.equals("tmpfs") || name.equals("ramfs")) {
            return Optional.of("it is memory (" + type + "): a restart of the machine takes the queues");
        }
        return name.equals("overlay") || name.equals("aufs")
                ? Optional.of("it belongs to the container (" + type + ") and goes with it: mount a volume")
                : Optional.empty();
    }
}
