package dev.sluice.internal.queue.state;

import dev.sluice.api.QueueException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The access rights to queues for users other than the one that created them. A reader needs the right to write, too: Chronicle
 * maps the files for writing, and a reader stores its position beside them. So the queues are either shared with one group, which
 * gets all rights, or used only by their owner.
 */
public final class QueueAccess {

    /** Read, write and enter for the owner; read and enter for its group. */
    private static final Set<PosixFilePermission> ALONE = PosixFilePermissions.fromString("rwxr-x---");

    private static final Set<PosixFilePermission> SHARED = PosixFilePermissions.fromString("rwxrwx---");
    /** {@link #SHARED} with the set-group-ID bit, so that new files in the directory belong to its group. */
    private static final int SHARED_MODE = 02770;

    private QueueAccess() {}

    /**
     * Creates a directory.
     *
     * @param group the group to share the directory with, if any
     * @throws FileAlreadyExistsException if the directory exists
     */
    public static void makeDirectory(Path directory, Optional<String> group) throws IOException {
        final Optional<GroupPrincipal> found =
                group.isPresent() ? Optional.of(find(directory, group.get())) : Optional.empty();
        if (posix(directory.toAbsolutePath().getParent()) == null) {
            Files.createDirectory(directory);
            return;
        }
        Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(ALONE));
        posix(directory).setPermissions(ALONE); // again, because the umask may have removed some permissions
        boolean shared = false;
        try {
            if (found.isPresent()) {
                share(directory, found.get());
            }
            shared = true;
        } finally {
            if (!shared) {
                Files.delete(directory); // otherwise the next start would use it although it is not shared
            }
        }
    }

    /** Shares a directory that a user created for the queues, if it is still empty. */
    public static void shareIfEmpty(Path directory, Optional<String> group) throws IOException {
        if (group.isEmpty()) {
            return;
        }
        final GroupPrincipal found = find(directory, group.get());
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                return;
            }
        }
        share(directory, found);
    }

    private static GroupPrincipal find(Path path, String group) throws IOException {
        try {
            return path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group);
        } catch (final UserPrincipalNotFoundException e) {
            throw new QueueException(
                    "there is no group '" + group + "' to share the queues with: create it, or name another group", e);
        } catch (final UnsupportedOperationException e) {
            throw new QueueException("this system has no groups to share the queues with: name no group", e);
        }
    }

    private static void share(Path directory, GroupPrincipal group) throws IOException {
        try {
            posix(directory).setGroup(group);
            setMode(directory);
        } catch (final FileSystemException e) {
            throw new QueueException(
                    "cannot share " + directory + " with the group '" + group.getName() + "': " + e.getReason()
                            + ". Either the user of this process is not in that group (add the user, and start this"
                            + " again in a new login), or the directory belongs to another user",
                    e);
        }
    }

    private static void setMode(Path directory) throws IOException {
        try {
            Files.setAttribute(directory, "unix:mode", SHARED_MODE);
        } catch (final UnsupportedOperationException | IllegalArgumentException e) {
            posix(directory).setPermissions(SHARED); // on such systems files get their directory's group anyway
        }
    }

    /**
     * Checks that the group can use the files that this process creates in a shared directory. Their permissions cannot be set
     * afterwards, because Chronicle creates files by itself at any time.
     *
     * @throws QueueException if the process's umask denies the group access
     */
    public static void checkUmask(Path directory) throws IOException {
        final PosixFileAttributeView posix = posix(directory);
        if (posix == null || !posix.readAttributes().permissions().contains(PosixFilePermission.GROUP_WRITE)) {
            return;
        }
        final Path probe = probe(directory);
        try {
            final Set<PosixFilePermission> made = posix(probe).readAttributes().permissions();
            if (!made.contains(PosixFilePermission.GROUP_READ) || !made.contains(PosixFilePermission.GROUP_WRITE)) {
                throw new QueueException(directory + " is shared with a group, but the umask of this process keeps the"
                        + " group from writing to the files that it makes (they would be "
                        + PosixFilePermissions.toString(made) + "): start it with umask 007, under systemd UMask=0007");
            }
        } finally {
            Files.delete(probe);
        }
    }

    private static Path probe(Path directory) throws IOException {
        try {
            return Files.createFile(directory.resolve(".umask." + UUID.randomUUID()));
        } catch (final AccessDeniedException e) {
            throw new AccessDeniedException(directory.toString(), null, e.getReason());
        }
    }

    /**
     * Checks that a directory contains queues.
     *
     * @throws QueueException if the directory contains no queues, or this user may not look there
     */
    public static void checkThere(Path pair) {
        try {
            if (!Files.readAttributes(pair, BasicFileAttributes.class).isDirectory()) {
                throw new QueueException(pair + " is no directory, so there are no queues in it");
            }
            Files.readAttributes(pair.resolve("in"), BasicFileAttributes.class);
        } catch (final NoSuchFileException e) {
            throw new QueueException(
                    "there are no queues in " + pair
                            + ", and none were created: give the path of the 'queues' section of the"
                            + " gateway's configuration, or first start the gateway, which creates queues",
                    e);
        } catch (final IOException e) {
            throw failed("cannot look at", pair, e);
        }
    }

    /**
     * Converts a file system error to a {@link QueueException}. If access was denied, the message names the user and the denied
     * access.
     */
    public static QueueException failed(String what, Path path, IOException error) {
        if (!(error instanceof AccessDeniedException denied)) {
            return new QueueException(what + " " + path + ": " + error.getMessage(), error);
        }
        final Path wanted = Path.of(denied.getFile()).toAbsolutePath();
        Path at = wanted;
        while (!Files.exists(at) && at.getParent() != null) {
            at = at.getParent();
        }
        return new QueueException(
                what + " " + path + ": the user '" + user() + "' of this process may not " + deed(wanted, at)
                        + owner(at)
                        + ". Run the process as a user who may, change that directory's owner, or share the queues"
                        + " with a group (queues.group, when they are created)",
                error);
    }

    private static String deed(Path wanted, Path at) {
        if (Files.isDirectory(at)) {
            return Files.isExecutable(at) && Files.isReadable(at) ? "make anything in " + at : "look into " + at;
        }
        return (Files.isReadable(at) ? "write to " : "read ") + wanted;
    }

    private static String user() {
        final String name = System.getProperty("user.name", "?");
        try {
            return name.equals("?")
                    ? Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString()
                    : name;
        } catch (final IOException | RuntimeException e) {
            return name; // not on Linux
        }
    }

    private static String owner(Path at) {
        try {
            final PosixFileAttributes its = Files.readAttributes(at, PosixFileAttributes.class);
            return ", which belongs to the user '" + its.owner().getName() + "' and the group '"
                    + its.group().getName() + "' (" + PosixFilePermissions.toString(its.permissions()) + ")";
        } catch (final IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    private static PosixFileAttributeView posix(Path path) {
        return Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }
}
